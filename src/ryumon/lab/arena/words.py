"""What the arena says, in English and Japanese: why it cannot, and the names of sides."""

from __future__ import annotations

from ryumon.play.refusal import Refused, refused

SENTENCES: dict[str, dict[str, str]] = {
    "en": {
        "twice": "The bot {bot!q} is named twice.",
        "unmade": "The bot {bot!q} cannot play: {why}",
        "few": "A tournament needs at least two bots, not {number}.",
        "scheme": "There is no line-up scheme {scheme!q}; available: {schemes}.",
        "together": "{bots} bots cannot fill a table of {sides} sides together.",
        "lineup": "The line-up {lineup} has {number} bot{number:|s}, but there are {sides} sides.",
        "no-lineups": "There are no line-ups.",
        "other-bots": "The bots that are named are not the bots in the line-ups.",
        "games": "At least one game is needed, not {games}.",
        "confidence": "The confidence must be at least 0.5 and below 1, not {confidence}.",
        "precision": "The precision must be above 0 and below 1, not {precision:g}.",
        "workers": "The number of workers is 1 to {most:,}, not {workers:,}.",
        "crew": "--workers and --ray cannot be used together: the cluster has its own cores.",
        "in-use": "Another tournament is writing to {folder}.",
        "unusable": "{folder} cannot be used: {why}.",
        "no-folder": "{folder} cannot be used: it is not a folder.",
        "unwritable": "{folder} cannot be written to: {why}.",
        "foreign": "{path} is not the results file of a tournament.",
        "format": "{path} has format {format}; this program reads format {ours}.",
        "line": "{path}, line {line} is not a game of this tournament; remove the line to play "
        "that game again.",
        "other": "{folder} holds another tournament: {name} is {theirs} there, not {ours}.",
        "gone": "A worker process stopped by itself (killed, or out of memory).",
        "broken": "The tournament cannot continue: {why}",
        "no-ray": "Ray is not installed. In a checkout: make ray. Elsewhere: pip install ray.",
        "faults": "{bot} failed in {number} games. The first failure: {why}",
    },
    "ja": {
        "twice": "ボット{bot!q}が2回挙げられている。",
        "unmade": "ボット{bot!q}は使えない: {why}",
        "few": "大会には2つ以上のボットが要る（{number}ではなく）。",
        "scheme": "{scheme!q}という組み合わせ方はない。あるのは: {schemes}。",
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
        "no-ray": "Rayが入っていない。チェックアウトでは make ray、ほかでは pip install ray。",
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


def cannot(key: str, **parts: object) -> Refused:
    """To be raised: a tournament that is refused, or that cannot go on. What has been played is
    kept."""
    return refused(SENTENCES, key, **parts)
