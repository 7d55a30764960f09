"""numba's cache never runs the wrong rules, and a place for it is no condition."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ryumon.kernel import cache
from ryumon.play.registry import find
from tests.kernel.workshop import WORTH, Workshop

# A whole game of fixed moves, so that the points are known: seat 0 takes 3 pieces, seat 1 two.
# `playouts` and `step` stand in files that a change of the rule leaves as they are.
PLAY = """
import ryumon
for name in {names}:
    game = ryumon.game(name)
    interpreted = game.playouts(20, seed=1)
    game.compile()
    state = game.replay(['~5', '2', '1', '1', '1'])
    assert game.compiled and state._machine.compiled
    print(name, state.scores, game.playouts(20, seed=1) == interpreted)
from numba.core import config
assert config.CACHE_DIR == {numba!r}, 'The setting of numba has changed.'
"""


def expected(name: str, worth: int) -> str:
    return f"{name} [{3 * worth}, {2 * worth}] True"


def kept(shop: Workshop) -> dict[Path, int]:
    """The files of numba's cache, with the time of their last change."""
    return {path: path.stat().st_mtime_ns for path in shop.folder.rglob("*.nb?")}


def played(shop: Workshop, *names: str, **changes: str) -> list[str]:
    """What the games tell, and whether their code was in the cache already."""
    before, numba = kept(shop), str(shop.folder / "numba")
    told = shop.run(PLAY.format(names=names, numba=numba), NUMBA_CACHE_DIR=numba, **changes)
    after = kept(shop)
    assert all(path.is_relative_to(shop.cache) for path in after)
    cached = "no cache" if not after else "found" if after == before else "compiled"
    return [*told.splitlines(), cached]


@pytest.fixture
def shop(tmp_path: Path) -> Workshop:
    return Workshop(tmp_path)


@pytest.mark.slow
def test_a_changed_rule_is_in_force_in_all_callers_and_undone_it_hits_again(shop: Workshop) -> None:
    assert played(shop, "pebbles") == [expected("pebbles", 5), "compiled"]
    assert played(shop, "pebbles") == [expected("pebbles", 5), "found"]
    shop.set_worth("pebbles", 9)
    assert played(shop, "pebbles") == [expected("pebbles", 9), "compiled"]
    shop.set_worth("pebbles", 5)
    assert played(shop, "pebbles") == [expected("pebbles", 5), "found"]
    assert len([p for p in shop.cache.iterdir() if p.is_dir()]) == 2


@pytest.mark.slow
def test_a_cache_that_does_not_know_all_sources_runs_old_rules(shop: Workshop) -> None:
    """The pitfall itself, so that the test above is known to be able to fail: with one folder for
    all sources numba goes on with the old rule, because it stamps only a function's own file."""
    path = shop.folder / "ryumon/kernel/cache.py"
    path.write_text(path.read_text() + "\n\ndef digest(more=()):\n    return '0' * 16\n")
    assert played(shop, "pebbles") == [expected("pebbles", 5), "compiled"]
    shop.set_worth("pebbles", 9)
    assert played(shop, "pebbles") != [expected("pebbles", 9), "compiled"]


@pytest.mark.slow
@pytest.mark.parametrize("order", [["pebbles", "marbles"], ["marbles", "pebbles"]])
def test_two_games_of_equal_layout_keep_to_their_own_rules(
    shop: Workshop, order: list[str]
) -> None:
    """In one process and in fresh ones that share the cache, in both orders."""
    first, second = order
    assert played(shop, *order) == [*(expected(n, WORTH[n]) for n in order), "compiled"]
    assert played(shop, second) == [expected(second, WORTH[second]), "found"]
    assert played(shop, second, first) == [
        *(expected(n, WORTH[n]) for n in (second, first)),
        "found",
    ]


@pytest.mark.slow
def test_games_of_equal_layout_without_a_mark_would_be_mixed_up(shop: Workshop) -> None:
    """The pitfall itself: without the byte that bears its name, a game meets the other's code."""
    path = shop.folder / "ryumon/kernel/fields.py"
    text = path.read_text()
    assert "this_is_{game.replace('-', '_')}" in text
    path.write_text(text.replace("this_is_{game.replace('-', '_')}", "this_is_a_game"))
    assert played(shop, "pebbles") == [expected("pebbles", 5), "compiled"]
    told = played(shop, "marbles")
    assert told != [expected("marbles", 7), "compiled"]


# --- no place for a cache -------------------------------------------------------------------


def in_the_way(folder: Path, how: str) -> Path:
    """A place where no cache can be made."""
    if how == "a file":
        (folder / "file").write_text("here")
        return folder / "file"
    if how == "below a file":
        (folder / "file").write_text("here")
        return folder / "file" / "cache"
    if how == "a long name":
        return folder / ("x" * 300)
    locked = folder / "locked"
    locked.mkdir(mode=0o500)
    if not os.access(locked, os.W_OK):
        return locked / "cache"
    nobodys = Path("/proc")  # for a user who may write everywhere else
    if not nobodys.exists():
        pytest.skip("This user may write everywhere.")
    return nobodys / "ryumon" / "cache"


WAYS = ["a file", "below a file", "a long name", "read-only"]


@pytest.fixture
def _fresh() -> Iterator[None]:
    cache.folder.cache_clear()
    yield
    cache.folder.cache_clear()


@pytest.mark.usefixtures("_fresh")
@pytest.mark.parametrize("how", WAYS)
def test_a_place_that_cannot_be_written_is_none(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RYUMON_CACHE", str(in_the_way(tmp_path, how)))
    assert cache.folder() is None
    cache.tidy()


@pytest.mark.slow
@pytest.mark.parametrize("how", ["a file", "read-only"])
def test_without_a_place_for_the_cache_rules_are_compiled_all_the_same(
    shop: Workshop, how: str, tmp_path: Path
) -> None:
    place = in_the_way(tmp_path, how)
    told = played(shop, "pebbles", RYUMON_CACHE=str(place))
    assert told == [expected("pebbles", 5), "no cache"]


@pytest.mark.slow
def test_a_broken_cache_is_no_obstacle(shop: Workshop) -> None:
    """Files cut short (a full disk, a crash): compiled anew."""
    played(shop, "pebbles")
    for path in shop.cache.rglob("*.nb?"):
        path.write_bytes(path.read_bytes()[:7])
    assert played(shop, "pebbles")[0] == expected("pebbles", 5)


# --- old folders ----------------------------------------------------------------------------


@pytest.mark.usefixtures("_fresh")
def test_old_folders_go_and_nothing_else_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("RYUMON_CACHE", str(tmp_path))
    long_ago = time.time() - cache.KEEP - 60
    names = {"0123456789abcdef": 0, "fedcba9876543210": 1, "my letters": 1, "0123456789abcdeg": 1}
    for name, old in names.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").touch()
        if old:
            os.utime(tmp_path / name, (long_ago, long_ago))
    here = cache.folder()
    assert here is not None
    os.utime(here, (long_ago, long_ago))
    cache.tidy()
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {here.name, "0123456789abcdef", "my letters", "0123456789abcdeg"}


@pytest.mark.slow
def test_the_digest_knows_every_source(shop: Workshop) -> None:
    ask = "from ryumon.kernel.cache import digest; print(digest())"
    first = shop.run(ask)
    assert len(first) == 16
    assert shop.run(ask) == first
    for path in ("ryumon/kernel/rng.py", "ryumon/games/placing.py", "ryumon/__init__.py"):
        file = shop.folder / path
        text = file.read_text()
        file.write_text(text + "\n# a change\n")
        assert shop.run(ask) != first
        file.write_text(text)
    (shop.folder / "ryumon/games/new.py").write_text("")
    assert shop.run(ask) != first
    (shop.folder / "ryumon/games/new.py").unlink()
    assert shop.run(ask) == first


RULE = "def apply(s, move):\n    return {}\n"


def test_the_rules_of_another_package_count_too(tmp_path: Path) -> None:
    """Its game is searched by code of ours, which a change over there would leave as it is."""
    package, other = tmp_path / "package", tmp_path / "other"
    for folder in (package, other):
        (folder / "inner").mkdir(parents=True)
        (folder / "rules.py").write_text(RULE.format(1))
        (folder / "inner" / "more.py").write_text("")
    (package / "__init__.py").write_text("")
    made: dict[str, Any] = {}
    exec(compile(RULE.format(1), str(package / "rules.py"), "exec"), made)
    spec = SimpleNamespace(operations=lambda: {"apply": made["apply"]})
    assert cache.beyond.__wrapped__(spec) == (package,)
    assert cache.beyond(find("tatsu")) == ()
    digest = cache.digest.__wrapped__
    before = digest((package,)), digest((other,))
    assert len({digest(), *before}) == 3
    (package / "rules.py").write_text(RULE.format(2))
    (other / "inner" / "more.py").write_text("# beside a game that is a single file")
    assert digest((package,)) != before[0]
    assert digest((other,)) == before[1]
