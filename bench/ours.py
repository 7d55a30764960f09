"""What is timed of ours, for any game. All of it in seconds of CPU time."""

from __future__ import annotations

import pickle
import random
import time

import ryumon
from bench.byhand import played
from bench.rounds import Run, Sample
from ryumon import CHANCE, OVER, PUBLIC, State
from ryumon.kernel.machine import Machine, machine
from ryumon.play.sentence import LANGUAGES

RECORDED = 40  # games that are stepped through again and again
HALFWAY = 60  # moves after which a state is copied


def interpreter(game: ryumon.Game) -> Machine:
    """The machine that runs the rules as they are written."""
    return machine(game.spec, compiled=False)


def playouts(game: ryumon.Game, made: Machine) -> Run:
    """Whole random games, inside."""

    def run(games: int, seed: int) -> Sample:
        begun = time.process_time()
        decisions, _ = played(game, made, games, seed)
        return {"decisions": decisions, "games": games, "seconds": time.process_time() - begun}

    return run


def from_python(game: ryumon.Game, made: Machine) -> Run:
    """Whole random games driven from Python by numbers, chance by `deal`, as our users do."""

    def run(games: int, seed: int) -> Sample:
        rng = random.Random(seed)
        uniform = rng.random
        decisions = 0
        states = []
        begun = time.process_time()
        for _ in range(games):
            state = game.start_on(made)
            while state.turn != OVER:
                if state.turn == CHANCE:
                    state.deal(rng)
                else:
                    legal = state.legal_ids()
                    state.play_id(legal[int(uniform() * len(legal))])
                    decisions += 1
            states.append(state)
        seconds = time.process_time() - begun
        moves = sum(len(state.moves) for state in states)
        return {"decisions": decisions, "moves": moves, "games": games, "seconds": seconds}

    return run


def recorded_ids(game: ryumon.Game, made: Machine) -> Run:
    """Recorded games once more, move by move: `legal_ids` and `play_id`, nothing is drawn."""
    numbers = [[game.spec.ids[move] for move in moves] for moves in records(game)]

    def run(games: int, seed: int) -> Sample:
        begun = time.process_time()
        moves = 0
        for k in range(games):
            state = game.start_on(made)
            for move in numbers[k % RECORDED]:
                state.legal_ids()
                state.play_id(move)
            moves += len(numbers[k % RECORDED])
        return {"moves": moves, "games": games, "seconds": time.process_time() - begun}

    return run


def recorded_strings(game: ryumon.Game, made: Machine) -> Run:
    """Recorded games once more, move by move: `legal` and `play`."""
    told = records(game)

    def run(games: int, seed: int) -> Sample:
        begun = time.process_time()
        moves = 0
        for k in range(games):
            state = game.start_on(made)
            for move in told[k % RECORDED]:
                state.legal()
                state.play(move)
            moves += len(told[k % RECORDED])
        return {"moves": moves, "games": games, "seconds": time.process_time() - begun}

    return run


def seats(game: ryumon.Game, made: Machine) -> Run:
    """After every move of a seat, with the chance that follows: what is new for each viewer, as a
    server tells it: events, view, choice, sentences in two languages. Playing is not timed."""
    told = records(game)
    viewers = [*range(game.players), PUBLIC]
    names = [f"Guest {seat}" for seat in range(game.players)]

    def run(games: int, seed: int) -> Sample:
        moves, seconds = 0, 0.0
        for k in range(games):
            state, since = game.start_on(made), dict.fromkeys(viewers, 0)
            for move in told[k % RECORDED]:
                state.play(move)
                if state.turn == CHANCE:
                    continue
                begun = time.process_time()
                for viewer, n in since.items():
                    seat = state.seat(viewer)
                    since[viewer] = n + len(seat.events(n))
                    seat.view()
                    seat.choice()
                    for language in LANGUAGES:
                        seat.log(language, n, names)
                seconds += time.process_time() - begun
                moves += 1
        return {"tellings": moves, "games": games, "seconds": seconds}

    return run


def halfway(game: ryumon.Game, made: Machine) -> ryumon.State:
    state = game.start_on(made)
    for move in records(game)[0][:HALFWAY]:
        state.play(move)
    return state


def copies(game: ryumon.Game, made: Machine) -> Run:
    """`state.copy()` from Python, in the middle of a game."""
    state = halfway(game, made)

    def run(times: int, seed: int) -> Sample:
        begun = time.process_time()
        for _ in range(times):
            state.copy()
        return {"copies": times, "seconds": time.process_time() - begun}

    return run


def kept(game: ryumon.Game, made: Machine) -> Run:
    """A state to bytes and back, in the middle of a game."""
    state = halfway(game, made)

    def run(times: int, seed: int) -> Sample:
        begun = time.process_time()
        for _ in range(times):
            pickle.loads(pickle.dumps(state))
        return {"states": times, "seconds": time.process_time() - begun}

    return run


def batch(game: ryumon.Game, n: int, observe: bool = False) -> Run:
    """n games side by side: a random legal move in each, the masks of what is legal then; and what
    the seat to move knows."""
    games = game.batch(n, seed=1, observe=observe)

    def run(steps: int, seed: int) -> Sample:
        begun = time.process_time()
        for _ in range(steps):
            games.step(games.random())
        return {"steps": steps * n, "seconds": time.process_time() - begun}

    return run


def vector(kind: str, game: ryumon.Game, n: int) -> Run:
    """n games as a vector environment of Gymnasium, without copies: a random legal action in each,
    timed too, and a step."""
    from ryumon.lab import gymnasium

    sort = getattr(gymnasium, kind)
    env = sort(game.name, n, players=game.players, copy=False, **game.options)
    env.reset(seed=1)

    def run(steps: int, seed: int) -> Sample:
        begun = time.process_time()
        for _ in range(steps):
            env.step(env.random())
        return {"steps": steps * n, "seconds": time.process_time() - begun}

    return run


def records(game: ryumon.Game) -> list[list[str]]:
    """The moves of random games."""
    return [random_game(game, random.Random(seed)).moves for seed in range(RECORDED)]


def random_game(game: ryumon.Game, rng: random.Random) -> State:
    state = game.start()
    while state.turn != OVER:
        state.deal(rng)
        if state.turn != OVER:
            state.play(rng.choice(state.legal()))
    return state
