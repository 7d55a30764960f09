"""Tables that begin shortly before the end of a game, so that a test can finish it by clicking."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
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
PLAYOUTS = 8


def played_until(game: str, wanted: Callable[[State], bool], **options: Any) -> State:
    """A game of random moves up to the first decision that is wanted."""
    for seed in range(100):
        for state in _decisions(game, seed, options):
            if wanted(state):
                return state
    raise AssertionError(f"no random game of {game} comes to what is wanted")


def last_decisions(game: str, least: int, most: int, seeds: range, **options: Any) -> State:
    """A decision after which games take so many further moves of all seats: never fewer than
    `least`, on average at most `most`."""
    for seed in seeds:
        passed = [state.copy() for state in _decisions(game, seed, options)]
        state = passed[-min(len(passed), (least + most) // 2)]
        lengths = [_further(state, luck) for luck in range(PLAYOUTS)]
        if least <= min(lengths) and sum(lengths) <= most * PLAYOUTS:
            return state
    raise AssertionError(f"no random game of {game} ends after {least} to {most} moves")


def _decisions(game: str, seed: int, options: dict[str, Any]) -> Iterator[State]:
    rng = random.Random(seed)
    state = ryumon.game(game, **options).start()
    state.deal(rng)
    while state.turn != ryumon.OVER:
        yield state
        state.play(_any_move(state, rng))
        state.deal(rng)


def _any_move(state: State, rng: random.Random) -> str:
    """In Tatsu one that wins, if there is one: games of random moves there hardly end."""
    choice = state.choice() if state.game.name == "tatsu" else None
    wins = [node["move"] for node in choice["which"] if node["win"]] if choice else []
    return rng.choice(wins or state.legal())


def _further(state: State, seed: int) -> int:
    rng, state, moves = random.Random(seed), state.copy(), 0
    while state.turn != ryumon.OVER:
        state.play(_any_move(state, rng))
        state.deal(rng)
        moves += 1
    return moves


def origin(state: State) -> dict[str, Any]:
    """As a table that is made asks for it."""
    return {"record": Record.of(state).text(), "move": len(state.moves)}


def make(page: Page, url: str, **asked: Any) -> str:
    """The address of a new table, made by this person."""
    if not page.url.startswith(url):
        page.goto(url)
    made = page.evaluate(MAKE, asked)
    assert "info" in made, made
    return f"{url}/table/{made['info']['table']}"


def sit_down(page: Page, url: str, state: State) -> None:
    """Open a table that goes on from there, with bots at all seats but the one to move."""
    seat = state.turn
    bots = [None if k == seat else "thumb" for k in range(state.game.players)]
    there = make(
        page, url, game=state.game.name, bots=bots, seat=seat, name="Aki", start=True,
        origin=origin(state),
    )  # fmt: skip
    page.goto(there)
