"""The report as one page of HTML: no script, nothing loaded from anywhere."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

from ryumon.lab import charts
from ryumon.lab.arena.results import Estimate
from ryumon.lab.arena.words import side_name
from ryumon.lab.charts import Panel, Row, drawn, histogram, picture, reach
from ryumon.lab.report.results import Report, Spread, Variant
from ryumon.lab.report.words import PAGE
from ryumon.play.registry import find, typed

STYLE = """
  :root { color-scheme: light dark; --ink: #1d1b18; --paper: #fbf8f1; --edge: #d9d2c3; }
  @media (prefers-color-scheme: dark) {
    :root { --ink: #ece7dc; --paper: #191817; --edge: #3c3934; }
  }
  body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; background: var(--paper);
         color: var(--ink); font: 1rem/1.5 system-ui, sans-serif; }
  h1, h2 { font-family: Palatino, "Hiragino Mincho ProN", serif; line-height: 1.2; }
  h2 { margin-top: 2.5rem; }
  svg { display: block; max-width: 100%; height: auto; }
  table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
  th, td { padding: .25rem .75rem .25rem 0; text-align: right; white-space: nowrap;
           border-bottom: 1px solid var(--edge); }
  th:first-child, td:first-child, th:nth-child(2), td:nth-child(2) { text-align: left; }
  .wide { overflow-x: auto; } .soft { opacity: .75; }
"""


def html(report: Report, language: str = "en") -> str:
    """The whole page."""
    return "\n".join(_Page(report, language).lines()) + "\n"


class _Page:
    def __init__(self, report: Report, language: str) -> None:
        self.report, self.language, self.words = report, language, PAGE[language]
        self.title = find(report.game).title[language]

    def say(self, key: str, **parts: Any) -> str:
        return self.words[key].format(**parts)

    def side(self, name: str) -> str:
        return side_name(name, self.language)

    def lines(self) -> Iterator[str]:
        report, title = self.report, escape(self.say("title", title=self.title))
        options = {k: typed(v) for k, v in report.options.items()}
        told = ", ".join(f"{k} {v}" for k, v in options.items())
        yield f'<!doctype html>\n<html lang="{self.language}">\n<head>\n<meta charset="utf-8">'
        yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
        yield f"<title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<main>"
        yield f"<h1>{title}</h1>"
        about = {"players": report.options["players"], "bot": report.bot, "seed": report.seed}
        yield _p(self.say("about", games=report.games, version=report.version, **about))
        yield _p(self.say("options", options=told))
        yield _p(self.say("caveat", confidence=f"{100 * report.confidence:g}"), "soft")
        yield f"<h2>{self.words['in-short']}</h2>\n<ul>"
        yield from (f"<li>{escape(line)}</li>" for line in self.in_short())
        yield "</ul>"
        yield from self.charts()
        yield from self.variants()
        yield "</main>\n</body>\n</html>"

    # --- in words ---------------------------------------------------------------------------

    def in_short(self) -> Iterator[str]:
        """What a reader would want to know first."""
        report, fair = self.report, percent(self.report.fair)
        unfair = [s for s in report.sides if not s.share.low <= report.fair <= s.share.high]
        for s in unfair:
            more = self.words["more" if s.share.value > report.fair else "less"]
            told = {"side": self.side(s.side), "share": percent(s.share.value), "fair": fair}
            yield self.say("sides-unfair", more=more, **told)
        if not unfair:
            yield self.say("sides-fair", fair=fair)
        if report.places:
            even, first = 1 / len(report.places), report.places[0].share
            key = "good" if first.low > even else "bad" if first.high < even else "fair"
            yield self.say(f"first-{key}", share=percent(first.value), fair=percent(even))
        length = report.decisions
        yield self.say(
            "length-short", median=length.median, low=length.low, high=length.high,
            choices=report.choices.mean.value, forced=percent(report.forced.value),
        )  # fmt: skip
        luck = report.luck
        if luck is not None:
            told = {"strong": luck.strong, "weak": luck.weak}
            said = self.say("skill-short", difference=percent(luck.difference.value), **told)
            if luck.deal is not None:
                gap = " " if self.language == "en" else ""
                said += gap + self.say("luck-short", deal=percent(luck.deal.value))
            yield said

    # --- in pictures ------------------------------------------------------------------------

    def charts(self) -> Iterator[str]:
        report, fair = self.report, self.report.fair
        sides = [_row(self.side(s.side), s.share) for s in report.sides]
        yield from self.section("sides", self.shares("sides-chart", sides, fair))
        if report.places:
            rows = [_row(self.place(p.after), p.share) for p in report.places]
            chart = self.shares("places-chart", rows, 1 / len(rows))
            yield from self.section("places", chart)
        ends = [_row(name, value) for name, value in report.reasons.items()]
        ends.append(_row(self.words["shared"], report.shared))
        yield from self.section("ends", self.shares("ends-chart", ends, 0))
        if report.scores is not None and report.margin is not None:
            spreads = [("scores-chart", report.scores), ("margin-chart", report.margin)]
            yield from self.section("scores", *(self.spread(*s) for s in spreads))
        spreads = [("decisions-chart", report.decisions), ("moves-chart", report.moves)]
        yield from self.section("length", *(self.spread(*s) for s in spreads))
        rows = [
            _row(f"{10 * k}–{10 * k + 10} %", _known(n), n) for k, n in enumerate(report.opening)
        ]
        high = max(report.opening) * 1.05
        tenths = _panel(Panel(self.words["opening-chart"], rows, 0, high, 0))
        yield from self.section("choices", self.spread("choices-chart", report.choices), tenths)
        if report.luck is not None:
            yield from self.luck()

    def place(self, after: int) -> str:
        return self.say("after", after=after) if after else self.words["first"]

    def luck(self) -> Iterator[str]:
        luck = self.report.luck
        assert luck is not None
        told = {"strong": luck.strong, "weak": luck.weak}
        rows = [_row(self.say("skill-row", **told), luck.difference)]
        if luck.deal is not None:
            rows.append(_row(self.words["deal-row"], luck.deal))
        ends = reach([row.value for row in rows])
        chart = _panel(Panel(self.words["luck-chart"], rows, *ends, 0, 100))
        yield from self.section("luck", _p(self.say("luck-text", **told)), chart)

    def section(self, title: str, *parts: str) -> Iterator[str]:
        yield f"<section>\n<h2>{escape(self.words[title])}</h2>"
        yield from parts
        yield "</section>"

    def shares(self, title: str, rows: list[Row], mark: float) -> str:
        high = min(max(row.value.high for row in rows) * 1.1 + 0.02, 1)
        return _panel(Panel(self.words[title], rows, 0, high, mark, 100))

    def spread(self, title: str, spread: Spread) -> str:
        body = list(histogram(self.words[title], spread.bars, 8))
        mean = spread.mean
        about = (
            f"{self.words['mean']} {mean.value:.4g} ({mean.low:.4g}–{mean.high:.4g}) · "
            f"{self.words['median']} {spread.median:g} · "
            f"{self.words['range']} {spread.low:g}–{spread.high:g}"
        )
        chart = picture(body, charts.histogram_height() + 8, self.words[title])
        return chart + _p(about, "soft")

    # --- options ----------------------------------------------------------------------------

    def variants(self) -> Iterator[str]:
        report, words = self.report, self.words
        if not report.variants:
            return
        error = f"{100 * (1 - report.confidence):g}"
        sides = list(dict.fromkeys(s.side for v in (report, *report.variants) for s in v.sides))
        head = [words["option"], words["value"], words["games"], *map(self.side, sides)]
        head += [words["first"], words["decisions"], ""]
        first = report.places[0].share if report.places else None
        usual = Variant(
            words["usual"], "", report.games, report.sides, first, report.decisions.mean, False
        )
        rows = [self.variant(v, sides) for v in (usual, *report.variants)]
        table = [_cells("th", head), *(_cells("td", row) for row in rows)]
        yield from self.section(
            "variants", _p(self.say("variants-text", error=error)), '<div class="wide"><table>',
            *table, "</table></div>",
        )  # fmt: skip

    def variant(self, variant: Variant, sides: list[str]) -> list[str]:
        shares = {s.side: s.share for s in variant.sides}
        return [
            variant.option, typed(variant.value), f"{variant.games:,}",
            *(_span(shares.get(side)) for side in sides), _span(variant.first),
            f"{variant.decisions.value:.4g}", self.words["clear"] if variant.differs else "",
        ]  # fmt: skip


def percent(value: float) -> str:
    return f"{100 * value:.1f} %"


def _row(name: str, value: Estimate, plain: float | None = None) -> Row:
    return Row(name, value, percent(value.value) if plain is None else f"{plain:.4g}")


def _known(value: float) -> Estimate:
    return Estimate(value, value, value)


def _panel(panel: Panel) -> str:
    return picture(drawn(panel, 8), panel.height + 8, panel.title)


def _span(estimate: Estimate | None) -> str:
    if estimate is None:
        return "–"
    return f"{percent(estimate.value)} ({100 * estimate.low:.1f}–{100 * estimate.high:.1f})"


def _p(words: str, style: str = "") -> str:
    kind = f' class="{style}"' if style else ""
    return f"<p{kind}>{escape(words)}</p>"


def _cells(tag: str, cells: list[str]) -> str:
    return "<tr>" + "".join(f"<{tag}>{escape(cell)}</{tag}>" for cell in cells) + "</tr>"
