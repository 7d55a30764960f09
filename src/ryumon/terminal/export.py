"""The command `ryumon export`: games from files, or simulated ones, as a table."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ryumon.lab import arena, dataset
from ryumon.lab.arena.play import sides_of
from ryumon.play.game import Game
from ryumon.play.refusal import refused
from ryumon.terminal.console import Paper
from ryumon.terminal.settings import check_bot
from ryumon.terminal.tournament import crew_of, to_compile, watching

WORDS: dict[str, dict[str, str]] = {
    "en": {
        "written": "Written: {games:,} games in {out}.",
        "sources": "Name what to export: records or tournaments, or --game to simulate one.",
        "both": "Either name sources or simulate a --game, not both.",
    },
    "ja": {
        "written": "{games:,}局を{out}に書いた。",
        "sources": "何を書き出すかを言うこと: 記録か大会、または --game で新しく打つ。",
        "both": "ファイルか --game のどちらか一方にすること。",
    },
}


class Asked(NamedTuple):
    """What the command line asks for."""

    sources: list[Path]
    out: Path
    decisions: bool
    game: Game | None
    bot: str
    games: int
    seed: int
    workers: int | None


def run(asked: Asked, paper: Paper) -> None:
    if (asked.game is None) == (not asked.sources):
        raise refused(WORDS, "both" if asked.sources else "sources")
    if asked.game is None:
        found = dataset.rows(asked.sources)
    else:
        dataset.check_target(asked.out)  # before hours of play
        found = dataset.of_tournament(*_simulated(asked, asked.game, paper.language))
    written = dataset.write(found, asked.out, asked.decisions)
    paper.show_whole(WORDS[paper.language]["written"].format(games=written, out=asked.out))


def _simulated(
    asked: Asked, game: Game, language: str
) -> tuple[arena.Settings, list[arena.Played]]:
    check_bot(asked.bot)
    lineup = [asked.bot] * len(sides_of(game))
    with arena.Tournament(game, lineups=[lineup], seed=asked.seed, moves=True) as made:
        with watching(language, to_compile(made.settings, False, language)) as watch:
            made.play(asked.games, crew=crew_of(asked.workers, False), watch=watch)
        return made.settings, [game for tally in made.tallies for game in tally.games]
