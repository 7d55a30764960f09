"""Whoever has a table's record can check its deal, and whatever was changed afterwards is found."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ryumon
from ryumon.cli import main
from ryumon.play.record import Record, verify
from ryumon.table import fairness
from ryumon.table.chance import KeyChance

SECRET = bytes(range(32))
ADDED = [b"\x01" * 16, b"", b"\x02" * 16]
DEAL = fairness.deal_of(SECRET, ADDED)


def dealt(name: str = "slaughter", players: int = 3) -> Record:
    """A finished game whose chance follows from the key."""
    rng, state = random.Random(7), ryumon.game(name, players=players).start()
    added = ADDED[:players]
    chance = KeyChance(fairness.key_of(SECRET, added))
    while state.turn != ryumon.OVER:
        state.deal(chance)
        if state.turn != ryumon.OVER:
            state.play(rng.choice(state.legal()))
    return Record.of(state, date="2025-03-21T18:00:00Z", deal=fairness.deal_of(SECRET, added))


RECORD = dealt()
LINES = [json.loads(line) for line in RECORD.text().splitlines()]


def verified(
    tmp_path: Path, lines: list[dict[str, Any]], capsys: Any, *more: str
) -> tuple[int, str]:
    """What `ryumon verify` says of these lines."""
    path = tmp_path / "game.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    with pytest.raises(SystemExit) as end:
        main(["verify", str(path), *more])
    told = capsys.readouterr()
    return int(end.value.code or 0), " ".join((told.out + told.err).split())


@pytest.mark.parametrize("name", ["tatsu", "tiger-dragon"])
def test_a_deal_is_checked_to_its_last_outcome(name: str) -> None:
    record = dealt(name, 2)
    chance = sum(move.startswith("~") for move in record.moves)
    assert fairness.check(record) == ([], chance)
    assert chance > 10


def test_verify_says_that_all_outcomes_follow(tmp_path: Path, capsys: Any) -> None:
    code, said = verified(tmp_path, LINES, capsys, "--commitment", DEAL.commitment)
    assert code == 0
    draws = sum(move.startswith("~") for move in RECORD.moves)
    assert f"All {draws} outcomes of chance follow" in said


def swap_two_cards(lines: list[dict[str, Any]]) -> None:
    """Two players get each other's first cards; the record is as legal as before."""
    places = [k for k, line in enumerate(lines) if line.get("move", "").startswith("~")]
    one, other = places[2], places[3]
    lines[one], lines[other] = lines[other], lines[one]


def other_secret(lines: list[dict[str, Any]]) -> None:
    lines[0]["deal"]["secret"] = "ab" * 32


def other_secret_and_promise(lines: list[dict[str, Any]]) -> None:
    lines[0]["deal"] |= {
        "secret": "ab" * 32, "commitment": fairness.commitment(bytes.fromhex("ab" * 32)),
    }  # fmt: skip


def other_bytes(lines: list[dict[str, Any]]) -> None:
    lines[0]["deal"]["added"][2] = "03" * 16


def bytes_left_out(lines: list[dict[str, Any]]) -> None:
    lines[0]["deal"]["added"][0] = ""


@pytest.mark.parametrize(
    "tamper",
    [swap_two_cards, other_secret, other_secret_and_promise, other_bytes, bytes_left_out],
)
def test_tampering_is_found(
    tamper: Callable[[list[dict[str, Any]]], None], tmp_path: Path, capsys: Any
) -> None:
    lines = json.loads(json.dumps(LINES))
    tamper(lines)
    code, said = verified(tmp_path, lines, capsys)
    assert code == 1
    assert "does not follow" in said or "not the one that was promised" in said
    if tamper is swap_two_cards:  # nothing but the key tells
        assert verify(tmp_path / "game.jsonl") == []


def test_a_whole_new_deal_is_found_by_the_promise_that_was_kept(
    tmp_path: Path, capsys: Any
) -> None:
    """Whoever makes up secret, promise and cards together is found by one who wrote the promise
    down before the game."""
    code, said = verified(tmp_path, LINES, capsys, "--commitment", "00" * 32)
    assert code == 1
    assert "not the one that you have seen" in said


def test_without_a_deal_nothing_can_be_checked(tmp_path: Path, capsys: Any) -> None:
    header = {name: value for name, value in LINES[0].items() if name != "deal"}
    lines = [header | {"format": 1}, *LINES[1:]]
    assert verified(tmp_path, lines, capsys)[0] == 0  # it is a sound record
    code, said = verified(tmp_path, lines, capsys, "--commitment", DEAL.commitment)
    assert code == 1
    assert "nobody can check" in said
