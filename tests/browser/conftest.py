"""One browser, one gallery and one server for all tests of a worker; people come and go.

Whoever was there must have seen no error in the console and asked no other host.
"""

from __future__ import annotations

import functools
import http.server
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from hatch_build import GALLERY, SOURCES, build, build_gallery
from tests.browser.chromium import launched, one_at_a_time
from tests.browser.people import People
from tests.server.process import Server, served

BEAT = 0.1  # seconds of a bot's turn
_BUILDING = SOURCES / ".building"
expect.set_options(timeout=30_000)  # a busy machine is no fault of the page


# Not for the session: while it is there an event loop runs, and no test after it could run another.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with launched() as running:
        yield running


@pytest.fixture(scope="session")
def base() -> Iterator[str]:
    """The address of the gallery."""
    with one_at_a_time(_BUILDING):
        build_gallery()
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), _quiet(GALLERY)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def _quiet(folder: Path) -> functools.partial[http.server.BaseHTTPRequestHandler]:
    class Quiet(http.server.SimpleHTTPRequestHandler):
        protocol_version = "HTTP/1.1"  # connections stay open

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    return functools.partial(Quiet, directory=str(folder))


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with one_at_a_time(_BUILDING):
        build()
    with served(tmp_path_factory.mktemp("house"), "--seasons", beat=BEAT) as server:
        yield server


@pytest.fixture
def server(house: Server, people: People) -> Iterator[Server]:
    """The worker's server; nothing in its log may be an error."""
    before = len(house.log())
    yield house
    people.leave()
    assert "error" not in house.log()[before:]


@pytest.fixture
def people(browser: Browser) -> Iterator[People]:
    come = People(browser)
    yield come
    come.leave()


@pytest.fixture
def page(people: People) -> Page:
    """Somebody at a phone."""
    return people.come().page
