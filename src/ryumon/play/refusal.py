"""Whatever is refused: a move, an option, a position, a record, a bot, a setting, a tournament.

The sentences stand beside the code that refuses, in a table {language: {key: template}} (see
sentence.py for templates):

>>> TABLE = {"en": {"few": "There {n:is|are} only {n}."}, "ja": {"few": "{n}しかない。"}}
>>> refusal = Refusal.of(TABLE, "few", n=1)
>>> refusal.sentence(), refusal.sentence("ja")
('There is only 1.', '1しかない。')
>>> raise Refused(refusal)
Traceback (most recent call last):
ryumon.play.refusal.Refused: There is only 1.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ryumon.play.sentence import LANGUAGES, Table, fill, os_reason, printable, text_of

NO_RULE = "N"  # what no rule of the game speaks of


@dataclass(frozen=True)
class Refusal:
    """Why something is refused: the rule's id (NO_RULE if no rule is concerned), the key of the
    sentence, and what is filled into it. It says itself in every language.

    `texts` are the templates by language: taken along, so that a refusal can be sent to another
    process and said there.
    """

    rule: str
    key: str
    parts: Mapping[str, object] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, table: Table, key: str, rule: str = NO_RULE, /, **parts: object) -> Refusal:
        """The refusal whose sentences stand in a table under this key."""
        return cls(rule, key, plain(parts), text_of(table, key))

    def __hash__(self) -> int:  # the parts may be lists
        return hash((self.rule, self.key))

    def sentence(self, language: str = "en") -> str:
        """Why, in one line that is safe to be shown in a terminal."""
        check_language(language)
        return printable(fill(self.texts[language], language, self.parts))

    def cited(self, language: str = "en") -> str:
        """The sentence with the rule's id behind it, where a rule is concerned."""
        sentence = self.sentence(language)
        return sentence if self.rule == NO_RULE else f"{sentence} ({self.rule})"

    def but(self, **parts: object) -> Refusal:
        """The same with other parts."""
        return Refusal(self.rule, self.key, {**self.parts, **parts}, self.texts)


class Refused(ValueError):
    """Something was refused, and nothing was changed. `refusal` says why in every language;
    `rule` is the rule's id, `sentence` the sentence in English."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal)
        self.refusal = refusal

    @property
    def rule(self) -> str:
        return self.refusal.rule

    @property
    def sentence(self) -> str:
        return self.refusal.sentence()

    def told(self) -> Refusal:
        """What is said where this is the reason for something else."""
        return self.refusal

    def __str__(self) -> str:
        return self.told().cited()


class IllegalMove(Refused):
    """A move that may not be made; the state is as it was."""


def refused(table: Table, key: str, rule: str = NO_RULE, /, **parts: object) -> Refused:
    """To be raised: the refusal whose sentences stand in a table under this key."""
    return Refused(Refusal.of(table, key, rule, **parts))


SENTENCES = {
    "en": {
        "language": "There is no language {language!q}; available: {languages}.",
        "unreadable": "{move!q} is not a move of this game.",
        "over": "The game is over.",
        "source": "Chance needs a random.Random or an object with a method draw, not {source!q}.",
        "viewer": "There is no seat {seat!q}; a spectator is ryumon.PUBLIC (-3).",
    },
    "ja": {
        "language": "言語{language!q}はない。あるのは: {languages}。",
        "unreadable": "{move!q}はこのゲームの手ではない。",
        "over": "ゲームは終わっている。",
        "source": "偶然には random.Random か draw のあるものが要る。{source!q}は使えない。",
        "viewer": "席{seat!q}はない。観戦者は ryumon.PUBLIC（-3）である。",
    },
}


def plain(parts: Mapping[str, object]) -> dict[str, object]:
    """Parts that can be sent elsewhere: of an exception what it says, of other things the text."""
    return {name: _plain(part) for name, part in parts.items()}


def _plain(part: object) -> object:
    if isinstance(part, Refused):
        return part.told()
    if isinstance(part, Exception):
        return os_reason(part)
    known = isinstance(part, str | int | float | list | tuple | dict | Refusal | None)
    return part if known else str(part)


def check_language(language: str) -> None:
    if language not in LANGUAGES:
        raise refused(SENTENCES, "language", language=language, languages=LANGUAGES)
