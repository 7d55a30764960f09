"""Scenes of Slaughter the Dragon: name the cards that matter, the rest is filled in.

Cards are written as they are in the notation, with ranges: `pile("R1-3 P12")` is R1 R2 R3 P12.
`dealt` begins a round with chosen hands; `late` lays out the last cards of one. In a hand of
`late`, what stands behind a bar is the second half: "R5 P2 | B3".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import ryumon
from ryumon import IllegalMove, Result, State

COLOURS = "PRBG"
DECK = [f"{colour}{number}" for colour in COLOURS for number in range(1, 13)]
SIZE = {3: 11, 4: 11, 5: 9}  # of a hand
SUM = {3: -23, 4: -23, 5: -33}  # of the points of a round


def pile(text: str) -> list[str]:
    """The cards of a text with ranges, in its order."""
    found = []
    for word in text.split():
        first, _, last = word[1:].partition("-")
        found += [f"{word[0]}{n}" for n in range(int(first), int(last or first) + 1)]
    return found


def deck(players: int) -> list[str]:
    return DECK[:36] if players == 3 else DECK


def filled(hands: Sequence[str], players: int, scale: str) -> list[list[str]]:
    """Whole hands: what is named, and of the cards not named elsewhere the lowest that are left."""
    named = [pile(hand) for hand in [*hands, *[""] * (players - len(hands))]]
    used = {card for cards in [*named, pile(scale)] for card in cards}
    rest = [card for card in deck(players) if card not in used]
    for hand in named:
        while len(hand) < SIZE[players]:
            hand.append(rest.pop(0))
    return named


def dealt(
    *hands: str,
    players: int = 4,
    advanced: bool = False,
    trump: str = "R",
    first: int = 0,
    scale: str = "",
    round: int = 1,  # noqa: A002 - as the position calls it
) -> State:
    """A round after its trump is turned: seat 0 has the first hand, seat 1 the second and so on.

    A later round stands after rounds in which seat 0 lost everything, with `first` as summoner.
    """
    game = ryumon.game("slaughter", players=players, advanced=advanced)
    if round == 1:
        state = game.start()
        state.play(f"~first:{first}")
    else:
        state = game.position(
            {
                "game": "slaughter", "players": players, "advanced": advanced, "phase": "deal",
                "turn": ryumon.CHANCE, "round": round, "leader": first, "undealt": deck(players),
                "points": ordinary(players, round - 1), "indicators": left(players, round, trump),
            }
        )  # fmt: skip
    for hand in filled(hands, players, scale):
        state.play([f"~{card}" for card in hand])
    state.play(f"~trump:{trump}")
    return state


def ordinary(players: int, rounds: int) -> list[list[int]]:
    """Points of finished rounds, each lost by another seat."""
    return [[SUM[players] if p == r else 0 for p in range(players)] for r in range(rounds)]


def left(players: int, turned: int, trump: str) -> dict[str, int]:
    """Indicators left in their deck before the last of so many is turned, which is `trump`."""
    others = [colour for colour in COLOURS[: 3 if players == 3 else 4] if colour != trump]
    found = {trump: 2, **dict.fromkeys(others, 2)}
    for k in range(turned - 1):
        found[others[k % len(others)]] -= 1
    return found


def late(
    *hands: str,
    trump: str = "R",
    leader: int = 0,
    scale: str = "",
    purple: Mapping[int, str] | None = None,
    tokens: Mapping[int, int] | None = None,
    void: Mapping[int, str] | None = None,
    points: list[list[int]] | None = None,
    round: int = 1,  # noqa: A002
    caller: int | None = None,
) -> State:
    """The end of a round: these are the last cards, all others have been played.

    Purple cards that nobody is said to have taken, and tokens of which nothing is said, are the
    leader's. The highest trump that is not in the Inverted Scale has been called, by its holder
    if somebody still has it.
    """
    n = len(hands)
    first, second = zip(*(_halves(hand) for hand in hands), strict=True)
    held = [card for half in (*first, *second) for card in half]
    hidden = pile(scale)
    free = [card for card in reversed(deck(n)) if card not in (*held, *hidden, f"{trump}12")]
    hidden += [card for card in free if card[0] != "P"][: len(deck(n)) - n * SIZE[n] - len(hidden)]
    played = [card for card in deck(n) if card not in (*held, *hidden)]
    tricks = SIZE[n] - len(first[0]) - len(second[0])
    called = max((int(c[1:]) for c in deck(n) if c[0] == trump and c not in hidden), default=0)
    holders = [p for p in range(n) if f"{trump}{called}" in (*first[p], *second[p])]
    if caller is None:
        caller = next((p for p in range(n) if second[p]), holders[0] if holders else leader)
    taken = {p: pile(cards) for p, cards in (purple or {}).items()}
    loose = [c for c in played if c[0] == "P" and not any(c in cards for cards in taken.values())]
    taken[leader] = [*taken.get(leader, []), *loose]
    won = dict(tokens) if tokens is not None else {leader: tricks}
    if points is None:
        points = ordinary(n, round - 1)
    indicators = left(n, len(points) + 1, trump)
    indicators[trump] -= 1
    return ryumon.game("slaughter", players=n).position(
        {
            "game": "slaughter", "players": n, "phase": "tricks", "turn": leader, "leader": leader,
            "round": len(points) + 1, "points": points, "indicators": indicators, "trump": trump,
            "hands": first, "second": second, "scale": hidden, "played": played,
            "purple": [taken.get(p, []) for p in range(n)],
            "tokens": [won.get(p, 0) for p in range(n)], "tricks": tricks,
            "void": [list((void or {}).get(p, "")) for p in range(n)],
            "caller": caller, "called": f"{trump}{called}",
            "summoner": 0 if points else None, "returned": hidden[:2] if points else [],
        }
    )  # fmt: skip


def _halves(hand: str) -> tuple[list[str], list[str]]:
    first, _, second = hand.partition("|")
    return pile(first), pile(second)


# --- what is expected -----------------------------------------------------------------------


def legal(state: State) -> str:
    return " ".join(state.legal())


def play(state: State, moves: str) -> State:
    """Make these moves one by one; the state, for chaining."""
    for move in moves.split():
        state.play(move)
    return state


def refused(state: State, move: Any) -> str:
    """The rule that a refused move names. The refusal says why, and nothing has changed."""
    before = state.position(), state.moves, state.legal(), state.turn
    with pytest.raises(IllegalMove) as refusal:
        state.play(move)
    assert refusal.value.sentence.endswith(".")
    assert (state.position(), state.moves, state.legal(), state.turn) == before
    if isinstance(move, str):
        for language in ("en", "ja"):
            told = state.why(move, language)
            assert told is not None
            assert told[0] == refusal.value.rule
            assert told[1].endswith("." if language == "en" else "。")
        assert state.why(move) == (refusal.value.rule, refusal.value.sentence)
    return refusal.value.rule


def result(state: State) -> Result:
    """How it ended; it has."""
    found = state.result()
    assert found is not None
    return found


def kinds(state: State, viewer: int = ryumon.PUBLIC) -> list[str]:
    return [event["kind"] for event in state.events(viewer)]


def last(state: State, kind: str, viewer: int = ryumon.PUBLIC) -> dict[str, Any]:
    """The last event of this kind that the viewer saw, without its number."""
    event = next(e for e in reversed(state.events(viewer)) if e["kind"] == kind)
    return {key: value for key, value in event.items() if key not in ("n", "kind")}
