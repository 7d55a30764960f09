"""What a game need not write of how it is told: sentences, view, choice, positions, worlds.

They are made for a game from its fields, its options and its tables of words. A game that can say
it better writes its own (see contract.py).
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from ryumon.kernel import defaults
from ryumon.kernel.fields import HIDDEN, OPEN, Field, open_part
from ryumon.play.contract import Completed
from ryumon.play.event import Event
from ryumon.play.refusal import NO_RULE, Refusal, refused
from ryumon.play.sentence import fill

if TYPE_CHECKING:
    from ryumon.play.game import Game
    from ryumon.play.registry import GameSpec

REFUSED = {
    "en": {"not-now": "{move} is not possible now."},
    "ja": {"not-now": "{move}は今はできない。"},
}


def complete(spec: GameSpec, modules: Mapping[str, Any]) -> None:
    """Put what the modules of a game lack into the spec, from the defaults."""
    rules = modules["rules"]
    raw = {
        "rules": defaults.of_rules(rules.MOST),
        "sight": {"forget": open_part(rules.FIELDS)},
        "heuristics": defaults.of_heuristics(rules.FIELDS, max(spec.players)),
        "hidden": defaults.of_hidden(rules.FIELDS),
    }
    for module, operations in raw.items():
        _set(spec, module, Completed(modules[module], _lacking(modules[module], operations)))
    told = {"words": of_words, "view": of_view, "position": of_position, "reasons": of_reasons}
    for module, made in told.items():
        _set(spec, module, Completed(modules[module], made(spec)))
    operations = spec.operations()
    for module in raw:
        completed = getattr(spec, module)
        completed.link(operations)


def _lacking(module: Any, operations: Mapping[str, Any]) -> dict[str, Any]:
    return {name: made for name, made in operations.items() if not hasattr(module, name)}


def _set(spec: GameSpec, module: str, completed: Any) -> None:
    object.__setattr__(spec, module, completed)


# --- words ----------------------------------------------------------------------------------


def of_words(spec: GameSpec) -> dict[str, Any]:
    words = spec.words

    def say(
        event: dict[str, Any], viewer: int, language: str, names: list[str] | None = None
    ) -> str:
        from ryumon.games.speech import JOIN, capital, log_of, seat_name

        parts = dict(event)
        for part in ("seat", "winner"):
            if isinstance(event.get(part), int):
                parts["who"] = seat_name(event[part], viewer, language, names)
        if "winners" in event:
            called = [seat_name(seat, viewer, language, names) for seat in event["winners"]]
            parts["winners"] = JOIN[language].join(called)
        of_another, to_oneself = log_of(words.LOG)[language][event["kind"]]
        mine = viewer in (event.get("seat"), event.get("winner"))
        mine = mine or event.get("winners") == [viewer]
        template = to_oneself if mine and to_oneself else of_another
        return capital(fill(template, language, parts))

    def refuse(s: Any, move: int) -> Refusal:
        return Refusal.of(REFUSED, "not-now", spec.words.rule_of(s), move=words.NAMES[move])

    return {"say": say, "refuse": refuse, "rule_of": lambda s: NO_RULE}


def of_reasons(spec: GameSpec) -> dict[str, Any]:
    return {"SENTENCES": {}, "why": lambda s, move: None}


# --- the table as data ------------------------------------------------------------------------


def of_view(spec: GameSpec) -> dict[str, Any]:
    """View, aids and choice."""
    fields: list[Field] = spec.rules.FIELDS
    shown = [f for f in fields if f.name not in ("n", "player") and f.seen != HIDDEN]
    struct = cache(lambda: _view_struct([field.name for field in shown]))

    def view(s: Any, viewer: int) -> Any:
        seen = [_seen(field, s, viewer) for field in shown]
        return struct()(spec.name, _players(spec, s), viewer, spec.rules.turn(s), *seen)

    def aids(s: Any, viewer: int) -> dict[str, Any]:
        return {}

    def choice(s: Any) -> dict[str, Any]:
        room = [0] * spec.rules.MOST
        which = [spec.words.NAMES[move] for move in room[: spec.rules.legal(s, room)]]
        return {
            "kind": "pick", "seat": spec.rules.turn(s), "rule": spec.words.rule_of(s),
            "which": which, "least": 1, "most": 1, "chosen": [], "then": None, "to": None,
        }  # fmt: skip

    def goes_on(s: Any, move: int) -> bool:
        whole, name = spec.view.choice(s), spec.words.NAMES[move]
        if whole["kind"] == "tree":
            return any(branch["then"] for branch in whole["which"] if branch["move"] == name)
        return whole["most"] > 1 if whole["then"] is None else name != whole["then"]

    return {
        "view": view, "aids": aids, "choice": choice, "goes_on": goes_on,
        "may_answer": lambda s, viewer: False,
    }  # fmt: skip


def _view_struct(names: list[str]) -> Any:
    import msgspec

    known = [("game", str), ("players", int), ("viewer", int), ("turn", int)]
    return msgspec.defstruct("View", [*known, *((name, Any) for name in names)], frozen=True)


def _players(spec: GameSpec, s: Any) -> int:
    return s.n if hasattr(s, "n") else max(spec.players)


def _seen(field: Field, s: Any, viewer: int) -> Any:
    """A field as a viewer sees it: of what is its own, None for the others'."""
    value = getattr(s, field.name)
    if field.seen == OPEN or not field.by:
        return list(value) if field.by else value
    return [one if p == viewer else None for p, one in enumerate(value)]


def of_position(spec: GameSpec) -> dict[str, Any]:
    """A position is the number in every field, but for those that the options set."""
    import msgspec

    from ryumon.play.position import SENTENCES

    options = [(option.name, type(option.values[0])) for option in spec.options]
    names = {"n", *(name for name, _ in options)}
    fields = [field for field in spec.rules.FIELDS if field.name not in names]
    struct = msgspec.defstruct(
        "Position",
        [("game", str), ("players", int), *options,
         *((field.name, list[int] if field.by else int) for field in fields)],
        frozen=True, forbid_unknown_fields=True,
    )  # fmt: skip

    def position(s: Any) -> Any:
        told = {field.name: getattr(s, field.name) for field in fields}
        chosen = {o.name: o.values[getattr(s, o.name)] if isinstance(o.values[0], str)
                  else type(o.values[0])(getattr(s, o.name)) for o in spec.options}  # fmt: skip
        return struct(game=spec.name, players=_players(spec, s), **chosen, **told)

    def set_up(s: Any, facts: Any) -> None:
        for field in fields:
            value = getattr(facts, field.name)
            if field.by and len(value) != field.length:
                raise refused(SENTENCES, "entries", part=field.name, n=field.length)
            setattr(s, field.name, list(value) if field.by else value)

    return {"Position": struct, "position": position, "set_up": set_up,
            "fault": lambda s: out_of_range(spec.rules.FIELDS, s)}  # fmt: skip


def out_of_range(fields: list[Field], s: Any) -> Refusal | None:
    """The first number that its field cannot hold; None if all can be."""
    from ryumon.play.position import out_of

    for field in fields:
        value = getattr(s, field.name)
        for one in value if field.by else [value]:
            if not field.holds.low <= one <= field.holds.high:
                return out_of(field.name, one, field.holds.low, field.holds.high)
    return None


# --- worlds -----------------------------------------------------------------------------------

TRIES = 200  # beginnings of a game from a set position
MANY = 200_000  # moves that are looked at for one world


def worlds(
    game: Game, known: Any, events: list[dict[str, Any]], viewer: int, rng: random.Random,
    origin: Any,
) -> list[str]:  # fmt: skip
    """Moves that show the viewer just these events, and leave it with what it knows now: tried in
    a random order, move by move, going back where nothing fits. `origin`, the forgotten position
    that the events start from, if any, becomes the position of the world."""
    told = [_without_number(event) for event in events if event["kind"] != "position"]
    for _ in range(1 if origin is None else TRIES):
        start = game.plain_start() if origin is None else _filled(game, origin, viewer, rng)
        moves = _Fitting(game.spec, viewer, told, known, rng).moves(start)
        if moves is not None:
            if origin is not None:
                origin.assign(start)
            return [game.spec.words.NAMES[move] for move in moves]
    raise RuntimeError(
        "No game was found that fits what is known; the game needs its own `worlds`."
    )


def _without_number(event: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in event.items() if key != "n"}


def _filled(game: Game, origin: Any, viewer: int, rng: random.Random) -> Any:
    """A position that may have been this forgotten one."""
    from collections import defaultdict

    from ryumon.kernel.rng import words

    start, room = origin.clone(), defaultdict(float)
    game.spec.hidden.prepare(origin, viewer, room)
    game.spec.hidden.world(start, viewer, room, words(rng.getrandbits(64)))
    return start


class _Fitting:
    """The search for moves that show a viewer what it has seen."""

    def __init__(
        self, spec: GameSpec, viewer: int, told: list[dict[str, Any]], known: Any,
        rng: random.Random,
    ) -> None:  # fmt: skip
        self.spec, self.viewer, self.told, self.known, self.rng = spec, viewer, told, known, rng

    def moves(self, start: Any) -> list[int] | None:
        """Depth first. Each entry of `open_` is a state, how much was told, and what is untried."""
        made: list[int] = []
        open_ = [(start, 0, self._order(start, 0))]
        for _ in range(MANY):
            if not open_:
                return None
            s, seen, left = open_[-1]
            if seen == len(self.told) and self._looks_alike(s):
                return made
            if not left:
                open_.pop()
                if made:
                    made.pop()
                continue
            move = left.pop()
            after = s.clone()
            self.spec.rules.apply(after, move)
            shown = self._shown(s, move, after)
            if self.told[seen : seen + len(shown)] == shown:
                made.append(move)
                seen += len(shown)
                open_.append((after, seen, self._order(after, seen)))
        return None

    def _order(self, s: Any, seen: int) -> list[int]:
        """The legal moves in a random order; where the next event names the move, only that."""
        room = [0] * self.spec.rules.MOST
        moves = room[: self.spec.rules.legal(s, room)]
        self.rng.shuffle(moves)
        named = self.told[seen].get("move") if seen < len(self.told) else None
        number = self.spec.ids.get(named) if isinstance(named, str) else None
        return [move for move in moves if move == number] or moves

    def _shown(self, s: Any, move: int, after: Any) -> list[dict[str, Any]]:
        seen: list[Event] = list(self.spec.sight.narrate(s, move, after))
        shown = [event.by(self.viewer) for event in seen]
        return [event for event in shown if event is not None]

    def _looks_alike(self, s: Any) -> bool:
        known = s.clone()
        self.spec.sight.forget(s, known, self.viewer)
        return known == self.known
