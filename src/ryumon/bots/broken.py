"""A bot of another program that does not do what the protocol asks (docs/protocol.md).

Whatever is wrong is one sentence, in English and Japanese.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ryumon.play.refusal import NO_RULE, Refusal, Refused
from ryumon.play.sentence import LANGUAGES, LONGEST_QUOTED, Text, quoted

SENTENCES: dict[str, dict[str, str]] = {
    "en": {
        # before it runs
        "bot": "There is no bot {bot!q}; available: {bots}.",
        "simulations": "{level}@N takes N simulations per move, 1 to {most:,}, not {number!q}.",
        "empty": "cmd: needs the command that starts the bot, such as cmd:python3 bot.py.",
        "quotes": "The command {command!q} cannot be read: a quotation mark is not closed.",
        "budget": "{budget!q} is not a budget: 5s means seconds per move, from 0.1s to 3600s, and "
                  "500 means simulations.",
        "missing": "There is no program {program!q} to run.",
        "unstartable": "The program {program!q} cannot be started: {why}.",
        "log": "The exchange with bots cannot be written to {path!q}: {why}.",
        # what it does not do; {detail} may tell what its seat holds
        "silent": "The bot {bot} did not answer within {seconds:g} seconds.",
        "ended": "The bot {bot} stopped by itself{code}{detail}.",
        "mute": "The bot {bot} closed its output.",
        # what it says
        "long": "The bot {bot} wrote a line of more than {most:,} bytes.",
        "unasked": "The bot {bot} wrote when it was not asked{detail}.",
        "text": "The bot {bot} sent an answer that is not JSON{detail}.",
        "form": "The bot {bot} sent an answer that is not an {message} of the protocol{detail}.",
        "server-url": "{url!q} is not the address of a server; it begins with http:// or https://.",
        "server-says": "The server says: {sentence}",
        "server-gone": "There is no server at {url}.",
        "knowledge": "Whoever asks has another version of Ryumon: its {game} has other fields.",
        "version": "The bot {bot} speaks version {theirs} of the protocol; this program speaks "
                   "version {ours}.",
        "game": "The bot {bot} does not play {game}.",
        "illegal": "The bot {bot} chose an illegal move{detail}.",
        "closed": "The bot {bot} is no longer running.",
        "no-limit": "A search needs a number of simulations or of seconds.",
        "no-simulations": "A search makes at least 1 simulation, not {number}.",
        "no-time": "A search takes some time, not {seconds} seconds.",
        "no-threads": "A search needs at least 1 thread, not {number}.",
        "not-to-move": "Seat {seat} is not to move.",
        "no-turn": "No seat is to move.",
        "not-over": "The game is not over.",
        "code": " with the exit code {number}",
        "words": "; its last words",
    },
    "ja": {
        "bot": "{bot!q}というボットはない。あるのは: {bots}。",
        "simulations": "{level}@N のNは一手の試行回数、1から{most:,}まで。{number!q}にはできない。",
        "empty": "cmd: の後にはボットを動かすコマンドを書く。例: cmd:python3 bot.py",
        "quotes": "コマンド{command!q}は読めない。引用符が閉じられていない。",
        "budget": "{budget!q}はボットの持ち時間ではない。5s は1手の秒数（0.1sから3600s）、"
                  "500 は試行の回数である。",
        "missing": "実行できるプログラム{program!q}はない。",
        "unstartable": "プログラム{program!q}を始められない: {why}。",
        "log": "ボットとのやりとりを{path!q}に書けない: {why}。",
        "silent": "ボット{bot}は{seconds:g}秒以内に答えなかった。",
        "ended": "ボット{bot}は勝手に終わった{code}{detail}。",
        "mute": "ボット{bot}は出力を閉じた。",
        "long": "ボット{bot}は{most:,}バイトより長い行を書いた。",
        "unasked": "ボット{bot}は聞かれていないのに書いた{detail}。",
        "text": "ボット{bot}の答えはJSONではない{detail}。",
        "form": "ボット{bot}の答えはプロトコルの{message}ではない{detail}。",
        "server-url": "{url!q}はサーバーのアドレスではない。http:// か https:// で始まる。",
        "server-says": "サーバーの返事: {sentence}",
        "server-gone": "{url}にサーバーがない。",
        "knowledge": "相手のRyumonは版が違う: {game}の状態の項目が異なる。",
        "version": "ボット{bot}のプロトコルは版{theirs}であり、このプログラムの版{ours}ではない。",
        "game": "ボット{bot}は{game}を遊ばない。",
        "illegal": "ボット{bot}は打てない手を選んだ{detail}。",
        "closed": "ボット{bot}はもう動いていない。",
        "no-limit": "探索には試行回数か秒数が要る。",
        "no-simulations": "探索の試行は1回以上である（{number}回ではなく）。",
        "no-time": "探索には時間が要る（{seconds}秒ではなく）。",
        "no-threads": "探索には1つ以上のスレッドが要る（{number}ではなく）。",
        "not-to-move": "席{seat}の番ではない。",
        "no-turn": "どの席の番でもない。",
        "not-over": "ゲームは終わっていない。",
        "code": "（終了コード{number}）",
        "words": "。最後の言葉",
    },
}  # fmt: skip


class BrokenBot(Refused):
    """A bot cannot go on. `kind` is a key of SENTENCES; `rule` the rule that it would break.

    The part `detail` may tell what the bot's seat holds; `public` is the refusal without it, for
    those who play against the bot.
    """

    def __init__(self, kind: str, *, rule: str = NO_RULE, **parts: object) -> None:
        super().__init__(Refusal.of(SENTENCES, kind, rule, **parts))

    def __reduce__(self) -> Any:  # it may be raised in one process and caught in another
        refusal = self.refusal
        return partial(BrokenBot, refusal.key, rule=refusal.rule, **refusal.parts), ()

    @property
    def public(self) -> Refusal:
        return self.refusal.but(detail="")


def told(text: bytes | str, longest: int = LONGEST_QUOTED) -> Text:
    """What a bot wrote, as a detail."""
    shown = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return {language: f": {quoted(shown, language, longest)}" for language in LANGUAGES}
