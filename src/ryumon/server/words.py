"""What the server says by itself, in English and Japanese."""

from __future__ import annotations

from ryumon.play.refusal import NO_RULE, Refusal, Refused

SENTENCES: dict[str, dict[str, str]] = {
    "en": {
        "form": "This message cannot be read: {why}",
        "hello": "The first message must be a hello.",
        "no-table": "There is no such table, or this browser may not see it.",
        "no-seat": "There is no seat {seat} at this table.",
        "not-yours": "This browser does not hold that seat.",
        "not-turn": "It is not your turn.",
        "not-running": "The game is not running.",
        "running": "The game is running already.",
        "ended": "The game has ended.",
        "stale": "The table has moved on meanwhile.",
        "not-stored": "This could not be stored, so it has not happened. Please try again.",
        "taken": "This seat is taken.",
        "full": "No seat is free at this table.",
        "not-full": "Not all seats are taken.",
        "not-host": "Only the host may do that.",
        "no-join": "This table is by invitation: ask for its link.",
        "no-bot": "There is no bot {level!q} here; there are: {levels}.",
        "options": "The players are not among the options.",
        "bots": "There are {players} seats, but {given} are given as bots.",
        "name": "A name has 1 to {most} letters, none of them invisible.",
        "random": "What a browser adds to the deal are 16 bytes, in hex.",
        "token": "This link does not open anything; it may have been replaced.",
        "origin": "This page comes from another site.",
        "too-large": "This is too large.",
        "too-fast": "Too much at once; please wait a moment.",
        "not-found": "There is nothing at this address.",
        "method": "This cannot be done here.",
        "server": "Something went wrong on our side. Nothing is lost; please try again.",
        "goodbye": "The server restarts. The game goes on in a moment.",
        "draining": "The server is about to restart and opens no new tables just now.",
        "slow": "The connection was too slow and begins anew.",
        "replaced": "Who may use this seat has changed; open its link again.",
        "database": "The database cannot be used: {why}",
        "port": "{where} cannot be listened to: {why}.",
        "here": "Ryumon is ready: {url}",
        "lan": "From other machines nearby: {url}",
        "ends": "When the table ends, everything hidden becomes open to all who may see it.",
    },
    "ja": {
        "form": "この通信は読めない: {why}",
        "hello": "最初の通信はhelloでなければならない。",
        "no-table": "そのような卓はないか、このブラウザでは見られない。",
        "no-seat": "この卓に席{seat}はない。",
        "not-yours": "その席はこのブラウザのものではない。",
        "not-turn": "あなたの番ではない。",
        "not-running": "ゲームは進行中ではない。",
        "running": "ゲームはすでに始まっている。",
        "ended": "ゲームは終わっている。",
        "stale": "その間に卓が先へ進んだ。",
        "not-stored": "保存できなかったため、何も起きていない。もう一度試してほしい。",
        "taken": "この席はふさがっている。",
        "full": "この卓に空席はない。",
        "not-full": "まだ空席がある。",
        "not-host": "それは主催者だけができる。",
        "no-join": "この卓は招待制である。リンクをもらってほしい。",
        "no-bot": "ボット{level!q}はここにいない。いるのは: {levels}",
        "options": "人数はオプションには入らない。",
        "bots": "席は{players}つだが、ボットの指定は{given}つある。",
        "name": "名前は1文字以上{most}文字以下で、見えない文字は使えない。",
        "random": "ブラウザが配りに加えるのは16バイト（16進数）である。",
        "token": "このリンクでは何も開かない。新しいものに替わったのかもしれない。",
        "origin": "このページは別のサイトから来ている。",
        "too-large": "大きすぎる。",
        "too-fast": "一度に多すぎる。少し待ってほしい。",
        "not-found": "このアドレスには何もない。",
        "method": "ここではそれはできない。",
        "server": "こちらで問題が起きた。何も失われていない。もう一度試してほしい。",
        "goodbye": "サーバーを再起動する。ゲームはすぐに続く。",
        "draining": "サーバーはまもなく再起動するので、今は新しい卓を開けない。",
        "slow": "接続が遅すぎたため、つなぎ直す。",
        "replaced": "この席を使える人が変わった。リンクをもう一度開いてほしい。",
        "database": "データベースを使えない: {why}",
        "port": "{where}で待ち受けられない: {why}。",
        "here": "龍門の用意ができた: {url}",
        "lan": "近くの機械からは: {url}",
        "ends": "卓が終わると、隠れていたものはすべて、卓を見られる人に公開される。",
    },
}


class Refuse(Refused):
    """What was asked of the server is refused; `status` is that of an HTTP answer."""

    def __init__(self, key: str, status: int = 400, **parts: object) -> None:
        super().__init__(Refusal.of(SENTENCES, key, NO_RULE, **parts))
        self.status = status


def told(key: str, language: str, **parts: object) -> str:
    """A sentence by itself."""
    return Refusal.of(SENTENCES, key, NO_RULE, **parts).sentence(language)
