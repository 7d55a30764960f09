"""Scenes of Schadenfreude: name the cards that matter, the rest is filled in.

Cards are written as they are in the notation, with ranges: `pile("S1..3 K-3 W0")` is S1 S2 S3 K-3
W0. `dealt` begins a round with chosen hands; `late` lays out the last cards of one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import ryumon
from ryumon import IllegalMove, State

RANKS = [-3, -2, -1, *range(1, 10)]
DECK = [f"{suit}{rank}" for suit in "SFHK" for rank in RANKS] + ["W0", "W10"]
THREE = [card for card in DECK if card[0] == "W" or int(card[1:]) in (-3, *range(1, 9))]
SIZE = {3: 12, 4: 12, 5: 10}  # of a hand


def pile(text: str) -> list[str]:
    """The cards of a text with ranges, in its order."""
    found = []
    for word in text.split():
        first, _, last = word[1:].partition("..")
        ranks = range(int(first), int(last or first) + 1)
        found += [f"{word[0]}{rank}" for rank in ranks if word[0] == "W" or rank]
    return found


def deck(players: int) -> list[str]:
    return THREE if players == 3 else DECK


def filled(hands: Sequence[str], players: int, left_over: str = "") -> list[list[str]]:
    """Whole hands: what is named, and of the cards not named elsewhere the lowest that are left."""
    named = [pile(hand) for hand in [*hands, *[""] * (players - len(hands))]]
    used = {card for cards in [*named, pile(left_over)] for card in cards}
    rest = [card for card in deck(players) if card not in used]
    for hand in named:
        while len(hand) < SIZE[players]:
            hand.append(rest.pop(0))
    return named


def dealt(*hands: str, players: int = 4, first: int = 0, left_over: str = "") -> State:
    """The first round after its deal: seat 0 has the first hand, seat 1 the second and so on."""
    state = ryumon.game("schadenfreude", players=players).start()
    state.play(f"~first:{first}")
    for hand in filled(hands, players, left_over):
        state.play([f"~{card}" for card in hand])
    return state


def late(
    *hands: str,
    leader: int = 0,
    scores: list[int] | None = None,
    piles: Mapping[int, str] | None = None,
    void: Mapping[int, str] | None = None,
    left_over: str = "",
    round: int = 2,  # noqa: A002 - as the position calls it
) -> State:
    """The end of a round: these are the last cards, all others have been played."""
    n = len(hands)
    held = [pile(hand) for hand in hands]
    taken = [pile((piles or {}).get(p, "")) for p in range(n)]
    named = {card for cards in [*held, *taken] for card in cards}
    free = [card for card in reversed(deck(n)) if card not in named]
    hidden = (pile(left_over) or free)[: len(deck(n)) - n * SIZE[n]]
    played = [c for c in deck(n) if c not in hidden and not any(c in cards for cards in held)]
    return ryumon.game("schadenfreude", players=n).position(
        {
            "game": "schadenfreude", "players": n, "phase": "tricks", "turn": leader,
            "leader": leader, "round": round, "scores": scores or [0] * n, "hands": held,
            "left_over": hidden, "played": played, "piles": taken,
            "void": [list((void or {}).get(p, "")) for p in range(n)],
            "tricks": SIZE[n] - len(held[0]),
        }
    )  # fmt: skip


# --- what is expected -----------------------------------------------------------------------


def play(state: State, moves: str) -> State:
    """Make these moves one by one; the state, for chaining."""
    for move in moves.split():
        state.play(move)
    return state


def legal(state: State) -> str:
    return " ".join(state.legal())


def refused(state: State, move: Any) -> str:
    """The rule that a refused move names. The refusal says why, and nothing has changed."""
    before = state.moves, state.legal(), state.position()
    with pytest.raises(IllegalMove) as refusal:
        state.play(move)
    assert (state.moves, state.legal(), state.position()) == before
    assert refusal.value.sentence.endswith(".")
    return refusal.value.rule


def last(state: State, kind: str, viewer: int = ryumon.PUBLIC) -> dict[str, Any]:
    """The last event of this kind that the viewer saw, without its number."""
    event = next(e for e in reversed(state.events(viewer)) if e["kind"] == kind)
    return {key: value for key, value in event.items() if key not in ("n", "kind")}


def piles(state: State) -> list[str]:
    return [" ".join(seat["pile"]) for seat in state.view(ryumon.PUBLIC)["seats"]]
