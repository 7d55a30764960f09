"""Writes moments of real games for the gallery: `python web/fixtures.py`.

fixtures/<game>/<moment>.json holds what one viewer has: view, choice, aids and all events with
their sentences in both languages; and `step`: what happens next as this viewer sees it, so that
boards can animate it. `actions` says what the viewer did, if it was the viewer's turn.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import ryumon
from ryumon.play.state import State

FOLDER = Path(__file__).parent / "fixtures"
NAMES = ["Aki", "Ben", "Mio", "Tora", "Kuro"]
LANGUAGES = ("en", "ja")
Wanted = Callable[[State, dict[str, Any]], bool]


class Moment:
    """The `nth` decision that fits `wanted`, seen by whoever decides or by another viewer."""

    def __init__(
        self, name: str, wanted: Wanted, *, by: str = "mover", nth: int = 0, **options: Any
    ):
        self.name, self.wanted, self.by, self.nth = name, wanted, by, nth
        self.seed: int = options.pop("seed", 1)
        self.options = options


def phase(name: str) -> Wanted:
    return lambda state, view: view.get("phase") == name


def in_trick(played: int) -> Wanted:
    def fits(state: State, view: dict[str, Any]) -> bool:
        laid = sum(seat["card"] is not None for seat in view["seats"])
        return view["phase"] == "tricks" and laid == played and view["tricks"] >= 4

    return fits


def last_card(score: int) -> Wanted:
    """The last card of a round in which somebody came to so many points before."""

    def fits(state: State, view: dict[str, Any]) -> bool:
        scores = [seat["score"] for seat in view["seats"]]
        laid = sum(seat["card"] is not None for seat in view["seats"])
        last = view["tricks"] == view["of_tricks"] - 1 and laid == view["players"] - 1
        return view["phase"] == "tricks" and last and max(scores) >= score

    return fits


def late(state: State, view: dict[str, Any]) -> bool:
    return len(state.moves) > 120


MOMENTS: dict[str, list[Moment]] = {
    "slaughter": [
        Moment("lead", lambda s, v: v["phase"] == "tricks" and v["led"] is None),
        Moment("follow", in_trick(3), nth=2),
        Moment("waiting", in_trick(2), by="other", nth=2),
        Moment("spectator", in_trick(3), by="public", nth=3),
        Moment("divide", phase("division")),
        Moment("return", phase("returning")),
        Moment("give", phase("giving"), advanced=True, seed=0),
        Moment("repay", phase("repaying"), advanced=True, seed=0),
        Moment("five", in_trick(4), players=5, nth=4),
        Moment("three", in_trick(1), players=3),
        Moment("over", lambda s, v: s.turn == ryumon.OVER, by="other"),
    ],
    "schadenfreude": [
        Moment("lead", in_trick(0)),
        Moment("follow", in_trick(3), nth=5),
        Moment("later", lambda s, v: v["round"] >= 2 and in_trick(2)(s, v)),
        Moment("round-end", last_card(0)),
        Moment("cliff", last_card(34)),
        Moment("waiting", in_trick(1), by="other", nth=3),
        Moment("spectator", in_trick(2), by="public", nth=4),
        Moment("five", in_trick(3), players=5, nth=2),
        Moment("over", lambda s, v: s.turn == ryumon.OVER, by="other"),
    ],
    "tiger-dragon": [
        Moment("start", phase("attack")),
        Moment("defend", lambda s, v: v["phase"] == "defence" and len(s.legal()) > 1, nth=1),
        Moment("forced-pass", lambda s, _: s.legal() == ["pass"], nth=5),
        Moment("lap", phase("lap")),
        Moment("richi", lambda s, v: any(seat["richi"] for seat in v["seats"])),
        Moment("foretell", phase("foretelling"), field="clifftop"),
        Moment("teams", phase("attack"), teams=True, nth=6),
        Moment("five", phase("attack"), players=5, nth=4, field="volcano"),
        Moment("two", phase("attack"), players=2, nth=3),
        Moment("waiting", phase("defence"), by="other", nth=4),
        Moment("spectator", phase("attack"), by="public", nth=5),
        Moment("over", lambda s, v: s.turn == ryumon.OVER, by="other"),
    ],
    "tatsu": [
        Moment("start", phase("move")),
        Moment("black", lambda s, v: len(s.moves) > 60 and s.turn == 0 and len(v["left"]) == 2),
        Moment("white", lambda s, v: len(s.moves) > 60 and s.turn == 1 and len(v["left"]) == 2),
        Moment("waiting", lambda s, v: len(s.moves) > 40, by="other"),
        Moment("late", late),
        Moment("spectator", lambda s, v: len(s.moves) > 80, by="public"),
        Moment("over", lambda s, v: s.turn == ryumon.OVER, by="other"),
    ],
    "bushido": [
        Moment("specials", phase("specials")),
        Moment("gates", phase("gates")),
        Moment("ninja", phase("actions"), nth=6),
        Moment("samurai", phase("guards"), nth=8),
        Moment("partner", phase("guards"), nth=11, players=3),
        Moment("four", phase("actions"), nth=9, players=4),
        Moment("smoke", phase("smoke"), players=3),
        Moment("metsubushi", phase("metsubushi"), players=4),
        Moment("between", lambda s, v: v["phase"] == "between" and len(s.legal()) > 1),
        Moment("waiting", phase("guards"), by="other", nth=5),
        Moment("spectator", phase("guards"), by="public", nth=9),
        Moment("over", lambda s, v: s.turn == ryumon.OVER, by="other"),
    ],
}  # fmt: skip


def reach(game: str, moment: Moment) -> tuple[State, random.Random]:
    """The first game of rising seeds in which the moment comes."""
    for seed in range(moment.seed, moment.seed + 200):
        rng = random.Random(seed)
        state = ryumon.game(game, **moment.options).start()
        state.deal(rng)
        seen = 0
        while True:
            view = state.view(max(state.turn, 0))
            if moment.wanted(state, view):
                if seen == moment.nth:
                    return state, rng
                seen += 1
            if state.turn == ryumon.OVER:
                break
            state.play(rng.choice(state.legal()))
            state.deal(rng)
    raise SystemExit(f"No game of {game} comes to {moment.name}.")


def viewer_of(state: State, by: str) -> int:
    if by == "public":
        return ryumon.PUBLIC
    return max(state.turn, 0) if by == "mover" else (state.turn + 1) % state.game.players


def whole_decision(state: State, rng: random.Random) -> list[str]:
    """What a person could send: composed from `choice()` alone, as the browser does."""
    choice = state.choice()
    assert choice is not None
    if choice["kind"] == "tree":
        moves, branches = [], choice["which"]
        while branches:
            branch = rng.choice(branches)
            moves.append(branch["move"])
            branches = branch["then"]
        return moves
    least, most = choice["least"], choice["most"]
    some = rng.sample(range(len(choice["which"])), rng.randint(least, min(most, least + 3)))
    return [choice["which"][k] for k in sorted(some)] + ([choice["then"]] if choice["then"] else [])


def told(state: State, viewer: int, since: int = 0) -> list[dict[str, Any]]:
    logs = {language: state.log(viewer, language, names=names(state)) for language in LANGUAGES}
    events = state.events(viewer)
    return [
        {**event, "text": {language: logs[language][k] for language in LANGUAGES}}
        for k, event in enumerate(events)
        if event["n"] > since
    ]


def names(state: State) -> list[str]:
    return NAMES[: state.game.players]


def capture(game: str, moment: Moment) -> dict[str, Any]:
    state, rng = reach(game, moment)
    viewer = viewer_of(state, moment.by)
    found = {**seen_by(state, viewer), "events": told(state, viewer), "scores": list(state.scores)}
    n = len(found["events"])
    actions: list[str] = []
    # on until the viewer has seen something and is asked again, at most a few decisions
    for _ in range(6):
        if state.turn == ryumon.OVER:
            break
        moves = whole_decision(state, rng)
        actions = actions or (moves if state.turn == viewer else [])
        state.play(moves)
        state.deal(rng)
        if state.turn == viewer:
            break
    step = {**seen_by(state, viewer), "events": told(state, viewer, n), "actions": actions}
    return {
        "game": game,
        "moment": moment.name,
        "options": moment.options,
        "viewer": viewer,
        "names": names(state),
        **found,
        "step": {**step, "scores": list(state.scores)},
    }


def seen_by(state: State, viewer: int) -> dict[str, Any]:
    return {
        "view": state.view(viewer),
        "choice": state.choice() if state.turn == viewer else None,
        "aids": state.aids(viewer),
    }


def main() -> None:
    for game, moments in MOMENTS.items():
        folder = FOLDER / game
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.json"):
            old.unlink()
        for moment in moments:
            text = json.dumps(capture(game, moment), ensure_ascii=False, separators=(",", ":"))
            (folder / f"{moment.name}.json").write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
