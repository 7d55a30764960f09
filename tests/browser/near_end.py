"""Tables that begin shortly before the end of a game, so that a test can finish it by clicking."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page

import ryumon
from ryumon.play.record import Record
from ryumon.play.state import State

MAKE = """async (asked) => {
  const answer = await fetch('/api/tables', {
    method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(asked),
  });
  return await answer.json();
}"""


def played_until(game: str, wanted: Callable[[State], bool], **options: Any) -> State:
    """A game of random moves up to the first decision that is wanted."""
    for seed in range(100):
        rng = random.Random(seed)
        state = ryumon.game(game, **options).start()
        state.deal(rng)
        while state.turn != ryumon.OVER:
            if wanted(state):
                return state
            state.play(rng.choice(state.legal()))
            state.deal(rng)
    raise AssertionError(f"no random game of {game} comes to what is wanted")


def sit_down(page: Page, url: str, state: State) -> None:
    """Open a table that goes on from there, with bots at all seats but the one to move."""
    page.goto(url)
    seat = state.turn
    bots = [None if k == seat else "thumb" for k in range(state.game.players)]
    origin = {"record": Record.of(state).text(), "move": len(state.moves)}
    asked = {
        "game": state.game.name, "bots": bots, "seat": seat, "name": "Aki", "start": True,
        "origin": origin,
    }  # fmt: skip
    made = page.evaluate(MAKE, asked)
    assert "info" in made, made
    page.goto(f"{url}/table/{made['info']['table']}")
