"""A Chromium to drive: the one that is installed, else Playwright's own.

RYUMON_CHROMIUM names another. Where there is none the tests fail and say what to do; they are never
skipped, because then nobody would notice.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Generator
from typing import Any

from playwright.sync_api import Browser, Error, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
MISSING = (
    "No Chromium was found. Install one (Debian: apt install chromium), run "
    "`.venv/bin/playwright install chromium`, or name one in RYUMON_CHROMIUM."
)


def find() -> str | None:
    """The program; None leaves the choice to Playwright."""
    named = os.environ.get("RYUMON_CHROMIUM")
    return named or next(filter(None, map(shutil.which, NAMES)), None)


@contextlib.contextmanager
def launched(**more: Any) -> Generator[Browser]:
    """A running Chromium without a window, ended at the end."""
    # as root there is no sandbox to be had, and in a container /dev/shm may be tiny
    arguments = ["--no-sandbox", "--disable-dev-shm-usage"]
    with sync_playwright() as playwright:
        try:
            browser = playwright.chromium.launch(
                executable_path=find(), args=arguments, headless=True, **more
            )
        except Error as wrong:
            raise AssertionError(f"{MISSING} ({str(wrong).splitlines()[0]})") from None
        try:
            yield browser
        finally:
            browser.close()
