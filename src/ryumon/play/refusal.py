"""A move that may not be made."""

from __future__ import annotations

UNREADABLE = {"en": "{move} is no move of this game.", "ja": "{move}はこのゲームの手ではない。"}
OVER = {"en": "The game is over.", "ja": "ゲームは終わっている。"}
NO_RULE = "N"  # what no rule of the game speaks of


class IllegalMove(ValueError):  # noqa: N818 - the contract names it so
    """Refused; the state is as it was. `rule` is the rule's id, `sentence` says why."""

    def __init__(self, rule: str, sentence: str) -> None:
        super().__init__(rule, sentence)
        self.rule = rule
        self.sentence = sentence

    def __str__(self) -> str:
        return f"{self.sentence} ({self.rule})"
