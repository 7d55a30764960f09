"""Schadenfreude: what a viewer knows as a row of numbers, made from a forgotten state."""

from __future__ import annotations

from ryumon.games.schadenfreude.rules import FIELDS
from ryumon.kernel.observe import Features

told = Features(FIELDS)
FEATURES = [
    told.number("players", "number of players", "n"),
    told.number("round", "rounds finished"),
    told.number("phase", "what is being done: 0 first lead, 1 deal, 2 tricks, 3 over"),
    told.seat("turn", "whose turn it is; -1 chance, -2 the game is over", "player"),
    told.seat("leader", "who leads, or has led, the trick"),
    told.number("led", "suit to follow: 0 Sword, 1 Flag, 2 Shield, 3 Knight"),
    told.number("tricks", "tricks finished in this round"),
    told.number("in_trick", "cards in the trick under way"),
    told.by_seat("scores", "score"),
    told.by_seat("points", "points of the last finished round"),
    told.by_seat("trick", "card in the trick"),
    told.sizes_by_seat("hand_size", "cards in the hand", "hands"),
    told.sets_by_seat("void", "suits that the hand has been shown not to have"),
    told.owners("piles", "in whose score pile each card lies; pairs of a rank are gone (SF-7)"),
    told.own_set("hand", "the viewer's hand, by card: S-3 to S9, F, H, K, W0, W10", "hands"),
    told.set("played", "face up in this round, by card"),
]
MISSING = (  # what a row of fixed length cannot hold; events do
    "who played which card in finished tricks, in which order; the cards of finished rounds"
)
