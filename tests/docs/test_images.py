"""Drawn pictures are what their scripts draw from the data of now."""

from __future__ import annotations

import importlib.util
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any

import msgspec

from ryumon.lab.arena.plot import svg
from ryumon.lab.arena.results import Results

IMAGES = Path(__file__).parents[2] / "docs/images"


def script(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, IMAGES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_picture_of_a_tournament_is_drawn_from_its_results() -> None:
    """docs/arena.md shows both; its first command makes them anew."""
    results = msgspec.json.decode((IMAGES / "tournament.json").read_bytes(), type=Results)
    assert (IMAGES / "tournament.svg").read_text("utf-8") == svg(results)
    page = (IMAGES.parent / "arena.md").read_text("utf-8")
    for standing in results.standings:
        assert f"{100 * standing.share.value:.1f} %" in page


def test_the_board_of_tatsu_is_drawn_from_the_tables() -> None:
    """TA-1, TA-2: python docs/images/make_tatsu.py writes it anew."""
    drawn = script("make_tatsu").picture()
    assert (IMAGES / "tatsu.svg").read_text("utf-8") == drawn
    texts = [node.text for node in ElementTree.fromstring(drawn).iter() if node.text]
    assert {str(n) for n in range(1, 25)} <= set(texts)
    for corner in ("Vine", "Water", "Fire"):
        assert texts.count(corner) == 2
    assert {"Black 1", "Black 2", "Black 3", "White 1", "White 2", "White 3"} <= set(texts)


def test_the_examples_are_drawn_from_the_lessons() -> None:
    """python docs/images/make_examples.py writes them anew."""
    for name, draw in script("make_examples").PICTURES.items():
        assert (IMAGES / f"{name}.svg").read_text("utf-8") == draw(), name
