"""What the moves have shown, kept as it is told: events and their sentences, for each viewer.

Telling costs something for each new move, not for the whole game, and copies of a state share what
they have in common. A story that is shared is never told further: whoever goes on `fork`s it first.
What was told to a viewer stands in a list that only grows. Several stories may end at different
places of one list; the first that goes on grows it, the others then take their part along.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any, NamedTuple

from ryumon.kernel.machine import machine
from ryumon.play.event import PUBLIC

if TYPE_CHECKING:
    from ryumon.play.event import Event
    from ryumon.play.game import Game

NAMINGS = 8  # languages and sets of names whose sentences are kept for one viewer

_growing = threading.Lock()  # between the look at a list's end and its growth


class Line:
    """What one viewer was told, and the sentences for it as far as they were asked for."""

    __slots__ = ("events", "said")

    def __init__(self, events: list[dict[str, Any]]) -> None:
        self.events = events
        self.said: dict[Any, list[str | None]] = {}

    def first(self, length: int) -> Line:
        new = Line(self.events[:length])
        new.said = {key: sentences[:length] for key, sentences in self.said.items()}
        return new


class Told(NamedTuple):
    """The first `length` events of a line: all that one viewer has seen at one moment."""

    line: Line
    length: int

    def and_then(self, news: list[dict[str, Any]]) -> Told:
        with _growing:
            own = len(self.line.events) == self.length
            line = self.line if own else self.line.first(self.length)
            line.events.extend(news)
        return Told(line, self.length + len(news))

    def raw(self, since: int = 0) -> list[dict[str, Any]]:
        """The events after the number `since` as they are kept, without their numbers."""
        return self.line.events[max(since, 0) : self.length]

    def events(self, since: int = 0) -> list[dict[str, Any]]:
        """They are the caller's own: what is kept cannot be changed by them."""
        since = max(since, 0)
        found = data(self.raw(since))
        return [{"n": n, **event} for n, event in enumerate(found, since + 1)]

    def sentences(
        self, game: Game, viewer: int, language: str, names: list[str] | None, since: int = 0
    ) -> list[str]:
        since = max(since, 0)
        said = self._said(language, names)
        missing = [k for k in range(since, self.length) if said[k] is None]
        say, events = game.spec.words.say, self.line.events
        for k in missing:
            said[k] = say({"n": k + 1, **events[k]}, viewer, language, names)
        return [sentence for sentence in said[since : self.length] if sentence is not None]

    def _said(self, language: str, names: list[str] | None) -> list[str | None]:
        """The sentences of the line, with room for as many as there are events."""
        kept, key = self.line.said, (language, None if names is None else tuple(names))
        said = kept.get(key)
        if said is None:
            while len(kept) >= NAMINGS:
                kept.pop(next(iter(kept)), None)
            said = kept[key] = []
        said.extend([None] * (self.length - len(said)))
        return said

    def alone(self) -> Told:
        """The same without what comes later."""
        return Told(Line(self.line.events[: self.length]), self.length)


class Story:
    """What `made` moves have shown: as events, and to each viewer who asked."""

    __slots__ = ("_at", "_game", "_origin", "_seen", "_size", "_viewers", "made", "shared")

    def __init__(self, game: Game, origin: Any, at: Any) -> None:
        self._game, self._origin = game, origin
        self._at = at  # the plain state after `made` moves, never changed
        # what happened, kept where some see more than others; beside it, one dict for all who see
        # no more than everyone. The first `_size` are ours: the list is shared with other stories,
        # as a line is.
        self._seen: list[tuple[Event | None, dict[str, Any] | None]] = []
        self._size = 0
        self._viewers: dict[int, tuple[Told, int]] = {}  # with how many of `_seen` were told
        self.made = 0
        self.shared = False

    def fork(self) -> Story:
        """A story that goes on from here by itself."""
        new = Story(self._game, self._origin, self._at)
        new._seen, new._size = self._seen, self._size
        new._viewers = self._viewers.copy()
        new.made = self.made
        return new

    def tell(self, moves: list[int]) -> None:
        """Go on to the end of these moves."""
        narrate, apply = self._game.spec.sight.narrate, self._game.spec.rules.apply
        news: list[tuple[Event | None, dict[str, Any] | None]] = []
        for move in moves[self.made :]:
            before, self._at = self._at, self._at.clone()
            apply(self._at, move)
            for event in narrate(before, move, self._at):
                news.append((event if event.secrets else None, event.by(PUBLIC)))
        with _growing:
            if len(self._seen) > self._size:
                self._seen = self._seen[: self._size]
            self._seen.extend(news)
        self._size += len(news)
        self.made = len(moves)

    def by(self, viewer: int) -> Told:
        """All that this viewer has seen."""
        told, known = self._viewers.get(viewer) or (self._beginning(viewer), 0)
        if known < self._size:
            fresh = self._seen[known : self._size]
            news = [e.by(viewer) if e and viewer in e.secrets else shown for e, shown in fresh]
            told = told.and_then([event for event in news if event is not None])
        self._viewers[viewer] = told, self._size
        return told

    def _beginning(self, viewer: int) -> Told:
        """Of a set position the viewer is told all that it knows."""
        if self._origin is None:
            return Told(Line([]), 0)
        view, known = self._game.spec.view, known_of(self._game, self._origin, viewer)
        facts = {"view": view.view(known, viewer), "aids": view.aids(known, viewer)}
        return Told(Line([{"kind": "position", **data(facts)}]), 1)


class Sights:
    """Every move as each seat saw it, as a number: the move's own, or a negative one that all moves
    share which looked alike to it. For search, which keeps its trees by it."""

    __slots__ = ("_at", "_game", "_rows", "made", "shared")

    def __init__(self, game: Game, at: Any) -> None:
        self._game, self._at = game, at
        self._rows: list[list[int]] = [[] for _ in range(game.players)]
        self.made = 0
        self.shared = False

    def fork(self) -> Sights:
        new = Sights(self._game, self._at.clone())
        new._rows = [row[:] for row in self._rows]
        new.made = self.made
        return new

    def tell(self, moves: list[int]) -> None:
        shows, apply = self._game.spec.hidden.shows, self._game.spec.rules.apply
        for move in moves[self.made :]:
            for seat, row in enumerate(self._rows):
                row.append(shows(self._at, move, seat))
            apply(self._at, move)
            self.made += 1

    def by(self, seat: int) -> list[int]:
        return self._rows[seat][:]


def beginning(game: Game, origin: Any) -> Any:
    """The plain state before the first move, the caller's own."""
    return game.plain_start() if origin is None else origin.clone()


def known_of(game: Game, plain: Any, viewer: int) -> Any:
    """A plain state as this viewer knows it."""
    known = machine(game.spec, compiled=False).plain()
    game.spec.sight.forget(plain, known, viewer)
    return known


def data(typed: Any) -> Any:
    """Structs as plain data, and plain data as data of one's own. msgspec comes with the first
    game, not with `import ryumon`."""
    import msgspec

    return msgspec.to_builtins(typed)
