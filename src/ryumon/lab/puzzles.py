"""Finds puzzles: `python -m ryumon.lab.puzzles GAME --seconds 600 --out found.jsonl`.

Levels play each other. A decision is taken up if a short search, or a look at a few worlds near the
end of a round, says that one answer is far better and the rule of thumb would miss it. It becomes a
puzzle if that can be proven (lab/exact.py), or if long searches from several seeds agree.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from ryumon import bots
from ryumon.bots.advice import analyse
from ryumon.kernel.ops import OVER
from ryumon.lab.exact import Bounds, TooMuch, bounds
from ryumon.play.game import Game
from ryumon.play.registry import find
from ryumon.play.state import State
from ryumon.puzzles import Answer, Play, Puzzle

MARGIN = 0.06  # how much better an answer must be, at the least
FIRST_MARGIN = 0.1  # after the short search
SHORT, LONG, SEEDS = 1500, 24_000, (11, 22, 33)  # simulations, and the seeds of the long searches
SURE = 2.6  # standard errors: 99 in 100
TRIES = 8  # how often bots are asked, to see how hard it is
SEEN_BY_THUMB = 0.5  # what the rule of thumb finds more often is no puzzle
LATE = 12  # moves before the end of a round: worlds are few enough to look at all
FEW_WORLDS, QUICK, MUCH = 3, 3_000, 150_000  # worlds and moves looked at: a glance, then a proof
SPREAD = 0.02, 0.98  # what is won or lost anyway is no puzzle
WITHIN = 0.02  # an answer as good as the best is no other answer

TABLES: dict[str, list[dict[str, Any]]] = {
    "bushido": [{}, {"players": 3}],
    "schadenfreude": [{"players": 3}, {"players": 4}],
    "slaughter": [{"players": 3}, {"players": 4}, {"players": 4, "advanced": True}],
    "tatsu": [{}],
    "tiger-dragon": [{"players": 2}, {"players": 3}, {"players": 4}, {"players": 4, "teams": True}],
}


Weighed = dict[tuple[str, ...], tuple[float, float]]  # by whole answer


# --- one decision ----------------------------------------------------------------------------


def plays(state: State) -> list[Play] | None:
    """All whole answers of the seat to move; None if they have more than two moves."""
    known, goes_on = state.seat(state.turn, events=False).known, state.game.spec.view.goes_on
    found: list[Play] = []
    for move, name in zip(state.legal_ids(), state.legal(), strict=True):
        if not goes_on(known, move):
            found.append([name])
            continue
        then = state.copy()
        then.play(name)
        later = then.seat(then.turn, events=False).known
        if any(goes_on(later, second) for second in then.legal_ids()):
            return None
        found += [[name, second] for second in then.legal()]
    return found


def alike(state: State, all_plays: list[Play]) -> list[list[Play]]:
    """The answers with their spellings: what leads to the same position is the same."""
    groups: dict[str, list[Play]] = {}
    for play in all_plays:
        then = state.copy()
        then.play(play)
        groups.setdefault(msgspec.json.encode(then.position()).decode(), []).append(play)
    return list(groups.values())


def weigh(state: State, simulations: int, seed: int) -> Weighed:
    """The chance to win by each whole answer and its standard error, as a search sees it."""
    known, goes_on = state.seat(state.turn, events=False).known, state.game.spec.view.goes_on
    ids, found = state.game.spec.ids, {}
    longer = [move for move in state.legal() if goes_on(known, ids[move])]
    if len(longer) < len(state.legal()):
        for one in analyse(state, state.turn, None, simulations=simulations, seed=seed).moves:
            if one.move not in longer:
                found[one.move,] = one.chance, math.inf if one.error is None else one.error
    for move in longer:
        then = state.copy()
        then.play(move)
        share = max(simulations // 4, 200)
        for one in analyse(then, then.turn, None, simulations=share, seed=seed).moves:
            found[move, one.move] = one.chance, math.inf if one.error is None else one.error
    return found


def hardness(state: State, right: list[Play], name: str) -> float:
    """How often this bot begins with a right move."""
    first = {play[0] for play in right}
    return sum(bots.choose(bots.make(name, seed), state) in first for seed in range(TRIES)) / TRIES


# --- searched and proven ---------------------------------------------------------------------


def searched(state: State, groups: list[list[Play]]) -> list[Answer] | None:
    """The answers by long searches, best first; None if these do not agree that one is best."""
    runs = [weigh(state, LONG, seed) for seed in SEEDS]
    found, firsts = [], []
    for run in runs:
        firsts.append(max(range(len(groups)), key=lambda k: _mean(run, groups[k])[0]))
    if len(set(firsts)) > 1:
        return None
    for group in groups:
        seen = [_mean(run, group) for run in runs]
        mean = sum(chance for chance, _ in seen) / len(seen)
        apart = max(abs(chance - mean) for chance, _ in seen)
        error = math.sqrt(sum(error * error for _, error in seen)) / len(seen)
        wide = max(SURE * error, apart)
        found.append(Answer(group, max(mean - wide, 0.0), min(mean + wide, 1.0)))
    found.sort(key=lambda one: -(one.low + one.high))
    return found


def _mean(
    run: dict[tuple[str, ...], tuple[float, float]], group: list[Play]
) -> tuple[float, float]:
    """The best seen of the spellings of an answer: the error of what was tried most is least."""
    return min((run[tuple(play)] for play in group), key=lambda seen: seen[1])


def proven(state: State) -> tuple[list[Answer], Bounds] | None:
    """The answers with their exact bounds, if these prove that one is best."""
    seat = state.seat(state.turn, events=False)
    if state.game.spec.heuristics.moves_left(seat.known) > LATE:
        return None
    try:
        glance = bounds(seat, QUICK, FEW_WORLDS)
        if glance is None or glance.margin() <= -0.5 or max(glance.low.values()) == 0.0:
            return None
        found = bounds(seat, MUCH)
    except TooMuch:
        return None
    if found is None or found.margin() < MARGIN:
        return None
    names = state.game.spec.words.NAMES
    order = sorted(found.low, key=lambda move: (-found.low[move], -found.high[move]))
    return [Answer([[names[m]]], found.low[m], found.high[m]) for m in order], found


def puzzle_of(state: State) -> Puzzle | None:
    """The decision as a puzzle, if it is one."""
    legal = state.legal()
    if len(legal) < 2:
        return None
    proof = proven(state)
    if proof is not None:
        answers, found = proof
        facts: dict[str, Any] = {"proof": "proven", "worlds": found.worlds}
        facts["every"] = found.every[found.best()]
    else:
        all_plays = plays(state) if len(legal) > 2 else None
        if all_plays is None or not _looks_clear(state):
            return None
        groups = alike(state, all_plays) if len(all_plays[0]) > 1 else [[p] for p in all_plays]
        answers = searched(state, groups)
        facts = {"proof": "searched", "searches": len(SEEDS), "simulations": LONG * len(SEEDS)}
    if answers is None or len(answers) < 2:
        return None
    if not SPREAD[0] < answers[0].high or answers[1].high > SPREAD[1]:
        return None
    if answers[0].low - max(one.high for one in answers[1:]) < MARGIN:
        return None
    thumb = hardness(state, answers[0].plays, "thumb")
    if thumb > SEEN_BY_THUMB:
        return None
    samurai = hardness(state, answers[0].plays, "samurai")
    options = {"players": state.game.players, **state.game.options}
    game = state.game.name
    rounded = [Answer(a.plays, round(a.low, 4), round(a.high, 4)) for a in answers]
    return Puzzle(
        game, options, state.turn, state.moves, rounded, thumb=thumb, samurai=samurai, **facts
    )


def _looks_clear(state: State) -> bool:
    seen = sorted((chance for chance, _ in weigh(state, SHORT, 1).values()), reverse=True)
    distinct = [chance for chance in seen if seen[0] - chance > WITHIN]
    if not distinct or seen[0] - distinct[0] < FIRST_MARGIN:
        return False
    best = max(weigh(state, SHORT, 2).items(), key=lambda pair: pair[1][0])[0]
    return hardness(state, [list(best)], "thumb") <= SEEN_BY_THUMB


# --- many games ------------------------------------------------------------------------------


def find_puzzles(game: Game, seed: int) -> Iterator[Puzzle]:
    """Play one game among levels and look at each decision."""
    chance, state = random.Random(seed), game.start()
    crew = [bots.make("samurai", 100 * seed + seat) for seat in range(game.players)]
    while True:
        state.deal(chance)
        if state.turn == OVER:
            return
        found = puzzle_of(state)
        if found is not None:
            yield found
        state.play(bots.choose(crew[state.turn], state))


def main() -> None:
    asked = argparse.ArgumentParser(description="Find puzzles in games among levels.")
    asked.add_argument("game")
    asked.add_argument("--seconds", type=float, default=600.0, help="of processor time")
    asked.add_argument("--seed", type=int, default=0)
    asked.add_argument("--out", type=Path, required=True)
    given = asked.parse_args()
    spec, seed = find(given.game), given.seed
    tables = [Game(spec, o.get("players"), {k: v for k, v in o.items() if k != "players"})
              for o in TABLES.get(given.game, [{}])]  # fmt: skip
    tables[0].compile()
    until = time.process_time() + given.seconds
    with given.out.open("ab") as out:
        while time.process_time() < until:
            for found in find_puzzles(tables[seed % len(tables)], seed):
                out.write(msgspec.json.encode(found) + b"\n")
                out.flush()
            seed += 1
            print(given.game, seed, flush=True)


if __name__ == "__main__":
    main()
