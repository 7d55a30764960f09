"""The results as a picture: shares, ratings and differences, each with its interval."""

from __future__ import annotations

from collections.abc import Iterator

from ryumon.lab.arena.results import Estimate, Results
from ryumon.lab.arena.words import side_name
from ryumon.lab.charts import Panel, Row, drawn, picture, reach, text
from ryumon.play.registry import find

TOP = 76

WORDS = {
    "en": {
        "about": "{players} players · {games} games · seed {seed}",
        "share": "Share of a game in % (dashed: fair; rings: seat by seat)",
        "share-two": "Share of a game in % (dashed: fair)",
        "rating": "Rating (Elo; the mean is 0)",
        "difference": "Difference of shares in % of a game",
        "interval": "Lines are {confidence} % intervals, by deals.",
    },
    "ja": {
        "about": "{players}人 · {games}局 · シード{seed}",
        "share": "1局あたりの取り分、%（破線: 公平、輪: 席別）",
        "share-two": "1局あたりの取り分、%（破線: 公平）",
        "rating": "レーティング（Elo、平均0）",
        "difference": "取り分の差、%",
        "interval": "線は配りごとの{confidence}%区間。",
    },
}


def svg(results: Results, language: str = "en") -> str:
    """The whole picture."""
    words, settings = WORDS[language], results.settings
    about = {"players": settings.options["players"], "seed": settings.seed}
    body = [
        text(20, 32, find(settings.game).title[language], "title"),
        text(20, 52, words["about"].format(games=f"{results.games:,}", **about), "soft"),
    ]
    y = TOP
    for panel in _panels(results, language):
        if panel.rows:
            body += drawn(panel, y)
            y += panel.height
    interval = words["interval"].format(confidence=f"{100 * results.confidence:g}")
    body.append(text(20, y + 4, interval, "soft"))
    return picture(body, y + 20)


def _panels(results: Results, language: str) -> Iterator[Panel]:
    words = WORDS[language]
    title = words["share-two" if len(results.sides) == 2 else "share"]
    yield Panel(title, list(_shares(results, language)), 0, 1, results.standings[0].fair, 100)
    ratings = [Row(s.bot, s.rating, f"{s.rating.value:+.0f}") for s in results.standings]
    yield Panel(words["rating"], ratings, *reach([row.value for row in ratings]), 0)
    pairs = [
        Row(f"{d.first} − {d.second}", value, f"{100 * value.value:+.1f} %")
        for match in results.matches
        for d in match.differences
        for value in [d.fixed if results.intervals == "fixed" else d.sequence]
    ]
    yield Panel(words["difference"], pairs, *reach([row.value for row in pairs]), 0, 100)


def _shares(results: Results, language: str) -> Iterator[Row]:
    """A row for each bot. Two sides have rows of their own, more are rings on that of the bot."""
    for standing in results.standings:
        two = len(standing.sides) == 2
        rings = () if two else tuple(share.value for share in standing.sides.values())
        yield Row(standing.bot, standing.share, _percent(standing.share), rings)
        for side, share in standing.sides.items() if two else ():
            yield Row(side_name(side, language), share, _percent(share), part=True)


def _percent(share: Estimate) -> str:
    return f"{100 * share.value:.1f} %"
