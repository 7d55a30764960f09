"""A bot of another program that does not do what the protocol asks (docs/protocol.md).

Whatever is wrong is one sentence, in English and Japanese.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ryumon.play.refusal import NO_RULE

SENTENCES: dict[str, dict[str, str]] = {
    "en": {
        # before it runs
        "empty": "After cmd: stands the command that starts the bot, such as cmd:python3 bot.py.",
        "quotes": "The command {command} cannot be read: a quotation mark is not closed.",
        "budget": "{budget!r} is no budget of a bot: 5s are seconds for a move, from 0.1s to "
                  "3600s, and 500 are simulations.",
        "missing": "There is no program {program!r} that can be run.",
        "unstartable": "The program {program!r} cannot be started: {why}.",
        "log": "The exchange with bots cannot be written to {path!r}: {why}.",
        # what it does not do; {detail} may tell what its seat holds
        "silent": "The bot {bot} did not answer within {seconds:g} seconds.",
        "ended": "The bot {bot} ended by itself{code}{detail}.",
        "mute": "The bot {bot} closed its output.",
        # what it says
        "long": "The bot {bot} wrote a line of more than {most:,} bytes.",
        "unasked": "The bot {bot} wrote when it was not asked{detail}.",
        "text": "The bot {bot} answered what is not JSON{detail}.",
        "form": "The bot {bot} answered what is no {message} of the protocol{detail}.",
        "version": "The bot {bot} speaks version {theirs} of the protocol; this program {ours}.",
        "game": "The bot {bot} does not play {game}.",
        "illegal": "The bot {bot} chose a move that may not be played{detail}.",
        "closed": "The bot {bot} is not running any more.",
        "code": " with the exit code {number}",
        "words": "; its last words: {line}",
    },
    "ja": {
        "empty": "cmd: の後にはボットを動かすコマンドを書く。例: cmd:python3 bot.py",
        "quotes": "コマンド{command}は読めない。引用符が閉じられていない。",
        "budget": "{budget!r}はボットの持ち時間ではない。5s は1手の秒数（0.1sから3600s）、"
                  "500 は試行の回数である。",
        "missing": "実行できるプログラム{program!r}はない。",
        "unstartable": "プログラム{program!r}を始められない: {why}。",
        "log": "ボットとのやりとりを{path!r}に書けない: {why}。",
        "silent": "ボット{bot}は{seconds:g}秒以内に答えなかった。",
        "ended": "ボット{bot}は勝手に終わった{code}{detail}。",
        "mute": "ボット{bot}は出力を閉じた。",
        "long": "ボット{bot}は{most:,}バイトより長い行を書いた。",
        "unasked": "ボット{bot}は聞かれていないのに書いた{detail}。",
        "text": "ボット{bot}の答えはJSONではない{detail}。",
        "form": "ボット{bot}の答えはプロトコルの{message}ではない{detail}。",
        "version": "ボット{bot}のプロトコルは版{theirs}であり、このプログラムの版{ours}ではない。",
        "game": "ボット{bot}は{game}を遊ばない。",
        "illegal": "ボット{bot}は打てない手を選んだ{detail}。",
        "closed": "ボット{bot}はもう動いていない。",
        "code": "（終了コード{number}）",
        "words": "。最後の言葉: {line}",
    },
}  # fmt: skip


class BrokenBot(Exception):
    """A bot cannot go on. `kind` is a key of SENTENCES; `rule` the rule that it would break.

    A part that differs between languages is a dictionary by language. The part `detail` is left
    out of a public sentence: those who play against the bot must not learn what it holds.
    """

    def __init__(self, kind: str, *, rule: str = NO_RULE, **parts: object) -> None:
        super().__init__(kind)
        self.kind, self.rule, self.parts = kind, rule, parts

    def __reduce__(self) -> Any:  # it may be raised in one process and caught in another
        return partial(BrokenBot, self.kind, rule=self.rule, **self.parts), ()

    def sentence(self, language: str = "en", public: bool = False) -> str:
        """What is wrong; safe to be shown in a terminal, and to everyone if it is `public`."""
        from ryumon.play.sentence import printable

        parts = self.parts | {"detail": ""} if public else self.parts
        parts = {k: v[language] if isinstance(v, dict) else v for k, v in parts.items()}
        told = SENTENCES[language][self.kind].format(**parts)
        return printable(told if self.rule == NO_RULE else f"{told} ({self.rule})")

    def __str__(self) -> str:
        return self.sentence()


def quoted(text: bytes | str, most: int = 60) -> str:
    """What a bot wrote, short enough to be read."""
    shown = text.decode("utf-8", "replace") if isinstance(text, bytes) else text
    return repr(shown if len(shown) <= most else shown[:most] + "…")
