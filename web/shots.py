"""Screenshots of the gallery: `python web/shots.py [PAGE ...]`, into web/shots/.

A page is what follows the ? of gallery.html: `page=home`, `game=slaughter&moment=follow`. Without
arguments: the components, the pages and one moment of each game. Phone and desktop, light and
dark; `--language ja`, `--size 360x740` and `--scheme dark` narrow or widen that. `make shots` puts
the pictures of README and docs into docs/images/.
"""

from __future__ import annotations

import argparse
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT))

from playwright.sync_api import ConsoleMessage, sync_playwright  # noqa: E402

from hatch_build import install, node_command  # noqa: E402
from tests.browser.chromium import find  # noqa: E402

FOLDER = ROOT / "web" / "shots"
SIZES = {"phone": (390, 844), "desktop": (1440, 900)}
PAGES = [
    "page=components", "page=home", "page=new", "page=room", "page=result", "page=curtain",
    "game=slaughter&moment=follow", "game=schadenfreude&moment=follow",
    "game=tiger-dragon&moment=defend", "game=tatsu&moment=black", "game=bushido&moment=samurai",
]  # fmt: skip


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("pages", nargs="*", default=PAGES)
    arguments.add_argument("--size", action="append", help="such as 360x740")
    arguments.add_argument("--scheme", action="append", choices=["light", "dark"])
    arguments.add_argument("--language", choices=["en", "ja"], default="en")
    arguments.add_argument("--out", type=Path, default=FOLDER)
    arguments.add_argument("--jpeg", action="store_true", help="smaller, for docs")
    asked = arguments.parse_args()
    sizes = dict(map(size_of, asked.size)) if asked.size else SIZES
    asked.out.mkdir(exist_ok=True)
    with gallery() as base:
        shoot(base, asked, sizes)


@contextmanager
def gallery() -> Generator[str]:
    """The address of a gallery that runs meanwhile."""
    install()
    port = free_port()
    vite = ROOT / "web" / "node_modules" / "vite" / "bin" / "vite.js"
    command = node_command(vite, "--port", str(port), "--strictPort", "--logLevel", "error")
    server = subprocess.Popen(command, cwd=ROOT / "web")
    try:
        wait_for(f"http://127.0.0.1:{port}/gallery.html")
        yield f"http://127.0.0.1:{port}"
    finally:
        server.terminate()
        server.wait()


def shoot(base: str, asked: argparse.Namespace, sizes: dict[str, tuple[int, int]]) -> None:
    with sync_playwright() as playwright:
        browser = find().launch(playwright)
        for name, (width, height) in sizes.items():
            for scheme in asked.scheme or ("light", "dark"):
                context = browser.new_context(
                    viewport={"width": width, "height": height}, color_scheme=scheme
                )
                tab = context.new_page()
                tab.on("console", complain)
                tab.on("pageerror", lambda error: print("error:", error))
                for query in asked.pages:
                    tab.goto(f"{base}/gallery.html?{query}&language={asked.language}&speed=off")
                    tab.wait_for_selector("main, dialog[open], section")
                    tab.wait_for_load_state("networkidle")
                    if tab.evaluate("document.documentElement.scrollWidth > innerWidth"):
                        print(f"{query} is wider than {width} px")
                    language = "" if asked.language == "en" else f"-{asked.language}"
                    kind = "jpeg" if asked.jpeg else "png"
                    file = f"{label(query)}-{name}-{scheme}{language}.{kind}"
                    whole = "page=" in query and "curtain" not in query
                    picture = asked.out / file
                    if asked.jpeg:
                        tab.screenshot(path=picture, full_page=whole, type="jpeg", quality=80)
                    else:
                        tab.screenshot(path=picture, full_page=whole)
                context.close()
        browser.close()


def complain(message: ConsoleMessage) -> None:
    if message.type == "error":
        print("console:", message.text)


def size_of(text: str) -> tuple[str, tuple[int, int]]:
    width, height = map(int, text.split("x"))
    return text, (width, height)


def label(query: str) -> str:
    return "-".join(part.split("=")[1] for part in query.split("&")).replace("/", "-")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(url: str, seconds: float = 30) -> None:
    until = time.monotonic() + seconds
    while True:
        try:
            urllib.request.urlopen(url, timeout=5).close()
            return
        except OSError:
            if time.monotonic() > until:
                sys.exit(f"Nothing answers at {url}.")
            time.sleep(0.1)


if __name__ == "__main__":
    main()
