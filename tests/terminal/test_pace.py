"""Nobody learns by the clock what is hidden: not whether a bot was asked, nor whether it had a
choice. The clock is a false one; bots that think put it forward."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, cast

import pytest

import ryumon
from ryumon import PUBLIC, Game, bots
from ryumon.bots.levels import PATIENCE, budget_of
from ryumon.bots.search import Budget
from ryumon.play.seat import Seat
from ryumon.table import timing
from ryumon.table.seats import PERSON
from ryumon.table.timing import SHORT, SPARE, Pace, Sitter
from ryumon.terminal.table import Table
from tests.support import thinned
from tests.terminal.party import NAMES, Fate, Party, Screen, indistinguishable
from tests.terminal.test_hotseat import (
    ASKED,
    BUSHIDO,
    EVERYONE,
    GAMES,
    KUNAI,
    UNASKED,
    openly,
)  # fmt: skip


class Clock:
    """Goes when it is put forward."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def forward(self, seconds: float) -> None:
        assert seconds >= 0
        self.now += seconds


class Timed(Screen):
    """Notes when something is written: so long after a key was last pressed."""

    def __init__(self) -> None:
        super().__init__()
        self.clock, self.pressed = Clock(), 0.0
        self.notes: list[tuple[float, str]] = []

    def write(self, text: str) -> int:
        self.notes.append((round(self.clock.now - self.pressed, 6), text))
        return super().write(text)


class Thinker(bots.Search):
    """Plays what is written, after some thought: at most as long as its level may think."""

    def __init__(self, hours: Hours, level: str, seed: int) -> None:
        super().__init__(seed, level)
        self.hours, self.luck = hours, random.Random(seed)

    def choose(self, seat: Seat) -> int:
        budget = self.budget or budget_of(self.level, seat.game.name)
        longest = min(budget.seconds or 0, SHORT if budget.simulations else PATIENCE)
        self.hours.clock.forward(longest * self.luck.uniform(0.9, 1))
        self.hours.thoughts += 1
        return seat.game.spec.ids[self.hours.next_move()]


class Hours(Party):
    """A party with a clock. One person, or none who only looks on, has a table of the own."""

    screen = Timed
    clock: Clock
    table: Any

    def __init__(
        self, game: Game, moves: Sequence[str], people: Sequence[int], *, seed: int = 0,
        level: str = "dragon", **more: Any,
    ) -> None:  # fmt: skip
        super().__init__(game, moves, people, **more)
        self.clock = cast("Timed", self.written).clock
        self.thoughts = 0
        self.table.pace = Pace(game, self.clock, self.clock.forward)
        self.table.others = self._others  # a forced move asks nobody, not even at the end
        for seat in self.table.bots:
            self.table.sitting[seat] = level
            self.table.bots[seat] = Thinker(self, level, 10 * seed + seat)

    def _new(self, game: Game, people: Sequence[int], shelf: Any) -> Any:
        if len(people) > 1:
            return super()._new(game, people, shelf)
        sitting = [PERSON if p in people else "thumb" for p in range(game.players)]
        given = [NAMES[p] if p in people else "" for p in range(game.players)]
        return Table(self.paper, game.start(), sitting, Fate(self.moves), shelf, given)

    def _others(self) -> None:
        self.next_move()
        type(self.table).others(self.table)

    def _typed(self, prompt: str) -> str:
        line = super()._typed(prompt)
        cast("Timed", self.written).pressed = self.clock.now
        return line

    def look_on(self, viewer: int) -> Hours:
        with pytest.raises(EOFError):
            self.table.watch(viewer)
        return self

    @property
    def shown(self) -> list[tuple[float, str]]:
        """All that was written, and how long one waited for it."""
        return cast("Timed", self.written).notes

    def waits(self) -> list[float]:
        """How long everyone waited for each screen that hides."""
        return [wait for wait, text in self.shown if "Pass the keyboard to" in text]


def played(game: Game, moves: Sequence[str], people: Sequence[int], **more: Any) -> Hours:
    party = Hours(game, moves, people, **more)
    party.play()
    return party


# --- asked or not ---------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 2, 3])
def test_BB_30_one_person_cannot_tell_by_the_clock_who_was_asked(seat: int) -> None:
    """The bot at seat 1 is asked for Metsubushi twice and thinks, or has the Blowgun."""
    worlds = [played(BUSHIDO, moves, (seat,), seed=k) for k, moves in enumerate((ASKED, UNASKED))]
    assert worlds[0].thoughts > worlds[1].thoughts
    assert worlds[0].shown == worlds[1].shown


@pytest.mark.parametrize("viewer", [PUBLIC, 0, 2])
def test_BB_30_one_who_looks_on_cannot_tell_by_the_clock_who_was_asked(viewer: int) -> None:
    """Nor by what is shown first: the last card waits for the outcome of the round."""
    asked, unasked = (
        Hours(BUSHIDO, moves, (), seed=k).look_on(viewer)
        for k, moves in enumerate((ASKED, UNASKED))
    )
    assert asked.thoughts > unasked.thoughts
    assert asked.shown == unasked.shown


@pytest.mark.parametrize("people", thinned([(0, 2), (2, 3), (0, 2, 3)], (2, 3)))
def test_BB_30_several_persons_cannot_tell_by_the_clock_who_was_asked(
    people: tuple[int, ...],
) -> None:
    asked, unasked = (played(BUSHIDO, m, people, seed=k) for k, m in enumerate((ASKED, UNASKED)))
    assert asked.thoughts > unasked.thoughts
    assert asked.shown == unasked.shown


@pytest.mark.parametrize("people", thinned([(1, 2), (1, 3), (1, 2, 3), EVERYONE], (1, 2)))
def test_BB_30_hand_overs_come_as_soon_after_an_answer_as_after_none(
    people: tuple[int, ...],
) -> None:
    """Ben, a person, is asked or not; the bot at seat 0 might have been."""
    asked, unasked = (played(BUSHIDO, m, people, seed=k) for k, m in enumerate((ASKED, UNASKED)))
    assert asked.hand_overs() == unasked.hand_overs()
    assert asked.waits() == unasked.waits()
    assert len(asked.waits()) >= 5


def test_BB_30_a_person_who_is_asked_cannot_tell_whether_another_was_before() -> None:
    """Seat 0 is asked for a Smoke Bomb after seat 1 declined Metsubushi, or had none."""
    had_none = KUNAI.replace("special:metsubushi", "special:blowgun").removesuffix(" no")
    asked, unasked = (
        played(BUSHIDO, moves.split(), (0,), seed=k) for k, moves in enumerate((KUNAI, had_none))
    )
    assert asked.thoughts > unasked.thoughts
    assert asked.shown == unasked.shown


def test_BB_30_all_answers_of_a_round_take_one_beat() -> None:
    """Three questions, to two bots; and in the next moment a dragon thinks as long as ever."""
    party = played(BUSHIDO, KUNAI.split(), (3,))
    dragon = PATIENCE + SPARE
    assert party.clock.now == pytest.approx(dragon * (3 + 2 + 2 + 1 + 1))
    assert all(bot.budget is None for bot in party.table.bots.values())


# --- forced or free -------------------------------------------------------------------------


def test_TD_2_a_pass_by_one_who_could_defend_takes_no_longer() -> None:
    """Everyone passes: by need, or by choice after some thought."""
    game = ryumon.game("tiger-dragon", players=3)
    state = game.start()
    state.play("~first:0")
    state.deal(random.Random(5))
    attacks = [[*state.moves, tile] for tile in state.legal()]
    moves = [*next(m for m in attacks if len(game.replay(m).legal()) > 1), "pass", "pass"]
    for seed in range(200):
        world = indistinguishable(game.replay(moves), 0, seed).moves
        if game.replay(world[:-2]).legal() == ["pass"]:
            break
    else:
        pytest.fail("there is no such world")
    free, need = (played(game, m, (0,), seed=k) for k, m in enumerate((moves, world)))
    assert free.thoughts > need.thoughts
    assert free.shown == need.shown


@pytest.mark.slow
@pytest.mark.parametrize("level", ["dragon", "carp"])
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_the_clock_tells_nobody_what_is_not_theirs(
    name: str, options: dict[str, Any], level: str
) -> None:
    """In a world that a person cannot tell from the true one everything is shown at the same
    time."""
    game = ryumon.game(name, **options)
    thoughts = set()
    for seed in range(2):
        moves = openly(game, seed, 25)
        for viewer in range(game.players):
            world = indistinguishable(game.replay(moves), viewer, seed).moves
            true, other = (
                played(game, m, (viewer,), seed=k, level=level)
                for k, m in enumerate((moves, world))
            )
            assert other.shown == true.shown
            assert max(wait for wait, _ in true.shown) > 0
            thoughts.add(true.thoughts - other.thoughts)
        world = indistinguishable(game.replay(moves), PUBLIC, seed).moves
        true, other = (Hours(game, m, ()).look_on(PUBLIC) for m in (moves, world))
        assert other.shown == true.shown
    assert thoughts != {0}


@pytest.mark.parametrize("broken", ["wait", "moment", "hurry"])
def test_bots_that_take_their_own_time_are_caught(
    broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The promise of the tests above, broken three ways: nobody waits for the beat; nobody waits
    where no bot is asked; two answers take as long as two moves."""
    if broken == "wait":
        monkeypatch.setattr(Pace, "_wait", lambda *args: None)
    elif broken == "moment":
        monkeypatch.setattr(Table, "let_answer", lambda *args: None)
    else:
        monkeypatch.setattr(timing, "ANSWERS", 1)
    none = KUNAI.replace("special:metsubushi", "special:blowgun").removesuffix(" no")
    asked, unasked = (
        played(BUSHIDO, moves.split(), (3,), seed=k) for k, moves in enumerate((KUNAI, none))
    )
    assert asked.shown != unasked.shown


# --- how long a beat is ---------------------------------------------------------------------


def beat(clock: Clock, pacer: Pace, bot: bots.Bot, thought: float, level: str = "x") -> float:
    """How long a turn lasts in which the bot thinks so long."""
    began = clock.now
    with pacer.turn([Sitter(level, bot)]):
        clock.forward(thought)
    return round(clock.now - began, 6)


def paced(name: str = "slaughter") -> tuple[Clock, Pace]:
    clock = Clock()
    return clock, Pace(ryumon.game(name), clock, clock.forward)


@pytest.mark.parametrize("level", ["random", "thumb"])
def test_bots_that_answer_at_once_are_not_slowed_down(level: str) -> None:
    clock, pacer = paced()
    assert beat(clock, pacer, bots.make(level, 1), 0) == 0


def test_a_dragon_takes_as_long_as_it_may_think() -> None:
    clock, pacer = paced()
    dragon = bots.make("dragon", 1)
    assert [beat(clock, pacer, dragon, t) for t in (0, 0.5, 0.91, 0)] == [1.0] * 4
    assert [beat(clock, pacer, dragon, t) for t in (1.2, 1.2, 0)] == [2.0, 2.0, 1.0]


@pytest.mark.parametrize("level", ["carp", "tiger", "carp@20"])
def test_a_bot_that_counts_has_a_short_beat_that_grows_with_its_need(level: str) -> None:
    """Once may be chance; what was needed twice is kept ready."""
    clock, pacer = paced()
    bot = bots.make(level, 1)
    times = [beat(clock, pacer, bot, t, level) for t in (0, 0.09, 0.25, 0, 0.35, 0, 0.39, 5)]
    assert times[:6] == [0.1, 0.1, 0.3, 0.1, 0.4, 0.3375]
    assert times[6] == 2 * 0.3375
    assert 0.39 < beat(clock, pacer, bot, 0, level) < 0.6


def test_the_beat_of_a_level_is_never_longer_than_it_may_think() -> None:
    clock, pacer = paced()
    bot = bots.make("samurai", 1)
    for _ in range(3):
        beat(clock, pacer, bot, 8)
    assert beat(clock, pacer, bot, 0) == PATIENCE + SPARE


def test_a_program_has_a_beat_by_its_slowest_moves() -> None:
    class Program:
        longest = 7.5

        def choose(self, seat: Seat) -> int:
            return seat.legal_ids()[0]

    clock, pacer = paced()
    times = [beat(clock, pacer, Program(), t) for t in (0, 2.05, 1.85, 0.2, 1.9, 0)]
    assert times[:3] == [0.1, 2.1, 1.9]
    assert 1.9 < times[3] < 3
    assert times[3] == times[4] == times[5]
    for _ in range(2):
        beat(clock, pacer, Program(), 60)
    assert beat(clock, pacer, Program(), 0) == Program.longest


def test_one_that_only_counts_plays_alike_also_in_secret() -> None:
    clock, pacer = paced("bushido")
    counting, level = bots.Search(1, "carp", Budget(20)), bots.Search(1, "carp")
    with pacer.moment([Sitter("carp@20", counting), Sitter("carp", level)]):
        assert counting.budget == Budget(20)
        assert level.budget is not None
        assert level.budget.seconds is not None
        assert 3 * level.budget.seconds < SHORT
    assert level.budget is None
    assert clock.now == SHORT


# --- nobody waits in vain -------------------------------------------------------------------


def test_nobody_waits_where_nobody_sits() -> None:
    """A script that plays, and a game that is written into a file."""
    for people in ((0,), ()):
        party = Hours(BUSHIDO, ASKED, people)
        party.paper.interactive = False
        party.written.isatty = lambda: False
        slept: list[float] = []
        party.table.pace = Pace(BUSHIDO, party.clock, slept.append)
        if people:
            party.play()
        else:
            party.look_on(PUBLIC)
        assert party.thoughts
        assert not slept


def test_nobody_waits_where_nothing_is_hidden() -> None:
    game = ryumon.game("tatsu")
    moves = openly(game, 1, 20)
    party = Hours(game, moves, (0,))
    slept: list[float] = []
    party.table.pace = Pace(game, party.clock, slept.append)
    party.play()
    assert party.thoughts
    assert not slept


def test_ctrl_c_ends_a_wait_and_the_game_is_kept() -> None:
    class Kept:
        trouble, moves = None, [""]

        def keep(self, state: ryumon.State, names: list[str]) -> None:
            self.moves = state.moves

    def interrupt(seconds: float) -> None:
        raise KeyboardInterrupt

    party = Hours(BUSHIDO, ASKED, (3,), shelf=Kept())
    party.table.pace = Pace(BUSHIDO, party.clock, interrupt)
    with pytest.raises(KeyboardInterrupt):
        party.play()
    party.table.leave()  # as the command line does
    assert party.table.shelf.moves == ASKED[:1]
