"""Tiger & Dragon: the ten battlefield cards (TD-11), as data.

Most of the printed cards are known from descriptions alone, so a correction is one line here.
"""

from __future__ import annotations

NAMES = (
    "dojo", "bamboo", "volcano", "beach", "grassland",
    "clifftop", "storm", "swamp", "fog", "cave",
)  # fmt: skip

SETTINGS = (*NAMES, "random", "each-round")  # the option `field`

TITLES = {
    "en": ("Dojo", "Bamboo Grove", "Volcano", "Beach", "Grassland",
           "Clifftop", "Storm", "Swamp", "Dense Fog", "Cave"),
    "ja": ("道場", "竹林", "火山", "浜辺", "草原", "崖の上", "嵐", "沼地", "濃霧", "洞窟"),
}  # fmt: skip

# what the last tile is worth, for the numbers 1 to 8
POINTS = (
    (10, 2, 2, 3, 3, 3, 4, 4),
    (10, 2, 3, 4, 4, 4, 3, 2),
    (10, 4, 4, 3, 3, 3, 2, 2),
    (10, 3, 4, 3, 4, 3, 4, 3),
    (10, 4, 3, 4, 3, 4, 3, 4),
    (10, 3, 3, 3, 3, 3, 3, 3),
    (10, 2, 5, 2, 2, 5, 2, 2),
    (10, 2, 2, 5, 2, 2, 2, 5),
    (10, 2, 3, 4, 5, 6, 7, 8),
    (10, 2, 2, 2, 2, 2, 2, 2),
)

# what 2 to 8 are worth when foretold (TD-12); 0: nothing is foretold on this card
FORETOLD = (0, 0, 0, 0, 0, 6, 0, 0, 0, 0)

# points for each face-down tile, and whether those of all players count or one's own
BONUS = (1, 1, 2, 1, 1, 1, 1, 1, 1, 1)
EVERYONES = (0, 0, 0, 0, 0, 0, 0, 0, 0, 1)

# ruling: a Mystery as the last tile, on every card, and whether the bonus is added to it
MYSTERY = 1
MYSTERY_BONUS = 0
