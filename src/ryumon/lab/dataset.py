"""Whole games as tables for statistics and learning: Parquet or JSON Lines (docs/dataset.md).

A game is a row; with `decisions` every decision of a seat is a row of a second table. Both formats
have the same columns. A row holds everything that was hidden, so only finished games are written.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, Protocol

import msgspec

from ryumon.lab.arena.book import GAMES, read_games
from ryumon.lab.arena.play import Played, Settings
from ryumon.play.game import Game
from ryumon.play.record import Record
from ryumon.play.refusal import refused
from ryumon.play.state import State

FORMAT = 1
LOT = 1000  # rows that are written at once

SENTENCES = {
    "en": {
        "suffix": "{path} must end in .parquet or .jsonl.",
        "no-arrow": "Parquet needs the package pyarrow. In a checkout: make report. Elsewhere: "
        "pip install pyarrow. Or write FILE.jsonl.",
        "unwritable": "{path} cannot be written: {why}.",
        "no-moves": "{path} has no moves; play the tournament with --moves.",
        "running": "{path} is not the record of a finished game.",
        "missing": "{path} does not exist.",
    },
    "ja": {
        "suffix": "{path}は .parquet か .jsonl で終わること。",
        "no-arrow": "Parquetにはパッケージpyarrowが要る。チェックアウトでは make report、"
        "ほかでは pip install pyarrow。または FILE.jsonl に書く。",
        "unwritable": "{path}に書けない: {why}。",
        "no-moves": "{path}には手がない。大会を --moves で打つこと。",
        "running": "{path}は終わった対局の記録ではない。",
        "missing": "{path}がない。",
    },
}


class GameRow(msgspec.Struct, frozen=True):
    """A finished game."""

    id: int  # from 0, within this file
    game: str
    players: int
    options: str  # JSON; which options there are depends on the game
    rules: int  # the version of the game's rules
    position: str | None  # JSON of the position that it starts from; None: from the beginning
    names: list[str] | None  # who sat where: bots or people
    seed: int | None  # of a simulated game, with
    deal: int | None  # the number of its deal
    date: str | None  # when a recorded game began
    moves: list[str]  # in notation, chance included
    scores: list[int]
    payoffs: list[float]
    winners: list[int]
    reason: str


class DecisionRow(msgspec.Struct, frozen=True):
    """A decision of a seat, with what the seat knew."""

    game: int  # the `id` of its game
    ply: int  # the place of the move in `moves`
    seat: int
    observation: list[int]  # int8, as docs/observations.md names them
    legal: list[int]  # the numbers of the legal moves
    move: int  # the one that was made
    payoff: float  # what the seat got in the end


# --- where games come from ------------------------------------------------------------------


def rows(paths: Iterable[str | os.PathLike[str]]) -> Iterator[GameRow]:
    """The games of records, of tournaments that kept their moves, and of folders of either."""
    for row, path in _games(map(Path, paths)):
        if not row.reason:
            raise refused(SENTENCES, "running", path=path)
        yield row


def _games(paths: Iterable[Path]) -> Iterator[tuple[GameRow, Path]]:
    for path in paths:
        if not path.exists():
            raise refused(SENTENCES, "missing", path=path)
        books = sorted(path.rglob(GAMES)) if path.is_dir() else []
        for book in books:
            yield from ((row, book) for row in of_tournament(*read_games(book), book))
        if path.is_dir():
            records = sorted(p for p in path.rglob("*.jsonl") if p.name != GAMES)
        else:
            records = [path]
        yield from ((of_record(Record.read(record)), record) for record in records)


def of_tournament(
    settings: Settings, games: Iterable[Played], path: Path | None = None
) -> Iterator[GameRow]:
    """The games of a tournament, but for those that a bot lost by an error."""
    game = settings.table()
    sides = list(settings.sides().values())
    for played in games:
        if played.fault is not None:
            continue
        if not played.line:
            raise refused(SENTENCES, "no-moves", path=path or "-")
        names = [""] * game.players
        for bot, seats in zip(played.seating, sides, strict=True):
            for seat in seats:
                names[seat] = settings.bots[bot]
        state = game.replay(played.line.split())
        yield _row(state, names=names, seed=settings.seed, deal=played.deal)


def of_record(record: Record) -> GameRow:
    return _row(record.state(), names=record.header.names, date=record.header.date)


def _row(state: State, **more: Any) -> GameRow:
    game, result = state.game, state.result()
    empty = {"names": None, "seed": None, "deal": None, "date": None}
    return GameRow(
        id=0, game=game.name, players=game.players, options=_json(dict(game.options)),
        rules=game.spec.rules_version,
        position=None if state.origin is None else _json(state.origin), moves=state.moves,
        scores=state.scores, payoffs=result.payoffs if result else [],
        winners=result.winners if result else [], reason=result.reason if result else "",
        **(empty | more),
    )  # fmt: skip


def decisions(row: GameRow) -> Iterator[DecisionRow]:
    """What each seat knew, could do and did."""
    from ryumon import game as made_game

    game: Game = made_game(row.game, players=row.players, **msgspec.json.decode(row.options))
    start = row.position
    state = game.start() if start is None else game.position(msgspec.json.decode(start))
    ids = game.spec.ids
    for ply, move in enumerate(row.moves):
        seat = state.turn
        if seat >= 0:
            yield DecisionRow(
                row.id, ply, seat, state.observe(seat).tolist(), list(state.legal_ids()),
                ids[move], row.payoffs[seat],
            )  # fmt: skip
        state.play(move)


# --- writing --------------------------------------------------------------------------------


class _Writer(Protocol):
    def add(self, lot: list[Any]) -> None: ...

    def close(self) -> None: ...


class _Lines:
    def __init__(self, path: Path, kind: type) -> None:
        self._file = path.open("wb")

    def add(self, lot: list[Any]) -> None:
        self._file.write(msgspec.json.Encoder().encode_lines(lot))

    def close(self) -> None:
        self._file.close()


class _Parquet:
    """Written in groups of rows, so that a large set needs little memory."""

    def __init__(self, path: Path, kind: type) -> None:
        arrow: Any = importlib.import_module("pyarrow")
        parquet: Any = importlib.import_module("pyarrow.parquet")
        self._arrow, self._schema = arrow, arrow_schema(kind)
        self._writer = parquet.ParquetWriter(path, self._schema, compression="zstd")

    def add(self, lot: list[Any]) -> None:
        found = [msgspec.to_builtins(row) for row in lot]
        self._writer.write_table(self._arrow.Table.from_pylist(found, schema=self._schema))

    def close(self) -> None:
        self._writer.close()


WRITERS = {".jsonl": _Lines, ".parquet": _Parquet}


def arrow_schema(kind: type) -> Any:
    """The columns of a table, as Arrow types."""
    arrow: Any = importlib.import_module("pyarrow")
    small = {"observation": arrow.int8(), "legal": arrow.int16(), "move": arrow.int16()}
    plain = {int: arrow.int64(), float: arrow.float64(), str: arrow.string()}

    def column(field: msgspec.inspect.Field) -> Any:
        found = _without_none(field.type)
        if isinstance(found, msgspec.inspect.ListType):
            inner = small.get(field.name) or plain[_python(found.item_type)]
            return arrow.list_(inner)
        return small.get(field.name) or plain[_python(found)]

    info = msgspec.inspect.type_info(kind)
    assert isinstance(info, msgspec.inspect.StructType)
    fields = [arrow.field(f.name, column(f)) for f in info.fields]
    return arrow.schema(fields, metadata={"ryumon.format": str(FORMAT)})


def _without_none(found: msgspec.inspect.Type) -> msgspec.inspect.Type:
    if isinstance(found, msgspec.inspect.UnionType):
        return next(t for t in found.types if not isinstance(t, msgspec.inspect.NoneType))
    return found


def _python(found: msgspec.inspect.Type) -> type:
    kinds: dict[type, type] = {
        msgspec.inspect.IntType: int,
        msgspec.inspect.FloatType: float,
        msgspec.inspect.StrType: str,
    }
    return kinds[type(found)]


def check_target(path: Path) -> None:
    """Refused if nothing can be written there."""
    if path.suffix not in WRITERS:
        raise refused(SENTENCES, "suffix", path=path)
    if path.suffix == ".parquet" and importlib.util.find_spec("pyarrow") is None:
        raise refused(SENTENCES, "no-arrow")
    if not path.parent.is_dir():
        raise refused(SENTENCES, "unwritable", path=path, why=f"{path.parent} is not a folder")


def write(games: Iterable[GameRow], path: Path, every_decision: bool = False) -> int:
    """Write the games, numbered from 0, and with `every_decision` a second table beside it; return
    how many games there are. All or nothing: an interrupted export leaves no file of that name."""
    targets: list[tuple[Path, type]] = [(path, GameRow)]
    if every_decision:
        targets.append((path.with_suffix(f".decisions{path.suffix}"), DecisionRow))
    check_target(path)
    parts = [target.with_name(target.name + ".part") for target, _ in targets]
    count = 0
    try:
        made: list[_Writer] = []
        try:
            for part, (_, kind) in zip(parts, targets, strict=True):
                made.append(WRITERS[path.suffix](part, kind))
            left = iter(games)
            while lot := list(islice(left, LOT)):
                lot = [msgspec.structs.replace(row, id=count + k) for k, row in enumerate(lot)]
                count += len(lot)
                made[0].add(lot)
                for row in lot if every_decision else ():
                    made[1].add(list(decisions(row)))
        finally:
            for writer in made:
                writer.close()
        for part, (target, _) in zip(parts, targets, strict=True):
            part.replace(target)
    except OSError as wrong:
        raise refused(SENTENCES, "unwritable", path=path, why=wrong) from wrong
    finally:
        for part in parts:
            part.unlink(missing_ok=True)
    return count


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
