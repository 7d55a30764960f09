"""The files of the browser app: compressed, kept by browsers, and nothing but those files."""

from __future__ import annotations

import asyncio
import gzip
import tempfile
from pathlib import Path

import pytest

from ryumon.server import pages
from tests.server.harness import Browser, running

SCRIPT = "console.log('gate');\n" * 200


@pytest.fixture
def built(tmp_path: Path, monkeypatch) -> Path:
    folder = tmp_path / "web"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<title>Ryumon</title>")
    (folder / "assets" / "index-1.js").write_text(SCRIPT)
    (folder / "secret.key").write_text("hidden")
    (tmp_path / "outside.js").write_text("hidden")
    monkeypatch.setattr(pages, "PAGES", folder)
    return folder


def fetch(path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    async def ask() -> tuple[int, dict[str, str], bytes]:
        with tempfile.TemporaryDirectory() as folder:
            async with running(Path(folder)) as app:
                return await Browser(app).fetch("GET", path, "", b"", headers)

    return asyncio.run(ask())


def test_text_is_compressed_for_who_can_read_it(built: Path) -> None:
    status, headers, packed = fetch("/assets/index-1.js", **{"accept-encoding": "gzip, br"})
    assert status == 200
    assert headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed).decode() == SCRIPT
    assert len(packed) < len(SCRIPT) / 10
    assert "immutable" in headers["cache-control"]
    _, headers, plain = fetch("/assets/index-1.js")
    assert "content-encoding" not in headers
    assert plain.decode() == SCRIPT


def test_an_unchanged_page_is_not_sent_again(built: Path) -> None:
    _, headers, _ = fetch("/")
    status, _, body = fetch("/", **{"if-none-match": headers["etag"]})
    assert (status, body) == (304, b"")
    (built / "index.html").write_text("<title>New</title>")
    status, _, body = fetch("/", **{"if-none-match": headers["etag"]})
    assert (status, body) == (200, b"<title>New</title>")


@pytest.mark.parametrize("path", ["/secret.key", "/../outside.js", "/assets/../../outside.js"])
def test_nothing_else_is_shown(built: Path, path: str) -> None:
    _, _, body = fetch(path)
    assert b"hidden" not in body


def test_any_other_address_is_a_page_of_the_app(built: Path) -> None:
    assert fetch("/table/abc")[2] == b"<title>Ryumon</title>"
    assert fetch("/assets/old.js")[0] == 404
