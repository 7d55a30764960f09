"""The rules of Schadenfreude once more, slowly and on their own: to be compared with the engine.

Cards are strings, hands are lists, nothing is shared with the engine. A round from the hands on:
`Round.legal`, `Round.play`, and `Round.scores` when the hands are empty.
"""

from __future__ import annotations

import copy
from collections import Counter


def rank(card: str) -> int:
    return int(card[1:])


def is_wild(card: str) -> bool:
    return card[0] == "W"


class Round:
    def __init__(
        self, hands: list[list[str]], piles: list[list[str]], scores: list[int], leader: int
    ) -> None:
        self.hands = [sorted(hand) for hand in hands]
        self.taken = [list(pile) for pile in piles]  # nothing is ever removed from these
        self.before = list(scores)
        self.trick: list[tuple[int, str]] = []  # in the order of play
        self.turn = leader
        self.winner: int | None = None  # of the last trick

    def copy(self) -> Round:
        return copy.deepcopy(self)

    @property
    def over(self) -> bool:
        return not any(self.hands)

    def suit(self) -> str | None:
        for _, card in self.trick:
            if not is_wild(card):
                return card[0]
        return None

    def legal(self) -> set[str]:
        hand, suit = self.hands[self.turn], self.suit()
        if suit is not None and any(card[0] == suit for card in hand):
            return {card for card in hand if card[0] == suit or is_wild(card)}
        return set(hand)

    def play(self, card: str) -> None:
        assert card in self.legal()
        self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        if len(self.trick) == len(self.hands):
            self._judge()
        else:
            self.turn = (self.turn + 1) % len(self.hands)

    def _judge(self) -> None:
        suit = self.suit()
        follow = [(seat, card) for seat, card in self.trick if card[0] == suit or is_wild(card)]
        others = [card for seat, card in self.trick if (seat, card) not in follow]
        follow.sort(key=lambda played: rank(played[1]), reverse=True)
        seat, card = follow[1] if len(follow) > 1 else follow[0]
        self.taken[seat] += [card, *others]
        self.winner = self.turn = seat
        self.trick = []

    def counting(self, seat: int) -> list[int]:
        """The ranks that are left in a pile when all pairs have gone."""
        return sorted(r for r, n in Counter(map(rank, self.taken[seat])).items() if n % 2)

    def scores(self) -> list[int]:
        return [max(0, old + sum(self.counting(p))) for p, old in enumerate(self.before)]


def winners(scores: list[int]) -> list[int]:
    """Who wins with these scores: strike out who is above 40, then whole groups of equals."""
    left = [p for p, score in enumerate(scores) if score <= 40]
    while left:
        best = max(scores[p] for p in left)
        group = [p for p in left if scores[p] == best]
        if len(group) == 1:
            return group
        left = [p for p in left if p not in group]
    return []
