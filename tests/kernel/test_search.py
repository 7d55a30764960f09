"""Each step of the search, in games that are small enough to be worked out by hand."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest

from ryumon.bots.search import Tally
from ryumon.kernel.ops import CHANCE
from ryumon.kernel.search import MOVES, SIMULATIONS, SQUARE, USED, VALUE, VISITS
from ryumon.kernel.tree import SearchTree
from tests.kernel.tiny import Spot, end, searched


def visits(tree: SearchTree, node: int) -> dict[int, int]:
    """How often each branch of a node was taken, by what was seen."""
    return {seen: tree.table[child][VISITS] for seen, child in tree.children(node).items()}


def mean(tree: SearchTree, node: int) -> float:
    return tree.sums[node][VALUE] / tree.table[node][VISITS]


# --- secrecy --------------------------------------------------------------------------------

SAY, OTHER = 1, 2
# A coin lies in one of two hands; seat 0 has seen where, seat 1 guesses.
PENNIES = {
    "go": Spot(0, {0: "hide"}),
    "hide": Spot(CHANCE, {SAY: "one", OTHER: "two"}, hidden={1: -1}),
    "one": Spot(1, {SAY: "found", OTHER: "missed"}),
    "two": Spot(1, {SAY: "missed", OTHER: "found"}),
    "found": end(0.0, 1.0),
    "missed": end(1.0, 0.0),
}


@pytest.mark.parametrize("seed", range(4))
def test_nobody_in_a_search_chooses_by_what_it_cannot_know(seed):
    """Whoever could see the coin would soon find it always. In the guesser's own tree both places
    are one node, and there it learns from every guess."""
    tree = searched(PENNIES, 400, seed=seed)
    (go,) = tree.children(tree.root(0)).values()
    assert mean(tree, go) == pytest.approx(0.5, abs=0.1)
    hidden = tree.children(tree.root(1))[0]
    assert set(tree.children(hidden)) == {-1}
    assert visits(tree, tree.children(hidden)[-1]).keys() == {SAY, OTHER}
    assert sum(visits(tree, tree.children(hidden)[-1]).values()) == 399


def test_others_in_a_search_learn_what_is_good_for_them():
    """The coin lies nine times out of ten in the same hand: a guesser finds that out."""
    hide = replace(PENNIES["hide"], weights={OTHER: 9})
    tree = searched({**PENNIES, "hide": hide}, 400)
    hidden = tree.children(tree.children(tree.root(1))[0])[-1]
    assert visits(tree, hidden)[OTHER] > 300
    assert mean(tree, tree.children(tree.root(0))[0]) < 0.25


# Seat 0 goes on; then chance says in secret whether seat 0 or seat 1 is asked, and both may give
# the same answers. Only seat 1 ever wins anything, by the answer that it gives itself.
ASKED = {
    "go": Spot(0, {0: "who"}),
    "who": Spot(CHANCE, {4: "me", 5: "you"}, hidden={0: -1}),
    "me": Spot(0, {SAY: "nothing", OTHER: "nothing"}),
    "you": Spot(1, {SAY: "won", OTHER: "nothing"}),
    "nothing": end(0.0, 0.0),
    "won": end(0.0, 1.0),
}


def test_a_result_counts_for_who_moved_not_for_who_watched():
    """Where a seat cannot tell whether it or another will be asked, both stand at one node of its
    tree; what the other gains by a move is no reason for the seat to make it."""
    tree = searched(ASKED, 200, c_puct=0.5)
    node = tree.root(0)
    for seen in (0, -1):
        node = tree.children(node)[seen]
    assert set(tree.children(node)) == {SAY, OTHER}
    assert [tree.sums[child][VALUE] for child in tree.children(node).values()] == [0.0, 0.0]


# --- chance, and the worlds -----------------------------------------------------------------


@pytest.mark.parametrize("observers", [True, False])
def test_chance_in_the_trees_goes_by_its_weights(observers):
    """Three outcomes with the weights 1, 5 and 14."""
    game = {
        "begin": Spot(0, {0: "roll"}),
        "roll": Spot(CHANCE, {4: "low", 5: "mid", 6: "high"}, weights={5: 5, 6: 14}),
        "low": end(0.0, 1.0),
        "mid": end(0.5, 0.5),
        "high": end(1.0, 0.0),
    }
    tree = searched(game, 2000, observers=observers)
    (begun,) = tree.children(tree.root(0)).values()
    found = visits(tree, begun)
    # the first simulation ends at the new node; four standard deviations of the rest
    assert sum(found.values()) == 1999
    assert found[4] / 1999 == pytest.approx(0.05, abs=0.02)
    assert found[5] / 1999 == pytest.approx(0.25, abs=0.04)
    assert mean(tree, begun) == pytest.approx(0.5 * 0.25 + 0.7, abs=0.04)


# What seat 0 holds is one of two things; sensible play would hardly have led to the second.
WORLDS = {
    "unknown": Spot(0, {0: "end"}, worlds=("likely", "odd")),
    "likely": Spot(0, {0: "end"}),
    "odd": Spot(0, {0: "end"}, likelihood=100),
    "end": end(1.0, 0.0),
}


# Worlds are drawn in turn. With one try every second one is the odd one. With more tries it is kept
# once in ten times; then the next draw begins with the likely one, which is always kept.
@pytest.mark.parametrize(("tries", "share"), [(1, 1 / 2), (2, 1 / 11), (3, 1 / 11)])
def test_worlds_are_kept_as_they_fit_what_sensible_opponents_did(tries, share):
    tree = searched(WORLDS, 1, world_tries=tries)
    drawn = [tree.world().at for _ in range(2000)]
    assert drawn.count(2) / len(drawn) == pytest.approx(share, abs=0.03)


# --- which move is tried --------------------------------------------------------------------


def by_puct(
    pays: list[float], priors: list[float], simulations: int, possible: list[list[int]],
    c_puct: float, prior_noise: float, first_play_penalty: float,
) -> list[int]:  # fmt: skip
    """How often each move is tried, worked out from the formula; possible[t % len] are the moves
    that the t-th simulation can make."""
    n = len(pays)
    tried, times = [0] * n, [0] * n
    for t in range(simulations):
        here = possible[t % len(possible)]
        total = sum(tried[k] for k in here)
        gained = sum(tried[k] * pays[k] for k in here)
        untried = gained / total - first_play_penalty if total else 0.0
        for k in here:
            times[k] += 1
        promises = {}
        for k in here:
            prior = (1 - prior_noise) * priors[k] + prior_noise / n
            bonus = prior * math.sqrt(times[k]) / (1 + tried[k])
            promises[k] = (pays[k] if tried[k] else untried) + c_puct * bonus
        tried[max(here, key=promises.__getitem__)] += 1
    return tried


PAYS, PRIORS = [0.5, 0.3, 0.9], [0.7, 0.25, 0.05]
ENDS = {f"end{k}": end(share, 1 - share) for k, share in enumerate(PAYS)}
CHOICE = Spot(0, {k: f"end{k}" for k in range(3)}, priors=dict(enumerate(PRIORS)))


@pytest.mark.parametrize("c_puct", [0.2, 1.0])
@pytest.mark.parametrize("noise", [0.0, 0.25, 1.0])
@pytest.mark.parametrize("penalty", [0.0, 0.05, 0.3])
def test_a_move_is_chosen_by_its_mean_its_prior_and_how_rarely_it_was_tried(c_puct, noise, penalty):
    told = {"c_puct": c_puct, "prior_noise": noise, "first_play_penalty": penalty}
    found = visits(searched({"choice": CHOICE, **ENDS}, 60, **told), 0)
    assert [found[k] for k in range(3)] == by_puct(PAYS, PRIORS, 60, [[0, 1, 2]], **told)


def test_a_move_that_was_rarely_possible_is_not_taken_for_one_that_was_rarely_tried():
    """The third move is possible in every fourth world only."""
    most = Spot(0, {k: f"end{k}" for k in range(2)}, priors=dict(enumerate(PRIORS)))
    game = {"known": Spot(0, {0: "end0"}, worlds=("few", "few", "few", "all"))}
    game |= {"few": most, "all": CHOICE, **ENDS}
    told: dict[str, Any] = {"c_puct": 1.0, "prior_noise": 0.0, "first_play_penalty": 0.05}
    found = visits(searched(game, 80, **told), 0)
    possible = [[0, 1], [0, 1], [0, 1], [0, 1, 2]]
    assert [found[k] for k in range(3)] == by_puct(PAYS, PRIORS, 80, possible, **told)


def test_the_error_of_a_mean_is_that_of_the_payoffs():
    """Payoffs between 0 and 1, as those of shared wins are."""
    game = {
        "begin": Spot(0, {0: "roll"}),
        "roll": Spot(CHANCE, {4: "less", 5: "more"}),
        "less": end(0.25, 0.75),
        "more": end(0.5, 0.5),
    }
    tree = searched(game, 101, world_tries=0)
    (begun,) = tree.children(tree.root(0)).values()
    tally = Tally(101, tree.sums[begun][VALUE], tree.sums[begun][SQUARE])
    less = round((0.5 * 101 - tally.value) / 0.25)
    spread = (less * (0.25 - tally.mean) ** 2 + (101 - less) * (0.5 - tally.mean) ** 2) / 100
    assert 0 < less < 101
    assert tally.error == pytest.approx(math.sqrt(spread / 101))


# --- rollouts -------------------------------------------------------------------------------

# Ten moves of one seat to the end; each spot is worth a tenth more than the one before.
LONG = {f"{k}": Spot(0, {0: f"{k + 1}"}, pays=(k / 10, 1 - k / 10)) for k in range(10)}
LONG["10"] = end(1.0, 0.0)


@pytest.mark.parametrize(("depth", "made"), [(0, 1), (1, 2), (4, 5), (9, 10), (-1, 10)])
def test_a_rollout_is_as_deep_as_it_was_told_and_is_then_judged(depth, made):
    tree = searched(LONG, 1, rollout_depth=depth)
    assert tree.count[MOVES] == made  # one move of them in the tree
    assert tree.shares[1][0] == pytest.approx(made / 10)


@pytest.mark.slow
@pytest.mark.parametrize("share", [0, 250, 1000])
def test_so_many_of_a_thousand_rollout_moves_are_sensible(share):
    """A sensible player always makes move 1, a random one every second time."""
    game = {
        "begin": Spot(0, {0: "play"}),
        "play": Spot(0, {0: "bad", 1: "good"}, sensible=1),
        "bad": end(0.0, 1.0),
        "good": end(1.0, 0.0),
    }
    good = 0.0
    for seed in range(200):
        good += searched(game, 1, seed=seed, rollout_share=share).shares[1][0]
    assert good / 200 == pytest.approx((share + (1000 - share) / 2) / 1000, abs=0.08)


# --- endings that are solved ----------------------------------------------------------------


def solved(spots: dict[str, Spot]) -> SearchTree:
    """One simulation: a first move into the ending, which is then solved."""
    game = {"before": Spot(0, {0: next(iter(spots))}), **spots}
    return searched(game, 1, solve_moves=8, players=3)


# Seat 1 chooses between two spots of seat 2, who chooses for itself, not for seat 1.
ENDING = {
    "first": Spot(1, {0: "left", 1: "right"}, left=2),
    "left": Spot(2, {0: "a", 1: "b"}, left=1),
    "right": Spot(2, {0: "c", 1: "d"}, left=1),
    "a": end(0.0, 0.9, 0.1),
    "b": end(0.3, 0.0, 0.7),
    "c": end(0.2, 0.2, 0.6),
    "d": end(0.5, 0.4, 0.1),
}


def test_an_ending_is_solved_by_everyone_for_itself():
    tree = solved(ENDING)
    assert tree.shares[1][:3] == [0.2, 0.2, 0.6]  # right, then c
    assert tree.count[MOVES] == 1 + 6


def test_of_equally_good_moves_of_an_ending_the_last_is_made():
    """What is left to the others depends on it: it must be the same in every search."""
    ending = {
        "first": Spot(1, {0: "a", 1: "b", 2: "c"}, left=1),
        "a": end(0.6, 0.4, 0.0),
        "b": end(0.0, 0.4, 0.6),
        "c": end(0.7, 0.3, 0.0),
    }
    assert solved(ending).shares[1][:3] == [0.0, 0.4, 0.6]


def test_forced_moves_of_an_ending_are_counted_too():
    """Speed is told in moves."""
    assert (
        solved(
            {f"{k}": Spot(k % 3, {0: f"{k + 1}"}, left=5 - k) for k in range(5)}
            | {"5": end(1.0, 0.0, 0.0)}
        ).count[MOVES]
        == 1 + 5
    )


# --- from one decision to the next ----------------------------------------------------------


def grown(tree: SearchTree, node: int) -> dict:
    """All that a tree holds from a node on, the node itself last."""
    below = {seen: grown(tree, child) for seen, child in tree.children(node).items()}
    own = tree.table[node][VISITS], list(tree.sums[node])
    return {"below": below, "own": own}


@pytest.mark.parametrize("observers", [True, False])
def test_what_grew_on_a_branch_is_the_next_tree_with_all_its_counts(observers):
    game = {
        "a": Spot(0, {0: "b", 1: "c"}),
        "b": Spot(1, {0: "d", 1: "e"}),
        "c": end(0.4, 0.6),
        "d": Spot(0, {0: "c", 1: "f"}),
        "e": end(0.0, 1.0),
        "f": end(1.0, 0.0),
    }
    tree = searched(game, 60, observers=observers)
    branch = tree.follow([0, 0])
    before = grown(tree, branch)
    assert len(before["below"]) == 2
    tree.reroot(branch)
    after = grown(tree, tree.root(0))
    assert after["below"] == before["below"]
    assert after["own"][0] == before["own"][0] > 0
    assert tree.count[SIMULATIONS] == 0
    assert tree.count[USED] == (2 if observers else 1) + 2
