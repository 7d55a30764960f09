"""Several persons at one terminal, without a terminal: a whole list of moves is typed by them.

What is shown falls into pages, one for each time that the screen is wiped, and every page belongs
to somebody: to everyone (a screen that hides) or to the person who looks at it.
"""

from __future__ import annotations

import io
import random
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, NamedTuple, cast

from ryumon import PUBLIC, Game, State, bots
from ryumon.play.seat import Seat
from ryumon.table.chance import SeedChance
from ryumon.table.seats import PERSON
from ryumon.terminal import setup
from ryumon.terminal.console import Paper, open_console
from ryumon.terminal.hotseat import Shared
from tests.terminal.desk import whole_decision

WIPE = "\x1b[2J\x1b[H"
NAMES = ["Aki", "Ben", "Chie", "Dan", "Emi"]
HIDES = ("Enter: I am ", "Enter: 私が")


class Screen(io.StringIO):
    """Says that it is a terminal."""

    def isatty(self) -> bool:
        return True


class Page(NamedTuple):
    """What was shown between two wipes, and to whom: PUBLIC if everyone may look."""

    owner: int
    text: str


class Fate(SeedChance):
    """Deals what is written."""

    def __init__(self, moves: Sequence[str]) -> None:
        super().__init__(0)
        self.moves = moves

    def draw(self, state: State) -> int:
        return state.legal().index(self.moves[len(state.moves)])


class Actor:
    """A bot that plays what is written."""

    def __init__(self, party: Party) -> None:
        self.party = party

    def choose(self, seat: Seat) -> int:
        return seat.game.spec.ids[self.party.next_move()]


class Party:
    """Persons at these seats play the moves of a script, and stop where it ends.

    `lines` are typed instead, one after the other, as long as there are any; whatever waits for
    Enter gets it.
    """

    screen: type[Screen] = Screen

    def __init__(
        self, game: Game, moves: Sequence[str], people: Sequence[int], *, language: str = "en",
        shelf: Any = None, width: int = 80, height: int = 24, resume: bool = False,
    ) -> None:  # fmt: skip
        self.moves = list(moves)
        self.written = self.screen()
        console = open_console(
            self.written, width=width, height=height, force_terminal=True, color_system=None
        )
        self.paper = Paper(language, console, self._typed, interactive=True)
        self.prompts: list[str] = []
        self.lines: list[str] = []
        self._asked: list[tuple[int, int]] = []  # where in the stream somebody typed, and who
        self.table = self._resumed(shelf) if resume else self._new(game, people, shelf)
        self.table.bots = {seat: cast("bots.Bot", Actor(self)) for seat in self.table.bots}

    def _new(self, game: Game, people: Sequence[int], shelf: Any) -> Shared:
        sitting = [PERSON if p in people else "thumb" for p in range(game.players)]
        given = [NAMES[p] if p in people else "" for p in range(game.players)]
        return Shared(self.paper, game.start(), sitting, Fate(self.moves), shelf, given)

    def _resumed(self, shelf: Any) -> Shared:
        """The game on the shelf, as the program takes it up."""
        table = setup.interrupted(self.paper, Fate(self.moves), shelf, renew=False)
        assert isinstance(table, Shared)
        return table

    @property
    def state(self) -> State:
        return self.table.state

    def next_move(self) -> str:
        if len(self.state.moves) == len(self.moves):
            raise EOFError
        return self.moves[len(self.state.moves)]

    def play(self, *lines: str) -> Party:
        self.lines = list(lines)
        with suppress(EOFError):
            self.table.play()
        return self

    # --- what is typed ----------------------------------------------------------------------

    def _typed(self, prompt: str) -> str:
        self.prompts.append(prompt)
        self.written.write(prompt)
        private = not prompt.startswith((*HIDES, "Enter: continue it"))
        owner = self.table.seat if private else PUBLIC
        self._asked.append((self.written.tell(), owner))
        line = self._line(prompt)
        self.written.write(line + "\n")
        return line

    def _line(self, prompt: str) -> str:
        if self.lines:
            return self.lines.pop(0)
        if prompt.startswith("Enter"):
            return ""
        if self.table.idle:
            return "no"
        self.next_move()  # EOFError at the end

        def written(ahead: State) -> str:
            return self.moves[len(ahead.moves)]

        return whole_decision(self.state, written)

    # --- what was shown ---------------------------------------------------------------------

    @property
    def pages(self) -> list[Page]:
        """All that was written, cut where the screen was wiped. A page belongs to whoever typed
        at its end; where nobody did it was for everyone."""
        found: list[Page] = []
        end, typed = 0, self._asked
        for text in self.written.getvalue().split(WIPE):
            begin, end = end, end + len(text) + len(WIPE)
            owners = [owner for place, owner in typed if begin < place <= end]
            found.append(Page(owners[-1] if owners else PUBLIC, text))
        return found

    def pages_of(self, owner: int) -> list[str]:
        return [page.text for page in self.pages if page.owner == owner]

    def hand_overs(self) -> list[str]:
        """The screens that hide, in order: all that the others at the table notice."""
        return [page.text for page in self.pages if any(hides in page.text for hides in HIDES)]


def indistinguishable(state: State, viewer: int, seed: int) -> State:
    """A world that the viewer cannot tell from this one."""
    return state.worlds(viewer, random.Random(seed))
