"""The command `ryumon tournament`: a bar while it goes on, and tables of what came out."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Generator, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
from rich.progress import Progress as Bar

from ryumon.bots.external import split_names
from ryumon.lab import arena
from ryumon.lab.arena.crews import must_compile
from ryumon.lab.arena.plot import svg
from ryumon.lab.arena.results import Difference, Estimate, LineupResult, Results, Standing
from ryumon.lab.arena.tournament import Watch
from ryumon.lab.arena.words import cannot, side_name
from ryumon.play.game import Game
from ryumon.play.registry import find
from ryumon.terminal.console import Paper, open_console
from ryumon.terminal.layout import Cell, grid, heading
from ryumon.terminal.settings import check_bot
from ryumon.terminal.signals import Ended

SELDOM = 30.0  # seconds between two lines where no bar can be drawn
WIDE = 72  # columns from which there is room for the time that bots take

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "ready": "Getting ready", "compiling": "Compiling", "playing": "Playing",
        "compile": "First the rules of {title} are compiled for the bots that search. It takes up "
                   "to a minute; from then on they are ready at once.",
        "so-far": "{games:,} of {of:,} games.",
        "title": "{title}, {players} players: {games:,} games",
        "rounded-up": "{games:,} games will be played: each deal is played in all seatings.",
        "standings": "Standings", "pairs": "Pairs", "sides": "By side",
        "bot": "bot", "games": "games", "share": "share", "interval": "{confidence} %",
        "fair": "x fair", "rating": "rating", "error": "±", "time": "ms/move",
        "pair": "pair", "deals": "deals", "difference": "difference", "verdict": "",
        "clear": "clear", "open": "not clear", "all": "all",
        "alone": "{one} alone among {other}: {share} ({interval}), fair {fair}.",
        "fixed": "Intervals are {confidence} %, by the spread between deals; each deal is played "
                 "in all seatings.",
        "sequence": "Intervals of pairs hold whenever one looks ({confidence} %), so it may stop "
                    "early.",
        "unfinished": "Not finished: only deals that were played in all seatings count.",
        "alike": "{bots}: every deal went the same way. The bots do not vary here, so their "
                 "intervals mean nothing.",
        "faults": "{bot} lost {number} games by errors. The first: {sentence}",
        "kept": "Kept in {folder}: games.jsonl, results.json, plot.svg.",
        "go-on": "Interrupted. The games so far are kept in {folder}; the same command goes on.",
        "lost": "Interrupted. With --out FOLDER the games would be kept, to go on later.",
        "nothing": "No deal is complete yet.",
    },
    "ja": {
        "ready": "準備中", "compiling": "コンパイル中", "playing": "対局中",
        "compile": "まず、探索するボットのために{title}のルールをコンパイルする。"
                   "1分ほどかかるが、次からはすぐに始まる。",
        "so-far": "{of:,}局中{games:,}局。",
        "title": "{title}、{players}人: {games:,}局",
        "rounded-up": "どの配りもすべての席順で打つので、全部で{games:,}局になる。",
        "standings": "順位", "pairs": "対戦", "sides": "側ごと",
        "bot": "ボット", "games": "局", "share": "取り分", "interval": "{confidence}%区間",
        "fair": "公平比", "rating": "レート", "error": "±", "time": "ミリ秒/手",
        "pair": "対戦", "deals": "配り", "difference": "差", "verdict": "",
        "clear": "明らか", "open": "不明", "all": "全体",
        "alone": "{other}の中に{one}が1人: {share}（{interval}）、公平なら{fair}。",
        "fixed": "区間は{confidence}%、配りの間のばらつきによる。どの配りもすべての席順で打つ。",
        "sequence": "対戦の区間はいつ見ても正しい（{confidence}%）。だから途中で止められる。",
        "unfinished": "未完。すべての席順で打たれた配りだけを数える。",
        "alike": "{bots}: どの配りも同じ進み方をした。ボットに変化がないので、区間に意味はない。",
        "faults": "{bot}は{number}局をエラーで落とした。最初は: {sentence}",
        "kept": "{folder}に保存した: games.jsonl、results.json、plot.svg。",
        "go-on": "中断した。これまでの対局は{folder}にあり、同じコマンドで続けられる。",
        "lost": "中断した。--out FOLDER があれば対局は残り、後で続けられる。",
        "nothing": "まだ1つの配りも終わっていない。",
    },
}  # fmt: skip


class Asked(NamedTuple):
    """What the command line asks for."""

    game: Game
    bots: str
    games: int
    lineups: str | None
    seed: int
    out: Path | None
    workers: int | None
    ray: bool
    until_clear: bool
    precision: float | None
    moves: bool = False


def run(asked: Asked, paper: Paper) -> None:
    """Play the tournament and show what came of it."""
    language = paper.language
    bots = split_names(asked.bots)
    for name in bots:
        check_bot(name)
    stop = arena.Stop(clear=asked.until_clear, precision=asked.precision)
    settings: dict[str, Any] = {"lineups": asked.lineups, "seed": asked.seed, "moves": asked.moves}
    crew = crew_of(asked.workers, asked.ray)
    with arena.Tournament(asked.game, bots, folder=asked.out, **settings) as made:
        played = sum(
            deals * len(match.seatings)
            for deals, match in zip(made.deals(asked.games), made.matches, strict=True)
        )
        if played > asked.games * len(made.matches):
            paper.show(WORDS[language]["rounded-up"].format(games=played))
        try:
            with watching(language, to_compile(made.settings, asked.ray, language)) as watch:
                results = made.play(asked.games, stop, crew, watch)
        except (KeyboardInterrupt, Ended):
            with suppress(OSError):  # the terminal may have gone
                _interrupted(paper, made.results(), asked.out)
            raise
        _keep(results, asked.out, language)
    paper.show(tables(results, language, paper.width))
    if asked.out is not None:
        paper.show_whole(WORDS[language]["kept"].format(folder=asked.out))


def crew_of(workers: int | None, ray: bool) -> arena.Crew:
    """Who plays the games."""
    if ray:
        if workers is not None:
            raise cannot("crew")
        return arena.Cluster()
    return arena.Processes(workers)


def to_compile(settings: arena.Settings, ray: bool, language: str) -> str:
    """The game whose rules must be compiled before anybody can play. A cluster compiles on its
    nodes, of which nothing is known here."""
    waits = not ray and must_compile(settings)
    return find(settings.game).title[language] if waits else ""


def _keep(results: Results, folder: Path | None, language: str) -> None:
    if folder is not None:
        try:
            (folder / "results.json").write_bytes(results.json())
            (folder / "plot.svg").write_text(svg(results, language), "utf-8")
        except OSError as wrong:
            raise cannot("unwritable", folder=folder, why=wrong) from wrong


def _interrupted(paper: Paper, results: Results, folder: Path | None) -> None:
    words = WORDS[paper.language]
    if results.games:
        paper.show(tables(results, paper.language, paper.width))
    else:
        paper.show(words["nothing"])
    paper.show_whole(words["go-on" if folder else "lost"].format(folder=folder))


# --- while it goes on -----------------------------------------------------------------------


@contextmanager
def watching(language: str, compiling: str = "") -> Generator[Watch]:
    """A bar on the terminal. Where none can be drawn, a line now and then, for long runs.

    `compiling` is the game whose rules must be compiled before: then a sentence says so.
    """
    words = WORDS[language]
    console = open_console(sys.stderr)

    def waits(now: arena.Progress) -> bool:
        """Said once, at the beginning, and only if anything is left to be played."""
        said = bool(compiling and now.message and now.games < now.of)
        if said:
            console.print(words["compile"].format(title=compiling))
        return said

    if console.is_terminal and not console.is_dumb_terminal and not os.environ.get("NO_COLOR"):
        columns = TextColumn("{task.description}"), BarColumn(None), MofNCompleteColumn()
        with Bar(*columns, TimeRemainingColumn(), console=console, transient=True) as bar:
            task = bar.add_task(words["ready"], total=None)

            def draw(now: arena.Progress) -> None:
                text = "compiling" if waits(now) else "ready" if now.message else "playing"
                bar.update(task, description=words[text], completed=now.games, total=now.of)

            yield draw
    else:
        last = time.monotonic()

        def write(now: arena.Progress) -> None:
            nonlocal last
            waits(now)
            if time.monotonic() - last >= SELDOM:
                last = time.monotonic()
                console.print(words["so-far"].format(games=now.games, of=now.of))

        yield write


# --- what came out --------------------------------------------------------------------------


def tables(results: Results, language: str, width: int) -> Iterator[Cell]:
    """Everything that is shown at the end, line by line."""
    words, settings = WORDS[language], results.settings
    confidence = f"{100 * results.confidence:g}"
    title = find(settings.game).title[language]
    players = settings.options["players"]
    yield words["title"].format(title=title, players=players, games=results.games)
    yield ""
    yield from _section(words["standings"], _standings(results, words, width), "lrrrrrrr", width)
    yield ""
    yield from _section(words["pairs"], _pairs(results, words), "lrrrl", width)
    for match in filter(lambda match: match.deals, results.matches):
        for lineup in match.lineups:
            yield from _alone(lineup, words)
    yield ""
    yield from _section(words["sides"], _sides(results, language), "l" + "r" * 9, width)
    yield ""
    yield words["fixed"].format(confidence=confidence)
    if results.intervals == "sequence":
        yield words["sequence"].format(confidence=confidence)
    for match in results.matches:
        if match.alike:
            yield words["alike"].format(bots=", ".join(match.bots))
    if not results.complete:
        yield words["unfinished"]
    for bot in dict.fromkeys(fault.bot for fault in results.faults):
        told = [fault.sentence for fault in results.faults if fault.bot == bot]
        yield words["faults"].format(bot=bot, number=len(told), sentence=told[0])


def _section(title: str, rows: Sequence[Sequence[str]], align: str, width: int) -> Iterator[Cell]:
    if len(rows) > 1:
        yield heading(title, width)
        yield from grid(rows, align[: len(rows[0])], width)


def _seen(results: Results) -> list[Standing]:
    """The bots of which something is known: an interrupted tournament may not have got to all."""
    return [standing for standing in results.standings if standing.games]


def _standings(results: Results, words: dict[str, str], width: int) -> list[list[str]]:
    confidence = f"{100 * results.confidence:g}"
    names = ["bot", "games", "share", "interval", "fair", "rating", "error"]
    rows = [[words[name].format(confidence=confidence) for name in names]]
    for s in _seen(results):
        error = (s.rating.high - s.rating.low) / 2
        rows.append([
            s.bot, f"{s.games:,}", percent(s.share.value), span(s.share),
            f"{s.share.value / s.fair:.2f}", f"{s.rating.value:+.0f}", f"{error:.0f}",
        ])  # fmt: skip
    if width >= WIDE:
        rows[0].append(words["time"])
        for row, s in zip(rows[1:], _seen(results), strict=True):
            row.append(f"{1000 * s.seconds / max(s.decisions, 1):.3g}")
    return rows


def _pairs(results: Results, words: dict[str, str]) -> list[list[str]]:
    confidence = f"{100 * results.confidence:g}"
    names = ["pair", "deals", "difference", "interval", "verdict"]
    rows = [[words[name].format(confidence=confidence) for name in names]]
    for match in filter(lambda match: match.deals, results.matches):
        for d in match.differences:
            rows.append([
                f"{d.first} - {d.second}", f"{match.deals:,}", percent(told(results, d).value, "+"),
                span(told(results, d), "+"), words["clear" if d.better else "open"],
            ])  # fmt: skip
    return rows


def told(results: Results, difference: Difference) -> Estimate:
    """The interval that is right for how it was played."""
    return difference.fixed if results.intervals == "fixed" else difference.sequence


def _alone(lineup: LineupResult, words: dict[str, str]) -> Iterator[str]:
    """What one bot does among copies of another, at a table of more than two sides."""
    if len(lineup.shares) == 2 and len(lineup.bots) > 2:
        for one, other in [lineup.shares, list(lineup.shares)[::-1]]:
            if lineup.bots.count(one) == 1:
                share = lineup.shares[one]
                fair = percent(1 / len(lineup.bots))
                parts = {"share": percent(share.value), "interval": span(share), "fair": fair}
                yield words["alone"].format(one=one, other=other, **parts)


def _sides(results: Results, language: str) -> list[list[str]]:
    names = [side.side for side in results.sides]
    rows = [[WORDS[language]["bot"], *(side_name(name, language) for name in names)]]
    for s in _seen(results):
        shares = [s.sides.get(name) for name in names]
        rows.append([s.bot, *(percent(share.value) if share else "" for share in shares)])
    rows.append([WORDS[language]["all"], *(percent(side.share.value) for side in results.sides)])
    return rows


def percent(share: float, sign: str = "") -> str:
    return f"{100 * share:{sign}.1f} %"


def span(estimate: Estimate, sign: str = "") -> str:
    """An interval, in hundredths."""
    low, high = (f"{100 * end:{sign}.1f}" for end in (estimate.low, estimate.high))
    return f"{low} … {high}" if sign else f"{low}-{high}"
