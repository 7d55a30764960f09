"""The browser's types are those of the server."""

from pathlib import Path

from ryumon.server import typescript

FILE = Path(__file__).parents[2] / typescript.FILE


def test_the_types_of_the_browser_are_up_to_date() -> None:
    assert FILE.read_text("utf-8") == typescript.text(), "python -m ryumon.server.typescript"


def test_every_message_has_a_type() -> None:
    text = typescript.text()
    for name in ("Hello", "Act", "Welcome", "Step", "SlaughterView", "TatsuAids", "CreateTable"):
        assert f"export interface {name} {{" in text
    assert "moves: Array<string>" in text
    assert "game: 'tiger-dragon'" in text
