"""A person at a browser: a context with its own cookies, and everything that goes wrong in it."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Generator
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, Page, WebSocket

PHONE, DESKTOP = (390, 844), (1440, 900)
HERE = ("localhost", "127.0.0.1")
# what Chromium itself writes when the server that a page talks to is gone
LOST = ("ERR_CONNECTION_REFUSED", "ERR_CONNECTION_RESET", "ERR_EMPTY_RESPONSE", "WebSocket")


class Person:
    """`page`, and whatever the browser said, asked and was told meanwhile."""

    def __init__(self, browser: Browser, size: tuple[int, int], prefs: dict[str, Any]) -> None:
        self.context = browser.new_context(viewport={"width": size[0], "height": size[1]})
        self.context.set_default_timeout(60_000)
        remembered = json.dumps(json.dumps(prefs))
        self.context.add_init_script(
            "if (location.protocol === 'http:' && !localStorage.getItem('ryumon'))"
            f" localStorage.setItem('ryumon', {remembered})"
        )
        self.wrong: list[str] = []
        self.told: list[str] = []
        self.forgiven: tuple[str, ...] = ()
        self.context.on("console", lambda m: self._complain(m.text) if m.type == "error" else None)
        self.context.on("weberror", lambda error: self.wrong.append(str(error.error)))
        self.context.on("request", lambda request: self._asks(request.url))
        self.page: Page = self.context.new_page()
        self.page.on("websocket", self._listen)

    @contextlib.contextmanager
    def forgiving(self, *words: str) -> Generator[None]:
        """Meanwhile the browser may complain of this in its console: a server that is gone."""
        self.forgiven = words or LOST
        try:
            yield
        finally:
            self.page.wait_for_timeout(100)  # what was said last arrives
            self.forgiven = ()

    def _complain(self, text: str) -> None:
        if not any(words in text for words in self.forgiven):
            self.wrong.append(text)

    def _asks(self, url: str) -> None:
        there = urlsplit(url)
        if there.scheme not in ("data", "blob") and there.hostname not in HERE:
            self.wrong.append(f"a request to another host: {url}")

    def _listen(self, socket: WebSocket) -> None:
        self._asks(socket.url)
        socket.on("framereceived", lambda data: self.told.append(str(data)))


class People:
    """Makes people, and looks at each of them at the end."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.all: list[Person] = []

    def come(self, size: tuple[int, int] = PHONE, **prefs: Any) -> Person:
        """With what their browser remembers: name, language, speed (see prefs.svelte.ts)."""
        person = Person(self._browser, size, {"language": "en", **prefs})
        self.all.append(person)
        return person

    def leave(self) -> None:
        """Pages close before their server goes; what went wrong in one is told only once."""
        gone, self.all = self.all, []
        for person in gone:
            person.context.close()
        wrong = [one for person in gone for one in person.wrong]
        assert not wrong, wrong
