"""Slaughter the Dragon: what a viewer knows as a row of numbers, made from a forgotten state."""

from __future__ import annotations

from ryumon.games.slaughter.hidden import UNSEEN
from ryumon.games.slaughter.rules import CARDS, FIELDS, GIVE, ROUNDS, SEATS
from ryumon.kernel.bits import lowest
from ryumon.kernel.jit import njit
from ryumon.kernel.observe import Features


@njit
def points(s, viewer, out, at):
    """The sheet, round by round; seats from the viewer on."""
    for k in range(ROUNDS * SEATS):
        out[at + k] = 0
    p = max(viewer, 0)
    for q in range(s.n):
        for r in range(ROUNDS):
            out[at + SEATS * r + q] = s.sheet[SEATS * r + p]
        p = p + 1 if p + 1 < s.n else 0


@njit
def returned(s, viewer, out, at):
    """The cards that the viewer put into the Inverted Scale (SD-4), ascending; -1 for none."""
    left = s.put
    for k in range(2):
        out[at + k] = lowest(left) if left else -1
        left &= left - 1


@njit
def gave(s, viewer, out, at):
    """The card that each seat gave to the soul-sucker: in a forgotten state a filler until all have
    given, if it is not the viewer's own (SD-7)."""
    for q in range(SEATS):
        out[at + q] = -1
    if s.caller >= 0 and s.advanced:
        p = max(viewer, 0)
        for q in range(s.n):
            hidden = s.gave[p] >= 0 and s.phase == GIVE and p != viewer
            out[at + q] = UNSEEN if hidden else s.gave[p]
            p = p + 1 if p + 1 < s.n else 0


told = Features(FIELDS)
FEATURES = [
    told.number("players", "number of players", "n"),
    told.number("advanced", "1 in the advanced game"),
    told.number("round", "rounds finished"),
    told.number("phase", "what is being done: 0 first lead, 1 deal, 2 trump, 3 summoning, "
                "4 returning, 5 division, 6 giving, 7 repaying, 8 tricks, 9 over"),
    told.seat("turn", "whose turn it is; -1 chance, -2 the game is over", "player"),
    told.seat("leader", "who leads, or has led, the trick"),
    told.number("trump", "trump colour: 0 purple, 1 red, 2 blue, 3 green"),
    told.number("led", "colour led in this trick"),
    told.number("purple_taken", "1 when purple may be led (SD-8)", "broken"),
    told.number("tricks", "tricks finished in this round"),
    told.number("in_trick", "cards in the trick under way"),
    told.seat("summoner", "who has drawn two cards from the Inverted Scale (SD-4)"),
    told.seat("caller", "who divides the hand or sucks souls (SD-5, SD-7)"),
    told.number("called", "the highest trump held, which the caller called"),
    told.number("todo", "cards still to be drawn or returned"),
    told.number("last", "last card that the viewer has named in a choice under way"),
    told.numbers("indicators", "trump indicators left, by colour"),
    told.rule("points", "points by finished round and seat", ROUNDS * SEATS, -78, 60, points),
    told.by_seat("tokens", "tokens won in this round"),
    told.owners("purple", "who has taken each purple card in this round", "taken"),
    told.by_seat("trick", "card in the trick"),
    told.sizes_by_seat("hand_size", "cards in the hand", "hands"),
    told.sizes_by_seat("second_size", "cards in the second half", "second"),
    told.sets_by_seat("void", "colours that the hand in use has been shown not to have"),
    told.rule("gave", "card given to the soul-sucker; 48 if the viewer does not know which",
              SEATS, -1, CARDS, gave),
    told.by_seat("got", "card got back from the soul-sucker; 48 if unknown"),
    told.rule("returned", "the two cards that the viewer returned", 2, -1, CARDS - 1, returned),
    told.own_set("hand", "the viewer's hand, by card: P1 to P12, R, B, G", "hands"),
    told.own_set("second", "the viewer's second half, by card"),
    told.set("played", "face up in this round, by card"),
]  # fmt: skip
MISSING = (  # what a row of fixed length cannot hold; events do
    "who played which card in finished tricks, in which order; the cards of finished rounds"
)
