"""What the arena says, in English and Japanese: why it cannot, and the names of sides."""

from __future__ import annotations

from ryumon.bots.broken import BrokenBot

SENTENCES: dict[str, dict[str, str]] = {
    "en": {
        "twice": "The bot {bot} is named twice.",
        "unmade": "The bot {bot} cannot play: {why}",
        "few": "A tournament needs at least two bots, not {number}.",
        "scheme": "There are no line-ups {scheme!r}; there are: {schemes}.",
        "together": "{bots} bots cannot sit together at a table of {sides} sides.",
        "lineup": "The line-up {lineup} has {number} bots, but there are {sides} sides.",
        "no-lineups": "There are no line-ups.",
        "other-bots": "The bots that are named are not those of the line-ups.",
        "games": "There must be at least one game, not {games}.",
        "confidence": "The confidence is at least 0.5 and below 1, not {confidence}.",
        "precision": "The precision is above 0 and below 1, not {precision:g}.",
        "workers": "There are 1 to {most:,} workers, not {workers:,}.",
        "crew": "--workers does not go with --ray: the cluster says how many cores it has.",
        "in-use": "Another tournament is writing to {folder} now.",
        "unusable": "{folder} cannot be used: {why}.",
        "no-folder": "{folder} cannot be used: it is not a folder.",
        "unwritable": "{folder} cannot be written to: {why}.",
        "foreign": "{path} is not the results file of a tournament.",
        "format": "{path} has format {format}; this program reads {ours}.",
        "line": "{path}, line {line} is no game of this tournament; if you remove the line, that "
        "game is played again.",
        "other": "{folder} holds another tournament: {name} is {theirs} there, not {ours}.",
        "gone": "A process that played games has ended by itself (killed, or out of memory).",
        "broken": "The games cannot go on: {why}",
        "no-ray": "Ray is not installed: pip install 'ryumon[ray]'.",
        "faults": "{bot} failed in {number} games. The first time: {why}",
    },
    "ja": {
        "twice": "ボット{bot}が2回挙げられている。",
        "unmade": "ボット{bot}は使えない: {why}",
        "few": "大会には2つ以上のボットが要る（{number}ではなく）。",
        "scheme": "{scheme!r}という組み合わせ方はない。あるのは: {schemes}。",
        "together": "{sides}つの側がある卓に、{bots}つのボットだけでは一緒に着けない。",
        "lineup": "組{lineup}には{number}のボットがあるが、側は{sides}つである。",
        "no-lineups": "組が1つもない。",
        "other-bots": "挙げられたボットと、組のボットが違う。",
        "games": "1局以上が要る（{games}ではなく）。",
        "confidence": "信頼水準は0.5以上1未満であり、{confidence}にはできない。",
        "precision": "精度は0より大きく1より小さい。{precision:g}にはできない。",
        "workers": "プロセスの数は1から{most:,}まで（{workers:,}ではなく）。",
        "crew": "--workers と --ray は併用できない。コアの数はクラスターが決める。",
        "in-use": "今、別の大会が{folder}に書いている。",
        "unusable": "{folder}は使えない: {why}。",
        "no-folder": "{folder}は使えない: フォルダーではない。",
        "unwritable": "{folder}に書けない: {why}。",
        "foreign": "{path}は大会の結果ファイルではない。",
        "format": "{path}は形式{format}。このプログラムが読めるのは形式{ours}。",
        "line": "{path} {line}行目はこの大会の対局ではない。その行を消せば、対局をやり直す。",
        "other": "{folder}には別の大会がある: {name}が{ours}ではなく{theirs}である。",
        "gone": "対局していたプロセスがひとりでに終わった（強制終了、またはメモリ不足）。",
        "broken": "対局を続けられない: {why}",
        "no-ray": "Rayがない: pip install 'ryumon[ray]'。",
        "faults": "{bot}は{number}局で失敗した。最初の失敗: {why}",
    },
}

_SIDES = {
    "en": {"black": "Black", "white": "White"},
    "ja": {
        "ninja": "忍者", "samurai": "侍", "black": "黒", "white": "白", "seat": "席", "team": "組",
    },
}  # fmt: skip


def side_name(side: str, language: str) -> str:
    """The side of a game as it is said.

    >>> side_name("seat 2", "ja"), side_name("ninja", "en")
    ('席2', 'ninja')
    """
    word, space, number = side.partition(" ")
    said = _SIDES[language].get(word, word)
    return f"{said}{'' if language == 'ja' else space}{number}"


def _said(part: object, language: str) -> object:
    return part.sentence(language) if isinstance(part, BrokenBot) else part


class Told(Exception):
    """Something that is said in the language of whoever reads it."""

    def __init__(self, key: str, **parts: object) -> None:
        self.key, self.parts = key, parts
        super().__init__(self.told("en"))

    def told(self, language: str) -> str:
        parts = {name: _said(part, language) for name, part in self.parts.items()}
        return SENTENCES[language][self.key].format(**parts)


class Refused(Told, ValueError):
    """A tournament that cannot be."""


class Trouble(Told):
    """Why a tournament could not go on. What has been played is kept."""
