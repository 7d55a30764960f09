"""`python -m bench.browser`: the browser app in a real Chromium, on a real server on loopback.

The first view and what it weighs, how soon a step is drawn after its message, how evenly frames
follow each other while things fly, and one whole game of each kind played by clicking.
"""

from __future__ import annotations

import argparse
import itertools
import json
import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from hatch_build import build
from tests.browser.chromium import launched
from tests.browser.near_end import make
from tests.browser.people import DESKTOP, PHONE, People
from tests.browser.players import Player, finish
from tests.server.process import Server, served

GAMES = {"slaughter": 4, "schadenfreude": 4, "tiger-dragon": 4, "tatsu": 2, "bushido": 2}
LOADS = 7
DECISIONS = 12  # played at ordinary speed for the frames and the time to draw
FIRST_VIEW_KB, INTERACTIVE_MS, DRAWN_MS, FRAMES = 150, 1000, 50, 60

# When the first button of the page can be pressed, in milliseconds after the navigation began.
READY = """
new MutationObserver((_, watcher) => {
  if (!document.querySelector('.btn.go')) return;
  watcher.disconnect();
  requestAnimationFrame(() => setTimeout(() => { window.ready = performance.now(); }));
}).observe(document, { childList: true, subtree: true });
"""

# From the message of a step to the end of the frame that shows something of it.
DRAWN = """
window.drawn = [];
const Real = window.WebSocket;
window.WebSocket = class extends Real {
  constructor(...given) {
    super(...given);
    this.addEventListener('message', ({ data, timeStamp }) => {
      if (JSON.parse(data).type !== 'step') return;
      const begun = performance.now();
      const watcher = new MutationObserver(() => {
        watcher.disconnect();
        const channel = new MessageChannel();
        channel.port1.onmessage = () => window.drawn.push(performance.now() - begun);
        requestAnimationFrame(() => channel.port2.postMessage(0));
      });
      watcher.observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true });
    });
  }
};
// marks in the trace: while anything flies
let flying = false;
const look = () => {
  const now = document.getAnimations().some((one) => one.playState === 'running' && !(one instanceof CSSTransition) && !(one instanceof CSSAnimation));
  if (now !== flying) performance.mark(now ? 'flight' : 'landing');
  flying = now;
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""  # noqa: E501


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench.browser", description=__doc__)
    parser.add_argument("--no-games", action="store_true", help="leave the whole games out")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the results there too")
    given = parser.parse_args()
    build()
    results: dict[str, Any] = {}
    with (
        tempfile.TemporaryDirectory() as folder,
        served(Path(folder)) as server,
        launched() as browser,
    ):
        for name, value, goal in measured(browser, server):
            results[name] = value
            print(f"{name:52} {value:>9}   {goal}", flush=True)
        for game in [] if given.no_games else GAMES:
            results[f"a whole game of {game}"] = taken = whole_game(browser, server, game)
            print(f"{f'a whole game of {game}, by clicking':52} {taken}", flush=True)
    if given.json:
        given.json.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")


def measured(browser: Browser, server: Server) -> Iterator[tuple[str, float, str]]:
    weight, ready = first_view(browser, server)
    yield "first view, KB on the wire", weight, f"goal: under {FIRST_VIEW_KB}"
    yield f"first view, ms until one can press (of {LOADS})", ready, f"goal: under {INTERACTIVE_MS}"
    for game in GAMES:
        drawn, frames, dropped = in_play(browser, server, game)
        yield f"{game}: ms from message to drawn, median", drawn[0], f"goal: under {DRAWN_MS}"
        yield f"{game}: ms from message to drawn, slowest", drawn[1], f"goal: under {DRAWN_MS}"
        yield f"{game}: frames per second while things fly", frames, f"goal: {FRAMES}"
        yield f"{game}: frames dropped, percent", dropped, "goal: 0"


def first_view(browser: Browser, server: Server) -> tuple[float, float]:
    """Everything that a browser without a cache fetches until the page is at rest."""
    weights, moments = [], []
    for _ in range(LOADS):
        people = People(browser)
        person = people.come(PHONE)
        person.context.add_init_script(READY)
        wire = person.context.new_cdp_session(person.page)
        wire.send("Network.enable")
        sizes: list[float] = []
        wire.on("Network.loadingFinished", lambda e, s=sizes: s.append(e["encodedDataLength"]))
        person.page.goto(server.url, wait_until="networkidle")
        moments.append(person.page.evaluate("window.ready"))
        weights.append(sum(sizes))
        people.leave()
    return round(max(weights) / 1024, 1), round(statistics.median(moments))


def in_play(
    browser: Browser, server: Server, game: str
) -> tuple[tuple[float, float], float, float]:
    """Some decisions against bots at ordinary speed, with a trace."""
    people = People(browser)
    person = people.come(DESKTOP)
    person.context.add_init_script(DRAWN)
    page = person.page
    sit(page, server, game)
    page.get_by_role("region", name="Your place").wait_for()
    player = Player(person, 1, keyboard=False)
    categories = ["blink.user_timing", "disabled-by-default-devtools.timeline.frame"]
    browser.start_tracing(page=page, categories=categories)
    decided, until = 0, time.monotonic() + 60
    while decided < DECISIONS and not player.over and time.monotonic() < until:
        decided += player.step()
        page.wait_for_timeout(150)
    trace = json.loads(browser.stop_tracing())["traceEvents"]
    drawn: list[float] = page.evaluate("window.drawn")
    people.leave()
    frames, dropped = in_flight(trace)
    return (round(statistics.median(drawn), 1), round(max(drawn), 1)), frames, dropped


def in_flight(trace: list[dict[str, Any]]) -> tuple[float, float]:
    """Frames per second between a flight's beginning and its end, and how many were dropped."""
    marks = sorted((e["ts"], e["name"]) for e in trace if e["name"] in ("flight", "landing"))
    windows = [
        (start, end)
        for (start, what), (end, then) in itertools.pairwise(marks)
        if (what, then) == ("flight", "landing")
    ]

    def during(name: str) -> int:
        times = [event["ts"] for event in trace if event["name"] == name]
        return sum(start <= ts <= end for ts in times for start, end in windows)

    seconds = sum(end - start for start, end in windows) / 1e6
    drawn, dropped = during("DrawFrame"), during("DroppedFrame")
    if not seconds or not drawn:
        return 0.0, 100.0
    return round(drawn / seconds, 1), round(100 * dropped / (drawn + dropped), 1)


def whole_game(browser: Browser, server: Server, game: str) -> str:
    """One person against bots, from the first card to the result, at a phone."""
    people = People(browser)
    person = people.come(PHONE, speed="off")
    begun = time.monotonic()
    sit(person.page, server, game)
    player = Player(person, 1, keyboard=False)
    finish(player)
    people.leave()
    return f"{time.monotonic() - begun:.0f} s, {len(player.chosen)} controls pressed"


def sit(page: Page, server: Server, game: str) -> None:
    bots = [None, *["thumb"] * (GAMES[game] - 1)]
    page.goto(make(page, server.url, game=game, bots=bots, seat=0, name="Aki", start=True))


if __name__ == "__main__":
    main()
