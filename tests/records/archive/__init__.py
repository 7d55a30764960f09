"""Records that the tests replay for ever.

`python -m tests.records.archive` adds what is missing for the games, options and rules of now; it
never touches a file that is there. A record that no longer replays is not repaired here: either a
rule was changed by mistake, or the game's rules version must go up.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path

import ryumon
from ryumon import OVER, State, bots
from ryumon.play.record import Record
from tests.support import label, option_sets

FOLDER = Path(__file__).parent


def files() -> list[Path]:
    return sorted(FOLDER.glob("*.jsonl"))


def play_on(state: State, bot: str, seed: int, moves: int | None = None) -> State:
    """Let a bot play all seats, to the end or for so many moves."""
    rng, player = random.Random(seed), bots.make(bot, seed)
    while moves is None or moves > 0:
        state.deal(rng)
        if state.turn == OVER:
            break
        state.play(bots.choose(player, state))
        moves = None if moves is None else moves - 1
    return state


def _from_position(game: ryumon.Game, seed: int) -> Record:
    """From a position in the middle of the game to its end."""
    moves = play_on(game.start(), "thumb", seed).moves
    middle = game.replay(moves[: len(moves) // 2])
    return Record.of(play_on(game.position(middle.position()), "thumb", seed))


def _seats(game: ryumon.Game) -> list[str]:
    return [f"席 {seat}" for seat in range(game.players)]


# One of these for every set of options ...
ALWAYS: dict[str, Callable[[ryumon.Game, int], Record]] = {
    "random": lambda game, seed: Record.of(play_on(game.start(), "random", seed)),
    "thumb": lambda game, seed: Record.of(play_on(game.start(), "thumb", seed), _seats(game)),
    "position": _from_position,
}
# ... and one of these for every game.
ONCE: dict[str, Callable[[ryumon.Game, int], Record]] = {
    "conceded": lambda game, seed: Record.of(
        play_on(game.start(), "random", seed, moves=30), conceded=[game.players - 1]
    ),
    "consent": lambda game, seed: Record.of(
        play_on(game.start(), "thumb", seed, moves=20), status="consent"
    ),
    "abandoned": lambda game, seed: Record.of(
        play_on(game.start(), "thumb", seed, moves=10), status="abandoned"
    ),
    "running": lambda game, seed: _timed(play_on(game.start(), "random", seed, moves=15)),
}


def _one_takes_all(game: ryumon.Game, seed: int) -> State:
    """Slaughter the Dragon with everybody's help for one seat: it wins tricks, they feed it."""
    rng, state = random.Random(seed), game.start()
    state.deal(rng)
    while state.turn != OVER:
        view, legal = state.view(state.turn), state.legal()
        if view["phase"] != "tricks":
            move = rng.choice(legal)
        elif state.turn == 0:
            move = max(legal, key=lambda card: (card[0] == view["trump"], int(card[1:])))
        else:
            move = min(legal, key=lambda card: (card[0] == view["trump"], card[0] != "P"))
        state.play(move)
        state.deal(rng)
    return state


def _peaceful(game: ryumon.Game, seed: int) -> State:
    """Tatsu without a stone being hit, as far as that can be avoided."""
    rng, state = random.Random(seed), game.start()
    state.deal(rng)
    while state.turn != OVER:
        branches = (state.choice() or {})["which"]
        quiet = [branch["move"] for branch in branches if branch["effect"] in (None, "hold")]
        state.play(rng.choice(quiet or state.legal()))
        state.deal(rng)
    return state


def _shot_the_moon(state: State) -> bool:
    return any(event.get("moon") is not None for event in state.events(ryumon.PUBLIC))


def _reason(state: State) -> str | None:
    result = state.result()
    return None if result is None else result.reason


def _last_round(game: ryumon.Game) -> State:
    """Schadenfreude where the last round is to be dealt and nobody has points."""
    return game.position(game.start().position() | {"round": 50})


def _nobody_wins(state: State) -> bool:
    result = state.result()
    return result is not None and not result.winners


def _sought(
    play: Callable[[ryumon.Game, int], State], seek: Callable[[State], bool]
) -> Callable[[ryumon.Game, int], Record]:
    """Play until a game has what is sought."""

    def make(game: ryumon.Game, seed: int) -> Record:
        while not seek(state := play(game, seed)):
            seed += 1
        return Record.of(state)

    return make


# Endings and scores that ordinary play seldom shows: game, players, what, how it is made
RARE: list[tuple[str, int, str, Callable[[ryumon.Game, int], Record]]] = [
    ("slaughter", 3, "moon", _sought(_one_takes_all, _shot_the_moon)),  # SD-14
    ("slaughter", 5, "lost", _sought(  # SD-3
        lambda game, seed: play_on(game.start(), "random", seed),
        lambda state: _reason(state) == "lost",
    )),
    ("schadenfreude", 3, "nobody", _sought(  # SF-9
        lambda game, seed: play_on(game.start(), "random", seed),
        _nobody_wins,
    )),
    ("schadenfreude", 5, "rounds", _sought(  # SF-10, from the beginning of the last round
        lambda game, seed: play_on(_last_round(game), "random", seed),
        lambda state: _reason(state) == "rounds",
    )),
    ("tatsu", 2, "drawn", _sought(_peaceful, lambda state: _reason(state) == "turns")),  # TA-13
    ("tatsu", 2, "battle", _sought(  # TA-12
        lambda game, seed: play_on(game.start(), "thumb", seed),
        lambda state: _reason(state) == "battle",
    )),
]  # fmt: skip


def _timed(state: State) -> Record:
    return Record.of(state, seconds=[k % 7 / 4 or None for k in range(len(state.moves))])


def wanted() -> Iterator[tuple[str, ryumon.Game, Callable[[ryumon.Game, int], Record]]]:
    """What the archive must hold for the rules of now: file name, game, how it is made."""
    seen: set[str] = set()
    for name, options in option_sets():
        game = ryumon.game(name, **options)
        makers = ALWAYS if name in seen else ALWAYS | ONCE
        seen.add(name)
        for what, make in makers.items():
            yield _file_name(game, what), game, make
    for name, players, what, make in RARE:
        game = ryumon.game(name, players=players)
        yield _file_name(game, what), game, make


def _file_name(game: ryumon.Game, what: str) -> str:
    options = {"players": game.players, **game.options}
    return f"{label(game.name, options)}-v{game.spec.rules_version}-{what}.jsonl"


def add_missing(folder: Path = FOLDER) -> list[Path]:
    """Write the records that are not there yet; returns their files."""
    added = []
    for name, game, make in wanted():
        path = folder / name
        if not path.exists():
            make(game, zlib.crc32(name.encode())).write(path)
            added.append(path)
    return added
