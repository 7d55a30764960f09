"""A Chromium for the browser tests and the screenshots, found or installed; never skipped.

The one on the path; else Debian's package, where root may install; else the npm package
@sparticuz/chromium, which carries the program and the few libraries that it needs.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
from collections.abc import Generator
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, Playwright, sync_playwright

ROOT = Path(__file__).parents[2]
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PACKED = ROOT / ".tools" / "chromium"

# Unpacks the program and its libraries beside it, and says where.
_UNPACK = """
import {{ createReadStream, existsSync, mkdirSync, createWriteStream }} from "node:fs";
import {{ createBrotliDecompress }} from "node:zlib";
import {{ pipeline }} from "node:stream/promises";
import {{ execFileSync }} from "node:child_process";
const bin = "{bin}", out = "{out}";
for (const name of ["chromium", "al2023.tar", "swiftshader.tar"]) {{
  if (!existsSync(`${{bin}}/${{name}}.br`)) continue;
  await pipeline(
    createReadStream(`${{bin}}/${{name}}.br`),
    createBrotliDecompress(),
    createWriteStream(`${{out}}/${{name}}`, {{ mode: 0o755 }}),
  );
  if (name.endsWith(".tar")) execFileSync("tar", ["-xf", `${{out}}/${{name}}`, "-C", out]);
}}
"""


class Chromium(NamedTuple):
    program: str
    environment: dict[str, str]

    def launch(self, playwright: Playwright) -> Browser:
        return playwright.chromium.launch(
            executable_path=self.program,
            # containers and CI run as root, where the sandbox does not start
            args=["--no-sandbox", "--disable-dev-shm-usage", "--font-render-hinting=none"],
            env={**os.environ, **self.environment},
        )


def find() -> Chromium:
    """Raises RuntimeError with a sentence if there is none and none can be had."""
    return _on_path() or _from_debian() or _from_npm()


@contextlib.contextmanager
def launched() -> Generator[Browser]:
    """A running Chromium without a window, ended at the end."""
    with sync_playwright() as playwright:
        browser = find().launch(playwright)
        try:
            yield browser
        finally:
            browser.close()


def _on_path() -> Chromium | None:
    for name in NAMES:
        if program := shutil.which(name):
            return Chromium(program, {})
    return None


def _from_debian() -> Chromium | None:
    if os.name != "posix" or os.geteuid() != 0 or not shutil.which("apt-get"):
        return None
    for command in (["update"], ["install", "-y", "chromium", "fonts-noto-cjk"]):
        subprocess.run(["apt-get", "-qq", *command], capture_output=True, check=False)
    return _on_path()


def _from_npm() -> Chromium:
    program = PACKED / "chromium"
    if not program.is_file():
        _fetch()
    if not program.is_file():
        raise RuntimeError(
            "The browser tests need Chromium: none is on the path, Debian's package could not be "
            "installed, and the npm package @sparticuz/chromium could not be fetched."
        )
    return Chromium(str(program), {"LD_LIBRARY_PATH": str(PACKED / "lib")})


def _fetch() -> None:
    from hatch_build import run_node, run_npm

    PACKED.mkdir(parents=True, exist_ok=True)
    (PACKED / "package.json").write_text('{"private": true}\n')
    try:
        run_npm("install", "--no-audit", "--no-fund", "@sparticuz/chromium", folder=PACKED)
    except SystemExit as failure:
        print(failure, file=sys.stderr)
        return
    script = PACKED / "unpack.mjs"
    bin_folder = PACKED / "node_modules" / "@sparticuz" / "chromium" / "bin"
    script.write_text(_UNPACK.format(bin=bin_folder, out=PACKED))
    run_node(script, folder=PACKED)
