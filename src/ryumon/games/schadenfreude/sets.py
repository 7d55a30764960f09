"""Schadenfreude: the decks, as data.

The whole one is the game. The tiny one is for research that walks through every line of play: it is
for three players and ends after one round of two tricks. It is chosen by the option `set`.
"""

from __future__ import annotations

from ryumon.games.tricks import RANKS, SUITS

SETS = ("whole", "tiny")  # the option `set`; by its place the rows of all tables below

EQUAL = 1 | 1 << RANKS | 1 << 2 * RANKS | 1 << 3 * RANKS  # the four cards of the lowest rank
WILDS = 0b11 << SUITS * RANKS  # 0 and 10
# by place in the suit: -3 -2 -1 1 2 3 4 5 6 7 8 9, the lowest last
ALL = 0b1111_1111_1111 * EQUAL | WILDS
WITHOUT = 0b0111_1111_1001 * EQUAL | WILDS  # of each suit -3 and 1 to 8
TINY = 0b0000_0011_1000 | 0b0000_0001_1000 << RANKS | 0b10 << SUITS * RANKS  # S1-3, F1-2, W10

# by the number of players: the deck, and the cards of a hand
DECKS = (
    (0, 0, 0, WITHOUT, ALL, ALL),
    (0, 0, 0, TINY, 0, 0),
)
HANDS = (
    (0, 0, 0, 12, 12, 10),
    (0, 0, 0, 2, 0, 0),
)
ROUNDS = (50, 1)  # ruling SF-10
