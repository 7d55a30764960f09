"""Tiger & Dragon: the sets of tiles, as data.

The whole set is the game. The tiny one is for research that walks through every line of play: it is
for two players, on any battlefield, and ends with the first round. It has as many of each number as
the whole set, and it is chosen by the option `set`.
"""

from __future__ import annotations

SETS = ("whole", "tiny")  # the option `set`; by its place the rows of all tables below

# how many tiles of each kind, four bits each: the numbers 1 to 8 lowest, the Tiger, the Dragon
TILES = (
    0x11_87654321,  # n tiles of each number n, one of each Mystery
    0x10_00050020,  # two 2, five 5 and the Dragon
)

# ruling: tiles of a hand by the number of players; odd (TD-6), and one more for the start player
HANDS = (
    (0, 0, 13, 11, 9, 7),
    (0, 0, 3, 0, 0, 0),
)

# TD-8: points to win by, alone and as a team
GOALS = (10, 1)
TEAM_GOALS = (15, 1)
