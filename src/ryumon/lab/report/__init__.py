"""Balance reports: what a game is like when one bot plays all its seats, with intervals.

>>> import ryumon
>>> from ryumon.lab import report
>>> found = report.study(ryumon.game("tatsu"), "thumb", 40, vary=[])
>>> [side.side for side in found.sides], found.games
(['black', 'white'], 40)
"""

from ryumon.lab.report.page import html
from ryumon.lab.report.results import Report, Variant
from ryumon.lab.report.study import Study, study

__all__ = ["Report", "Study", "Variant", "html", "study"]
