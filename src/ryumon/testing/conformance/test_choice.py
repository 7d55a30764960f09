"""`choice()` says the whole decision as data: exactly what `legal()` allows step by step."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import ryumon
from ryumon import State
from ryumon.testing import support

MANY = 3000  # complete move lists that are all looked at; above, one step at a time


def pick_lists(choice: dict[str, Any]) -> set[tuple[str, ...]]:
    """Every complete list of moves: `least` to `most` of `which` in their order, then `then`."""
    last = () if choice["then"] is None else (choice["then"],)
    return {
        chosen + last
        for k in range(choice["least"], choice["most"] + 1)
        for chosen in itertools.combinations(choice["which"], k)
    }


def pick_size(choice: dict[str, Any]) -> int:
    n = len(choice["which"])
    return sum(math.comb(n, k) for k in range(choice["least"], choice["most"] + 1))


def tree_lists(choice: dict[str, Any]) -> set[tuple[str, ...]]:
    """Every way from the root of the tree to one of its ends."""

    def ways(nodes: list[dict[str, Any]]) -> Iterator[tuple[str, ...]]:
        for node in nodes:
            for rest in ways(node["then"]) if node["then"] else [()]:
                yield (node["move"], *rest)

    return set(ways(choice["which"]))


def tree_size(choice: dict[str, Any]) -> int:
    return len(tree_lists(choice))


LISTS: dict[str, Callable[[dict[str, Any]], set[tuple[str, ...]]]] = {
    "pick": pick_lists, "tree": tree_lists,
}  # fmt: skip
SIZES: dict[str, Callable[[dict[str, Any]], int]] = {"pick": pick_size, "tree": tree_size}


def faults(state: State) -> list[str]:
    """Where the choice and the legal moves of a state disagree, down to the last move."""
    choice = state.choice()
    if choice is None:
        return ["A seat is to move, but there is no choice."]
    if choice["kind"] not in LISTS:
        return [f"The test knows no choice of the kind {choice['kind']!r}."]
    if SIZES[choice["kind"]](choice) > MANY:
        return ["There are too many lists to look at all of them."]
    return _disagreements(state, LISTS[choice["kind"]](choice))


def _disagreements(state: State, lists: set[tuple[str, ...]]) -> list[str]:
    found = []
    heads = {moves[0] for moves in lists if moves}
    if heads != set(state.legal()):
        found.append(f"The choice begins with {sorted(heads)}, legal are {state.legal()}.")
    for head in sorted(heads & set(state.legal())):
        tails = {moves[1:] for moves in lists if moves[:1] == (head,)}
        after = state.copy()
        after.play(head)
        if () in tails:
            if len(tails) > 1:
                found.append(f"After {head} the decision is over and goes on.")
            continue
        if after.turn != state.turn:
            found.append(f"After {head} the decision is over, but not in the choice.")
            continue
        rest = after.choice()
        if rest is None or LISTS[rest["kind"]](rest) != tails:
            found.append(f"After {head} the choice is another one than before.")
        elif len(tails) <= 40:
            found += _disagreements(after, tails)
    return found


def test_there_is_a_choice_exactly_when_a_seat_is_to_move(game: ryumon.Game) -> None:
    for state in support.walk(game, 1):
        choice = state.choice()
        assert (choice is None) == (state.turn < 0)
        if choice is not None:
            assert choice["seat"] == state.turn
            assert choice["rule"] in support.SUITES[game.name].rules
            assert support.through_json(choice) == choice


def test_the_choice_allows_what_is_legal_step_by_step(game: ryumon.Game) -> None:
    for state in support.moments(game, 1, every=15):
        if state.turn >= 0:
            assert not faults(state)


def test_every_complete_list_can_be_played_and_ends_the_decision(game: ryumon.Game) -> None:
    for state in support.moments(game, 2, most=10):
        choice = state.choice()
        if choice is None:
            continue
        lists = sorted(LISTS[choice["kind"]](choice))
        for moves in lists[:: max(1, len(lists) // 25)]:
            after = state.copy()
            after.play(list(moves))
            rest = after.choice()
            goes_on = rest is not None and after.turn == state.turn and rest["chosen"]
            assert not goes_on, moves


def test_at_every_step_the_first_moves_of_the_choice_are_the_legal_ones(game: ryumon.Game) -> None:
    for seed in range(2):
        for state in support.walk(game, seed):
            choice = state.choice()
            if choice is not None and SIZES[choice["kind"]](choice) <= MANY:
                heads = {moves[0] for moves in LISTS[choice["kind"]](choice)}
                assert heads == set(state.legal())


@pytest.mark.parametrize("wrong", ["which", "least", "most", "then"])
@support.only_with("slaughter")
def test_a_wrong_choice_is_noticed(wrong: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ryumon.game("slaughter")
    state = next(s for s in support.walk(game, 4) if s.view(0)["phase"] == "division")
    assert not faults(state)
    table = game.spec.view
    honest = table.choice

    def lying(s: Any) -> dict[str, Any]:
        choice = honest(s)
        lie = {
            "which": choice["which"][1:], "least": 2, "most": choice["most"] - 1, "then": None,
        }  # fmt: skip
        return {**choice, wrong: lie[wrong]}

    monkeypatch.setattr(table, "choice", lying)
    assert faults(state)
