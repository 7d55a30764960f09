"""`python -m bench.peers`: our games beside those of other libraries, one table.

OpenSpiel, PettingZoo's classic games, RLCard and Pgx are installed into environments of their own
beside our caches. All rows of `python -m bench` that stand beside OpenSpiel are here too.
"""

from __future__ import annotations

import importlib
import json
import statistics
from collections.abc import Callable, Iterator
from typing import Any

import ryumon
from bench import ours
from bench.__main__ import arguments, one_core, say
from bench.claims import Claim, Peers, Side, claims, measured
from bench.games import GAMES, Bench
from bench.openspiel import HERE, environment
from bench.peers_child import walked
from bench.report import circumstances, table
from bench.rounds import Measure, Run, Sample, interleave
from bench.talk import Child, Missing

# RLCard asks pip at every start what is installed
PINNED = ("pettingzoo[classic]==1.27.0", "rlcard==1.2.0", "pgx==2.6.0", "jax==0.10.2", "pip")
CLASSIC = ("chess_v6", "connect_four_v3", "leduc_holdem_v4", "texas_holdem_v4", "tictactoe_v3")
BATCHES = {"backgammon": ("tatsu",), "leduc_holdem": ("slaughter", "tiger-dragon")}
SIDE_BY_SIDE = 1024
GOALS = {"raw_env": 20.0, "env": 3.0}  # ours by the median of the classic ones
DOMINOES = 3.0  # goal: ours by OpenSpiel's python_block_dominoes


class Others(Child):
    """The other peers; started when the first row asks for one."""

    def __init__(self) -> None:
        python = environment(*PINNED)
        super().__init__([python, HERE / "peers_child.py"])
        self.versions: dict[str, str] = self.ask(json.dumps({"what": "versions"}))

    def run(self, what: str, game: str, kind: str = "") -> Run:
        def run(amount: int, seed: int) -> Sample:
            asked = {"what": what, "game": game, "kind": kind, "amount": amount, "seed": seed}
            return self.ask(json.dumps(asked))

        return run


class Company:
    """The one process of the others, and why there is none."""

    def __init__(self) -> None:
        self.others: Others | None = None

    def side(self, what: str, game: str, count: str, kind: str = "") -> Side:
        return Side(f"{what} {game} {kind}", lambda: self._get().run(what, game, kind), count)

    def _get(self) -> Others:
        if self.others is None:
            self.others = Others()
        return self.others


# --- PettingZoo ----------------------------------------------------------------------------------


def stepped(make: Callable[[], Any]) -> Run:
    """Random legal steps, as in the peers' own process."""
    env = make()
    return lambda amount, seed: walked(env, amount, seed)


def empty(kind: str) -> Any:
    """An environment that does nothing: what is left are the driving loop and the wrappers."""
    import numpy as np
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers

    from ryumon.lab import pettingzoo

    real = pettingzoo.raw_env("tiger-dragon", players=2)
    seen = {"observation": np.zeros(10, np.int8), "action_mask": np.ones(10, np.int8)}

    class Empty(AECEnv[str, Any, Any]):
        metadata = real.metadata
        render_mode = None
        possible_agents = real.possible_agents

        def observation_space(self, agent: str) -> Any:
            return real.observation_space(agent)

        def action_space(self, agent: str) -> Any:
            return real.action_space(agent)

        def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
            self.agents = self.possible_agents[:]
            self.rewards = self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
            self.terminations = self.truncations = dict.fromkeys(self.agents, False)
            self.infos = {agent: {} for agent in self.agents}
            self.agent_selection = self.agents[0]

        def observe(self, agent: str) -> Any:
            return seen

        def step(self, action: Any) -> None:
            pass

    made: Any = Empty()
    if kind == "env":
        made = wrappers.TerminateIllegalWrapper(made, pettingzoo.ILLEGAL)
        made = wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))
    return made


def turn_by_turn(bench: Bench, company: Company) -> Iterator[Claim]:
    from ryumon.lab import pettingzoo

    def made(kind: str) -> Run:
        ryumon.game(bench.game).compile()
        return stepped(lambda: getattr(pettingzoo, kind)(bench.game, **bench.options))

    for kind in GOALS:
        mine = Side(f"{bench.game} {kind}", lambda k=kind: made(k), "steps")
        for name in CLASSIC:
            other = company.side("aec", name, "steps", kind)
            yield Claim(bench.game, f"PettingZoo {kind}", mine, f"classic {name}", other)
        nothing = Side(f"empty {kind}", lambda k=kind: stepped(lambda: empty(k)), "steps")
        like = "an empty environment"
        yield Claim(bench.game, f"PettingZoo {kind}", mine, like, nothing)


def medians(bench: Bench, measures: dict[str, Measure]) -> Iterator[Claim]:
    """The goals are set by the median of the classic games, round by round."""
    for kind, goal in GOALS.items():
        theirs = [m for name in CLASSIC if (m := measures.get(f"aec {name} {kind}"))]
        mine = measures.get(f"{bench.game} {kind}")
        if not theirs or mine is None:
            continue
        rounds = zip(*(m.rates("steps") for m in theirs), strict=True)
        name = f"aec median {kind}"
        samples: list[Sample] = [{"steps": statistics.median(r), "seconds": 1.0} for r in rounds]
        measures[name] = Measure(name, mine.run, samples=samples)
        sides = [Side(n, lambda m=mine: m.run, "steps") for n in (mine.name, name)]
        what, like = f"PettingZoo {kind}", "median of classic"
        yield Claim(bench.game, what, sides[0], like, sides[1], goal)


# --- the others -----------------------------------------------------------------------------------


def driven(bench: Bench) -> Iterator[Claim]:
    """The registered games, driven by OpenSpiel's C++, beside a Python game of its own."""

    def run(name: str, options: dict[str, Any]) -> Run:
        try:
            pyspiel: Any = importlib.import_module("pyspiel")
            native = importlib.import_module("bench.openspiel_child").native
            for registered in ("open_spiel.python.games.block_dominoes", "ryumon.lab.openspiel"):
                importlib.import_module(registered)
        except ImportError:
            raise Missing("OpenSpiel is not in this environment: make openspiel.") from None
        ryumon.game(bench.game).compile()
        return lambda amount, seed: native(pyspiel.load_game(name, options), amount, seed)

    ryumon_name = f"ryumon_{bench.game.replace('-', '_')}"
    mine = Side(f"{bench.game} driven", lambda: run(ryumon_name, dict(bench.options)), "moves")
    theirs = Side("dominoes", lambda: run("python_block_dominoes", {}), "moves")
    what, like = "random games driven by OpenSpiel's C++", "python_block_dominoes"
    yield Claim(bench.game, what, mine, like, theirs, DOMINOES)


def others(bench: Bench, company: Company) -> Iterator[Claim]:
    yield from turn_by_turn(bench, company)
    yield from driven(bench)

    def mine() -> Run:
        game = ryumon.game(bench.game, **bench.options).compile()
        return ours.from_python(game, game.machine)

    python = Side(f"{bench.game} from Python", mine, "decisions")
    for name in ("leduc-holdem", "uno"):
        other = company.side("cards", name, "steps")
        yield Claim(bench.game, "random games from Python", python, f"RLCard {name}", other)
    for name, games in BATCHES.items():
        if bench.game in games:
            game = ryumon.game(bench.game, **bench.options)
            many = Side(f"{bench.game} batch", lambda g=game: batch(g), "steps")
            other = company.side("batch", name, "steps", str(SIDE_BY_SIDE))
            what = f"batch of {SIDE_BY_SIDE:,} with masks"
            yield Claim(bench.game, what, many, f"Pgx {name}, JAX", other)


def batch(game: ryumon.Game) -> Run:
    return ours.batch(game.compile(), SIDE_BY_SIDE)


def main() -> None:
    given = arguments()
    words = [word.strip().lower() for word in given.only.split(",") if word.strip()]
    peers, company, notes = Peers(), Company(), list[str]()
    chosen: list[Claim] = []
    for bench in GAMES:
        beside = [c for c in claims(bench, peers) if c.peer and c.peer != "C by hand"]
        chosen += [*beside, *others(bench, company)]
    chosen = [c for c in chosen if not words or any(word in c.name.lower() for word in words)]
    with one_core():
        measures = measured(chosen, notes, say)
        interleave(list(measures.values()), given.rounds, given.seconds, say)
    chosen = [claim for claim in chosen if claim.mine.name in measures]
    chosen += [claim for bench in GAMES for claim in medians(bench, measures)]
    say("")
    print(table([claim.row(measures) for claim in chosen]))
    print(
        f"\nMedian of {given.rounds} rounds of {given.seconds:g} s of CPU time each, on one core."
    )
    about = circumstances(peers)
    if company.others is not None:
        about |= company.others.versions
        company.others.close()
    peers.close()
    print("; ".join(f"{name}: {value}" for name, value in about.items()))
    for note in notes:
        print(note)


if __name__ == "__main__":
    main()
