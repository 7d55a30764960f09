"""A table in the terminal without a terminal: what is shown is kept, what is typed is scripted."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Any

import ryumon
from ryumon import Game, State, bots
from ryumon.table.chance import SeedChance
from ryumon.table.seats import PERSON
from ryumon.terminal.console import Paper, open_console
from ryumon.terminal.layout import Look
from ryumon.terminal.table import Table


class Desk:
    """Plays the lines of a script, and then stops (EOFError) or goes on by itself."""

    def __init__(
        self,
        *,
        players: int = 4,
        advanced: bool = False,
        language: str = "en",
        seed: int | None = 1,
        seat: int = 0,
        width: int = 80,
        interactive: bool = False,
        shelf: Any = None,
        position: dict[str, Any] | None = None,
        moves: Sequence[str] = (),
        game: Game | None = None,
    ) -> None:
        self.written = io.StringIO()
        console = open_console(self.written, width=width, force_terminal=False)
        self.paper = Paper(language, console, self._typed, interactive)
        game = game or ryumon.game("slaughter", players=players, advanced=advanced)
        state = game.start() if position is None else game.position(position)
        for move in moves:
            state.play(move)
        sitting = ["thumb"] * game.players
        sitting[seat] = PERSON
        self.table = Table(self.paper, state, sitting, SeedChance(seed), shelf)
        self.script: list[str] = []
        self.alone: Callable[[State], str] | None = None
        self.prompts = 0

    def _typed(self, prompt: str) -> str:
        self.written.write(prompt)
        self.prompts += 1
        if self.script:
            line = self.script.pop(0)
        elif self.alone is not None:
            line = self.alone(self.table.state)
        else:
            raise EOFError
        self.written.write(line + "\n")
        return line

    @property
    def state(self) -> State:
        return self.table.state

    def type(self, *lines: str) -> str:
        """Type these lines; returns what was shown from then on, up to the next prompt."""
        before = len(self.written.getvalue())
        self.script = list(lines)
        with suppress(EOFError):
            self.table.play()
        assert not self.script, "the game was over before all lines were read"
        return self.written.getvalue()[before:]

    def finish(self, alone: Callable[[State], str]) -> str:
        """Play the game to its end; `alone` gives each line that is typed."""
        before = len(self.written.getvalue())
        self.alone = alone
        self.table.play()
        return self.written.getvalue()[before:]

    def look(self) -> Look:
        return self.table.look()


def by_thumb(seed: int = 1) -> Callable[[State], str]:
    """Types whole decisions of the rule-of-thumb player, in lower case."""
    bot = bots.make("thumb", seed)

    def line(state: State) -> str:
        return whole_decision(state, lambda ahead: bots.choose(bot, ahead))

    return line


def whole_decision(state: State, choose: Callable[[State], str]) -> str:
    """The moves of one decision, as they are typed."""
    ahead, seat = state.copy(), state.turn
    moves: list[str] = []
    while not moves or (ahead.turn == seat and (ahead.choice() or {}).get("chosen")):
        moves.append(choose(ahead))
        ahead.play(moves[-1])
    return " ".join(moves).lower()


def until(desk: Desk, reached: Callable[[State], bool]) -> None:
    """Play on by thumb until the person has a decision of this sort."""
    thumb = by_thumb()

    def line(state: State) -> str:
        if reached(state):
            raise EOFError
        return thumb(state)

    desk.alone = line
    with suppress(EOFError):
        desk.table.play()
    desk.alone = None
    assert reached(desk.state)


def rule_is(rule: str) -> Callable[[State], bool]:
    return lambda state: (state.choice() or {}).get("rule") == rule


def lines_of(text: str) -> Iterable[str]:
    return text.split("\n")
