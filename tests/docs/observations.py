"""Writes docs/observations.md: python -m tests.docs.observations"""

from __future__ import annotations

from pathlib import Path

import ryumon

PAGE = Path(__file__).parents[2] / "docs" / "observations.md"
TABLES = "\n## "  # what comes before is written by hand


def page() -> str:
    parts = [PAGE.read_text("utf-8").partition(TABLES)[0]]
    for name in ryumon.games():
        spec = ryumon.game(name).spec
        rows = [f"\n## {spec.title['en']}\n", f"{spec.observed.size} numbers.\n"]
        rows += ["| places | feature | range | meaning |", "|---|---|---|---|"]
        for feature in spec.observed.table:
            part = spec.observed.slices[feature.name]
            last = part.stop - 1
            places = str(part.start) if feature.size == 1 else f"{part.start}-{last}"
            by_seat = " (by seat)" if feature.by_seat else ""
            span = f"{feature.low} to {feature.high}"
            rows.append(f"| {places} | `{feature.name}` | {span} | {feature.text}{by_seat} |")
        rows.append(f"\nNot in it: {spec.observation.MISSING}.\n")
        parts.append("\n".join(rows))
    return "".join(parts)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
