"""Data sets: the same games in both formats, complete, and only of finished games."""

from __future__ import annotations

import importlib
from pathlib import Path
from typing import Any

import msgspec
import pytest

import ryumon
from ryumon.lab import dataset
from ryumon.lab.arena import Tournament
from ryumon.play.record import Record
from ryumon.play.refusal import Refused
from tests.lab.command import run


@pytest.fixture(autouse=True)
def interpreted_rules(monkeypatch) -> None:
    monkeypatch.setenv("RYUMON_JIT", "off")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A tournament with its moves, and the record of one of its games."""
    game = ryumon.game("schadenfreude", players=3)
    where = tmp_path / "games"
    with Tournament(
        game, lineups=[["random", "thumb", "thumb"]], folder=where / "match", moves=True
    ) as made:
        made.play(3)
        state = made.replay(0, ["random", "thumb", "thumb"])
    Record.of(state, names=["A", "B", "C"]).write(where / "one.jsonl")
    return where


def read_lines(path: Path, kind: type) -> list[Any]:
    return [msgspec.json.decode(line, type=kind) for line in path.read_bytes().splitlines()]


def test_rows_hold_whole_games(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    assert dataset.write(dataset.rows([folder]), out) == 4
    found = read_lines(out, dataset.GameRow)
    assert [row.id for row in found] == [0, 1, 2, 3]
    for row in found:
        state = ryumon.game(row.game, players=row.players).replay(row.moves)
        result = state.result()
        assert result is not None
        assert (row.scores, row.winners, row.reason) == (state.scores, *result[::2])
    assert [row.names.index("random") for row in found[:3]] == [0, 1, 2]
    assert found[3].names == ["A", "B", "C"]
    assert found[3].date is not None
    assert (found[0].seed, found[0].deal) == (0, 0)


def test_decisions_hold_what_the_seat_knew(folder: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    dataset.write(dataset.rows([folder / "one.jsonl"]), out, every_decision=True)
    (game,) = read_lines(out, dataset.GameRow)
    found = read_lines(tmp_path / "out.decisions.jsonl", dataset.DecisionRow)
    state = ryumon.game("schadenfreude", players=3).start()
    rows = iter(found)
    for ply, move in enumerate(game.moves):
        if state.turn >= 0:
            row = next(rows)
            assert (row.game, row.ply, row.seat) == (0, ply, state.turn)
            assert row.observation == state.observe(state.turn).tolist()
            assert row.legal == list(state.legal_ids())
            assert state.game.spec.words.NAMES[row.move] == move
            assert row.payoff == game.payoffs[row.seat]
        state.play(move)
    assert next(rows, None) is None


@pytest.mark.slow
def test_parquet_holds_the_same(folder: Path, tmp_path: Path) -> None:
    parquet: Any = importlib.import_module("pyarrow.parquet")
    for suffix in ("jsonl", "parquet"):
        assert run("export", folder, "--decisions", "--out", tmp_path / f"out.{suffix}") == 0
    for name, kind in (("out", dataset.GameRow), ("out.decisions", dataset.DecisionRow)):
        lines = [msgspec.to_builtins(row) for row in read_lines(tmp_path / f"{name}.jsonl", kind)]
        table = parquet.read_table(tmp_path / f"{name}.parquet")
        assert table.to_pylist() == lines
        assert table.schema.metadata[b"ryumon.format"] == b"1"
    assert str(table.schema.field("observation").type) == "list<element: int8>"


@pytest.mark.slow
def test_games_are_simulated(tmp_path: Path, capsys) -> None:
    out = tmp_path / "out.jsonl"
    asked = ["--game", "bushido", "--option", "turns=2", "--bots", "thumb", "--games", "5"]
    assert run("export", *asked, "--workers", "1", "--out", out) == 0
    assert "5 games" in capsys.readouterr().out
    assert len(read_lines(out, dataset.GameRow)) == 5


def test_a_running_game_is_never_written(tmp_path: Path) -> None:
    """It would show everything that is hidden at the table."""
    Record.of(ryumon.game("tatsu").replay(["~first:0"])).write(tmp_path / "running.jsonl")
    with pytest.raises(Refused, match="finished"):
        dataset.write(dataset.rows([tmp_path / "running.jsonl"]), tmp_path / "out.jsonl")
    assert sorted(p.name for p in tmp_path.iterdir()) == ["running.jsonl"]


def test_a_tournament_without_moves_says_so(tmp_path: Path) -> None:
    game = ryumon.game("bushido", turns=1)
    with Tournament(game, lineups=[["random", "random"]], folder=tmp_path / "m") as made:
        made.play(2)
    with pytest.raises(Refused, match="--moves"):
        list(dataset.rows([tmp_path / "m"]))


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--out", "x.csv", "--game", "tatsu"], "must end in .parquet or .jsonl"),
        (["--out", "x.jsonl"], "Name what to export"),
        (["--out", "x.jsonl", "--game", "tatsu", "y.jsonl"], "not both"),
        (["--out", "x.jsonl", "nowhere"], "nowhere does not exist"),
        (["--out", "no/such/x.jsonl", "--game", "tatsu"], "cannot be written"),
    ],
)
def test_what_cannot_be_exported_is_refused(arguments, sentence, capsys, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert run("export", *arguments)
    assert sentence in capsys.readouterr().err.replace("\n", " ")
    assert list(tmp_path.iterdir()) == []


def test_without_arrow_a_sentence_says_what_to_do(monkeypatch, tmp_path) -> None:
    monkeypatch.setattr(dataset.importlib.util, "find_spec", lambda name: None)
    with pytest.raises(Refused, match="pyarrow"):
        dataset.check_target(tmp_path / "out.parquet")
