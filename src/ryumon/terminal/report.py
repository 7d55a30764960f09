"""The command `ryumon report`: a bar while it goes on, and the page that comes out."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

from ryumon.lab import arena
from ryumon.lab.report import Study, html
from ryumon.lab.report.study import Vary
from ryumon.lab.report.words import SENTENCES
from ryumon.play.game import Game
from ryumon.play.refusal import refused
from ryumon.terminal.console import Paper
from ryumon.terminal.settings import check_bot
from ryumon.terminal.signals import Ended
from ryumon.terminal.tournament import crew_of, to_compile, watching
from ryumon.workers import Workers

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "written": "Written: {page}. The numbers are in {numbers}, the games in {folder}.",
        "go-on": "Interrupted. The games so far are kept in {folder}; the same command continues.",
    },
    "ja": {
        "written": "{page}に書いた。数値は{numbers}、対局は{folder}にある。",
        "go-on": "中断した。これまでの対局は{folder}にあり、同じコマンドで続けられる。",
    },
}


class Asked(NamedTuple):
    """What the command line asks for."""

    game: Game
    bot: str
    games: int
    vary: Vary | None
    vary_games: int | None
    seed: int
    out: Path
    workers: int | None
    ray: bool


def run(asked: Asked, paper: Paper) -> None:
    """Play the games and write the page. They are kept beside it, to go on from."""
    check_bot(asked.bot)
    words, folder = WORDS[paper.language], asked.out.with_suffix(".games")
    study = Study(
        asked.game, asked.bot, asked.games, vary=asked.vary, vary_games=asked.vary_games,
        seed=asked.seed, folder=folder,
    )  # fmt: skip
    compiling = to_compile(study.tournament(study.parts[0]).settings, asked.ray, paper.language)
    try:
        with watching(paper.language, compiling) as watch, crews(asked) as crew:
            report = study.play(crew, watch)
    except (KeyboardInterrupt, Ended):
        with suppress(OSError):  # the terminal may have gone
            paper.show_whole(words["go-on"].format(folder=folder))
        raise
    numbers = asked.out.with_suffix(".json")
    try:
        numbers.write_bytes(report.json())
        asked.out.write_text(html(report, paper.language), "utf-8")
    except OSError as wrong:
        raise refused(SENTENCES, "unwritable", path=asked.out, why=wrong) from wrong
    paper.show_whole(words["written"].format(page=asked.out, numbers=numbers, folder=folder))


@contextmanager
def crews(asked: Asked) -> Generator[Callable[[], arena.Crew]]:
    """Crews for one part of the report after the other; processes are started once for all."""
    if asked.ray:
        yield lambda: crew_of(asked.workers, ray=True)
        return
    number = arena.Processes(asked.workers).number  # refused if there are too many
    with Workers(number) as pool:
        yield lambda: arena.Processes(pool)


def vary_of(given: list[str], game: Game) -> Vary | None:
    """`NAME` or `NAME=A,B`, as often as it is said; `none` for no option at all."""
    if not given:
        return None
    if given == ["none"]:
        return []
    found: list[tuple[str, Any]] = []
    known = {option.name: option for option in game.spec.options}
    for text in given:
        name, equals, values = text.partition("=")
        if name not in known:
            raise refused(SENTENCES, "option", name=name, names=list(known))
        if equals and not values:
            raise refused(SENTENCES, "no-value", text=text)
        if not equals:
            found.append((name, None))
        elif values == "all":
            found.append((name, known[name].values))
        else:
            found.append((name, [known[name].read(value) for value in values.split(",")]))
    return found
