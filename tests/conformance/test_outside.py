"""Games of other packages: the example of docs/add-a-game.md, plug-ins that are broken, and what a
game gets that provides only what it must."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import ryumon
from ryumon.kernel import defaults
from ryumon.kernel.jit import interpreted, link
from ryumon.kernel.rng import words
from ryumon.new_game import example, new_game
from ryumon.play import contract
from ryumon.play.refusal import Refused
from ryumon.play.registry import NAMES, GameSpec, find
from tests import support
from tests.kernel.workshop import environment


class Outside:
    """A folder on the path of another Python, with packages as if they were installed there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def install(self, name: str, entry: str) -> None:
        """What an installer leaves behind of a package that registers a game."""
        info = self.folder / f"{name.replace('-', '_')}-1.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1\n")
        (info / "entry_points.txt").write_text(f"[ryumon.games]\n{name} = {entry}\n")

    def run(self, *command: str, path: str = "", cwd: Path | None = None) -> str:
        paths = os.pathsep.join([str(self.folder), *([path] if path else [])])
        kept = {key: os.environ[key] for key in ("RYUMON_CACHE", "RYUMON_DATA", "RYUMON_JIT")}
        done = subprocess.run(
            [sys.executable, *command], env=environment(PYTHONPATH=paths, **kept), timeout=300,
            cwd=cwd or self.folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


@pytest.fixture
def outside(tmp_path: Path) -> Outside:
    return Outside(tmp_path)


GAMES = "import ryumon; print(*ryumon.games())"


def test_a_game_of_another_package_is_listed_after_ours_and_can_be_played(outside: Outside) -> None:
    outside.install("hidden-nim", "hidden_nim:GAME")
    there = str(example() / "src")
    assert outside.run("-c", GAMES, path=there).split() == [*NAMES, "hidden-nim"]
    code = """
import random, ryumon
from ryumon import bots
state, rng = ryumon.game("hidden-nim").start(), random.Random(1)
sitting = [bots.make("dragon@20", 1), bots.make("thumb", 2)]
while state.turn != ryumon.OVER:
    state.deal(rng)
    if state.turn >= 0:
        state.play(bots.choose(sitting[state.turn], state))
print(state.result().reason, len(state.log(0, "ja")) == len(state.events(0)))
"""
    assert outside.run("-c", code, path=there).split() == ["stuck", "True"]


BROKEN = {
    "raises": ("1 / 0\n", "GAME", "ZeroDivisionError"),
    "not-there": ("", "GAME", "AttributeError"),
    "not-a-game": ("GAME = 7\n", "GAME", "is not the GameSpec of that name"),
}


@pytest.mark.slow
def test_a_broken_plug_in_gets_a_sentence_and_does_not_stop_the_others(outside: Outside) -> None:
    for name, (text, entry, _) in BROKEN.items():
        (outside.folder / f"{name.replace('-', '_')}.py").write_text(text)
        outside.install(name, f"{name.replace('-', '_')}:{entry}")
    outside.install("tatsu", "raises:GAME")  # the names of ours are taken
    assert outside.run("-c", GAMES).split() == [*NAMES, *sorted(BROKEN)]
    told = outside.run("-c", "from ryumon.cli import main; main(['games'])")
    assert "tatsu: Tatsu" in told
    for name, (_, _, why) in BROKEN.items():
        (line,) = [line for line in told.splitlines() if line.startswith(f"{name}: ")]
        assert line.startswith(f"{name}: The game {name} cannot be loaded")
        assert why.split()[0] in told


def test_a_game_that_lacks_something_is_refused_and_told_what() -> None:
    game = find("tatsu")
    rules = {name: getattr(game.rules, name) for name in contract.names_of(contract.Rules)}
    modules: dict[str, Any] = {
        "rules": SimpleNamespace(**rules),
        "sight": game.sight,
        "words": game.words,
    }
    parts: dict[str, Any] = {"name": "less", "title": game.title, "players": (2,)}
    parts |= {"default_players": 2, "observation": game.observation}
    assert GameSpec(**parts, **modules).name == "less"
    del modules["rules"].legal
    modules["rules"].payoffs = 7
    with pytest.raises(Refused) as wrong:
        GameSpec(**parts, **modules)
    for language in support.LANGUAGES:
        sentence = wrong.value.refusal.sentence(language)
        assert "rules.legal" in sentence
        assert "rules.payoffs" in sentence
        assert "rules.apply" not in sentence


def test_a_game_that_hides_something_must_say_how_a_world_is_drawn() -> None:
    game = find("schadenfreude")
    with pytest.raises(Refused, match=r"hidden\.world"):
        GameSpec("less", game.title, (4,), 4, game.rules, game.sight, game.words)


# --- what the defaults do -------------------------------------------------------------------


def linked(name: str, rule: Callable[..., Any]) -> Callable[..., Any]:
    """A default as this game would have it."""
    return link([rule], find(name).operations(), interpreted)[rule.__name__]


@pytest.mark.parametrize("name", NAMES)
def test_by_default_a_move_shows_what_is_known_after_it(name: str) -> None:
    """The games that say it themselves, because that is faster, say the same: moves that look alike
    in one way do so in the other. (Bushido puts off what a secret question shows.)"""
    spec = find(name)
    shows = linked(name, defaults.of_hidden(spec.rules.FIELDS)["shows"])
    compared = 0
    for state in support.moments(ryumon.game(name), 1, most=12):
        moves, s = state.legal_ids(), support.plain(state)
        for viewer in range(state.game.players if len(moves) > 1 else 0):
            if viewer != state.turn:
                pairs = {(spec.hidden.shows(s, m, viewer), shows(s, m, viewer)) for m in moves}
                own, by_default = len({a for a, _ in pairs}), len({b for _, b in pairs})
                assert len(pairs) == by_default
                assert own == by_default or name == "bushido"
                compared += 1
    assert compared


def test_by_default_chance_goes_by_its_weights_and_a_move_is_picked_evenly() -> None:
    """Tatsu's dice: two different ones fall in two ways."""
    rules = defaults.of_rules(find("tatsu").rules.MOST)
    deal, pick = linked("tatsu", rules["deal"]), linked("tatsu", rules["pick"])
    start, luck = support.start_interpreted(ryumon.game("tatsu")), words(5)
    start.play("~first:0")
    rolls: Counter[tuple[int, int]] = Counter()
    for _ in range(3600):
        s = support.plain(start)
        deal(s, luck)
        rolls[s.low, s.high] += 1
    assert rolls[1, 1] == pytest.approx(100, abs=40)
    assert rolls[2, 5] == pytest.approx(200, abs=56)
    start.deal(random.Random(3))
    picked = Counter(pick(support.plain(start), luck) for _ in range(200 * len(start.legal())))
    assert set(picked) == set(start.legal_ids())
    assert min(picked.values()) > 140


# --- ryumon new-game --------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["", "Nim", "two words", "-x", "../x", "tatsu", "tiger-dragon"])
def test_a_name_that_a_new_game_cannot_have_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(Refused) as wrong:
        new_game(name, tmp_path)
    assert wrong.value.refusal.sentence("ja").endswith("。")
    assert list(tmp_path.iterdir()) == []


def test_a_new_game_overwrites_nothing(tmp_path: Path) -> None:
    (tmp_path / "tiny-race").mkdir()
    (tmp_path / "tiny-race/notes.txt").write_text("mine")
    with pytest.raises(Refused, match="already there"):
        new_game("tiny-race", tmp_path)
    assert [path.name for path in (tmp_path / "tiny-race").iterdir()] == ["notes.txt"]


def test_a_new_game_has_its_own_name_everywhere(tmp_path: Path) -> None:
    made = new_game("tiny-race", tmp_path)
    files = [path for path in made.rglob("*") if path.is_file()]
    assert made / "src/tiny_race/rules.py" in files
    for path in files:
        assert "nim" not in (path.name + path.read_text("utf-8")).lower().replace("minimum", "")


@pytest.mark.slow
def test_a_new_game_passes_the_conformance_suite(outside: Outside) -> None:
    """All of it: rules, secrecy in pairs of worlds, interpreted equal to compiled, and bots."""
    made = new_game("tiny-race", outside.folder)
    outside.install("tiny-race", "tiny_race:GAME")
    told = outside.run(
        "-m", "pytest", "-q", "-p", "no:cacheprovider", path=str(made / "src"), cwd=made
    )
    assert " passed" in told
    assert "failed" not in told
