"""One game of a tournament: the same luck in every seating, and what happens to bots that fail."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

import ryumon
from ryumon.bots import BrokenBot
from ryumon.lab.arena import Tournament
from ryumon.lab.arena import play as playing
from ryumon.lab.arena.play import Deal, Task, play
from tests.support import SUITES

pytestmark = pytest.mark.slow  # not for the inner loop

PLAYERS = "tests.lab.arena.players"


def by_sort(moves: list[str]) -> dict[str, list[str]]:
    """The outcomes of chance, by sort, in their order."""
    found: dict[str, list[str]] = {}
    for move in moves:
        if move.startswith("~"):
            name, colon, _ = move.partition(":")
            found.setdefault(name if colon else "~", []).append(move)
    return found


def all_games(name: str, deal: int, **options) -> list[list[str]]:
    """The moves of one deal in all seatings."""
    made = Tournament(ryumon.game(name, **options), ["random", "thumb"])
    tasks = [Task(deal, seating) for match in made.matches for seating in match.seatings]
    return [play(made.settings, task)[0].moves for task in tasks]


def agree(games: list[list[str]]) -> bool:
    """Do all of them meet the same cards and dice, as far as each of them goes?"""
    chance = [by_sort(moves) for moves in games]
    return all(
        all(a == b for a, b in zip(one.get(sort, []), two.get(sort, []), strict=False))
        for one, two in pairwise(chance)
        for sort in one
        if sort != "~first"  # among those who share the last place: that is the players' doing
    )


@pytest.mark.parametrize("name", [name for name in SUITES if name != "bushido"])
def test_every_seating_has_the_same_deals(name: str) -> None:
    """All rounds, not the first alone; and other deals are others."""
    games = all_games(name, deal=3)
    assert len(games) >= 2
    assert agree(games)
    assert len({tuple(moves) for moves in games}) == len(games)  # but not the same games
    first = [by_sort(games[0]), by_sort(all_games(name, deal=4)[0])]
    assert first[0]["~"][:20] != first[1]["~"][:20]


@pytest.mark.parametrize(("name", "options"), [
    ("slaughter", {"players": 5, "advanced": True}), ("tiger-dragon", {"field": "each-round"}),
    ("schadenfreude", {"players": 3}), ("tiger-dragon", {"teams": True}),
])  # fmt: skip
def test_with_options_too(name: str, options) -> None:
    assert agree(all_games(name, deal=1, **options))


def test_one_stream_for_all_sorts_would_not_do(monkeypatch) -> None:
    """The test above notices when sorts are not counted apart: in Schadenfreude chance names the
    leader only after a tie, and every later card would be another one."""

    class OneStream(Deal):
        one = random.Random(1)

        def source(self, state):
            return self.one

    monkeypatch.setattr(playing, "Deal", OneStream)
    assert not all(agree(all_games("schadenfreude", deal=k)) for k in range(5))


def test_the_luck_of_a_deal_is_fair() -> None:
    """The first card of many deals: each of the 48 about equally often."""
    state = ryumon.game("slaughter").start()
    state.play("~first:0")
    counts = [0] * 48
    for deal in range(4800):
        counts[Deal(7, deal).draw(state)] += 1
    assert sum((count - 100) ** 2 / 100 for count in counts) < 85  # 47 degrees; p < 0.001


def test_a_game_is_a_function_of_seed_deal_and_names() -> None:
    """Not of the other bots of the tournament, nor of the order in which they are named."""
    game = ryumon.game("tatsu")
    one = Tournament(game, ["random", "thumb"], seed=5)
    two = Tournament(game, ["thumb", "random"], seed=5)
    moves = one.replay(2, ["random", "thumb"]).moves
    assert moves == two.replay(2, ["random", "thumb"]).moves
    assert moves != one.replay(3, ["random", "thumb"]).moves
    assert (
        moves != Tournament(game, ["random", "thumb"], seed=6).replay(2, ["random", "thumb"]).moves
    )
    assert game.replay(moves).result() is not None


@pytest.mark.slow
def test_compiled_rules_give_the_same_game() -> None:
    from tests.support import compiled, interpreted

    made = Tournament(ryumon.game("tatsu"), ["random", "thumb"])
    with interpreted():
        plain = play(made.settings, Task(0, (0, 1)))[1].payoffs, made.replay(0, ["random", "thumb"])
    with compiled("tatsu"):
        fast = play(made.settings, Task(0, (0, 1)))[1].payoffs, made.replay(0, ["random", "thumb"])
        assert fast[1].game.compiled
    assert plain == fast


@pytest.mark.parametrize(("name", "why"), [
    ("crash", "RuntimeError: oh dear"), ("illegal", '"nonsense" is not a move'),
    ("unmade", "OSError: no room"),
])  # fmt: skip
def test_a_bot_that_fails_loses_the_game(name: str, why: str) -> None:
    made = Tournament(ryumon.game("slaughter"), ["lowest", name], source=PLAYERS)
    _, played = play(made.settings, Task(0, (0, 1, 0, 0)))
    assert played.payoffs == [pytest.approx(1 / 3), 0, pytest.approx(1 / 3), pytest.approx(1 / 3)]
    assert played.fault is not None
    assert played.fault.side == 1
    assert played.fault.sentence.startswith(f"{name} failed after")
    assert why in played.fault.sentence
    assert "\n" not in played.fault.sentence


def test_the_whole_side_loses_with_the_partner_that_fails() -> None:
    made = Tournament(ryumon.game("bushido", players=4), ["lowest", "crash"], source=PLAYERS)
    assert play(made.settings, Task(0, (0, 1)))[1].payoffs == [1, 0]
    assert play(made.settings, Task(0, (1, 0)))[1].payoffs == [0, 1]


def test_the_fault_of_a_program_is_told_in_its_own_sentence() -> None:
    wrong = BrokenBot("closed", bot="Example")
    assert playing._told(wrong) == "The bot Example is no longer running."
    assert playing._told(RuntimeError("no idea")) == "RuntimeError: no idea"


def test_a_fault_of_the_rules_is_no_bots_fault(monkeypatch) -> None:
    def broken(self, rng):
        raise ZeroDivisionError

    monkeypatch.setattr(ryumon.State, "deal", broken)
    made = Tournament(ryumon.game("tatsu"), ["random", "thumb"])
    with pytest.raises(ZeroDivisionError):
        play(made.settings, Task(0, (0, 1)))


def test_bots_that_hold_something_are_closed(monkeypatch) -> None:
    from tests.lab.arena import players

    seen = []

    def make(name, seed):
        seen.append(players.Player(name, seed))
        return seen[-1]

    monkeypatch.setattr(players, "make", make)
    made = Tournament(ryumon.game("bushido", turns=2), ["lowest", "illegal"], source=PLAYERS)
    assert len(seen) == 2  # to see whether they can be made
    play(made.settings, Task(0, (0, 1)))
    play(made.settings, Task(0, (0, 0)))
    assert len(seen) == 6
    assert all(bot.closed for bot in seen)
    assert [bot.told for bot in seen] == [-1, -1, -1, -1, 0, 1]  # of a game that was finished


def test_partners_are_bots_of_their_own(monkeypatch) -> None:
    """Each seat has its own seed, in every game another one."""
    from tests.lab.arena import players

    usual, seeds = players.make, []

    def make(name, seed):
        seeds.append(seed)
        return usual(name, seed)

    monkeypatch.setattr(players, "make", make)
    names = ["random-a", "random-b"]
    made = Tournament(ryumon.game("bushido", players=4), names, source=PLAYERS)
    seeds.clear()
    for task in (Task(0, (0, 1)), Task(0, (1, 0)), Task(1, (0, 1))):
        play(made.settings, task)
    assert len(set(seeds)) == 3 * 4
