"""`forget` of the five games as it was written by hand, field by field, before the fields said by
whom they are seen: the oracle of test_forget.py."""

from __future__ import annotations

from ryumon.games.bushido import board as b
from ryumon.games.bushido.sight import unseen_special
from ryumon.games.schadenfreude import rules as sf
from ryumon.games.slaughter import rules as sd
from ryumon.games.slaughter.hidden import UNSEEN
from ryumon.games.slaughter.sight import fill, knows_got
from ryumon.games.tatsu import rules as ta
from ryumon.games.tiger_dragon import rules as td
from ryumon.games.tiger_dragon.hidden import sorted_row
from ryumon.games.tiger_dragon.sight import lowest_tiles
from ryumon.games.tricks import lowest_cards
from ryumon.kernel.bits import popcount


def slaughter(s, known, viewer):
    slaughter_open_facts(s, known)
    pool = sd.whole_deck(s) & ~s.played
    for p in range(sd.SEATS):
        # nobody looks before all is dealt
        known.hands[p] = s.hands[p] if p == viewer and s.phase != sd.DEAL else 0
        known.second[p] = s.second[p] if p == viewer else 0
        pool &= ~(known.hands[p] | known.second[p])
    known.put = s.put if s.summoner == viewer else 0
    known.scale = s.scale & known.put
    if s.phase == sd.ENDED:
        known.scale = s.scale  # SD-12
    pool &= ~known.scale
    pool = slaughter_gifts(s, known, viewer, pool)
    if s.phase == sd.DEAL:
        known.deck = pool
    elif s.phase != sd.FIRST:
        known.deck = 0
        fill(s, known, viewer, pool)


def slaughter_open_facts(s, known):
    """What everyone sees."""
    known.n = s.n
    known.advanced = s.advanced
    known.phase = s.phase
    known.player = s.player
    known.round = s.round
    known.leader = s.leader
    known.trump = s.trump
    known.led = s.led
    known.in_trick = s.in_trick
    known.tricks = s.tricks
    known.broken = s.broken
    known.summoner = s.summoner
    known.caller = s.caller
    known.called = s.called
    known.played = s.played
    known.deck = s.deck if s.phase == sd.FIRST else 0
    known.todo = sd.SUMMONED if s.phase == sd.PUT else s.todo
    known.last = -1
    for colour in range(len(s.indicators)):
        known.indicators[colour] = s.indicators[colour]
    for i in range(sd.SEATS * sd.SEATS):
        known.sheet[i] = s.sheet[i]
    for p in range(sd.SEATS):
        known.taken[p] = s.taken[p]
        known.tokens[p] = s.tokens[p]
        known.trick[p] = s.trick[p]
        known.void[p] = s.void[p]


def slaughter_gifts(s, known, viewer, pool):
    """SD-7: own gifts, and all of them for the soul-sucker once taken. Returns what is left."""
    for p in range(sd.SEATS):
        known.gave[p] = -1
        known.got[p] = -1
        if s.gave[p] >= 0:
            sees = viewer == p or (viewer == s.caller and s.phase != sd.GIVE)
            known.gave[p] = s.gave[p] if sees else UNSEEN
            if s.phase == sd.GIVE and sees:
                pool &= ~(1 << s.gave[p])
        if s.got[p] >= 0:
            known.got[p] = s.got[p] if knows_got(s, viewer, p) else UNSEEN
    return pool


def schadenfreude(s, known, viewer):
    known.n = s.n
    known.set = s.set
    known.phase = s.phase
    known.player = s.player
    known.round = s.round
    known.leader = s.leader
    known.led = s.led
    known.in_trick = s.in_trick
    known.tricks = s.tricks
    known.played = s.played
    for p in range(sf.SEATS):
        known.piles[p] = s.piles[p]
        known.scores[p] = s.scores[p]
        known.points[p] = s.points[p]
        known.trick[p] = s.trick[p]
        known.void[p] = s.void[p]
        known.hands[p] = 0
    pool = sf.whole_deck(s) & ~s.played
    known.deck = 0
    known.rest = 0
    if s.phase == sf.FIRST or s.phase == sf.DEAL:
        known.deck = pool  # nobody looks before all is dealt
    else:
        schadenfreude_lay_out(s, known, viewer, pool)


def schadenfreude_lay_out(s, known, viewer, pool):
    """The viewer's own hand; for the rest the lowest cards, in the right numbers. When all has been
    played, what is left of the deck is what was left over: then everyone knows it."""
    if viewer >= 0 and viewer < s.n:
        known.hands[viewer] = s.hands[viewer]
        pool ^= s.hands[viewer]
    for p in range(s.n):
        if p != viewer:
            known.hands[p] = lowest_cards(pool, popcount(s.hands[p]))
            pool ^= known.hands[p]
    known.rest = pool


def tiger_dragon(s, known, viewer):
    tiger_dragon_open_facts(s, known)
    if s.phase <= td.DEAL:  # nobody looks before all is dealt
        for p in range(td.SEATS):
            known.hands[p] = 0
            known.laps[p] = 0
            known.sizes[p] = 0
        known.left = td.all_tiles(s)
        known.dealt = 0
        return
    pool = td.all_tiles(s) - s.shown
    if 0 <= viewer < s.n:
        pool -= s.hands[viewer] + td.in_row(s.laps[viewer])
    for p in range(td.SEATS):
        size = s.sizes[p]
        known.sizes[p] = size
        if p == viewer:
            known.hands[p] = s.hands[p]
            known.laps[p] = s.laps[p]
        elif s.phase == td.ENDED:  # TD-10
            known.hands[p] = s.hands[p]
            known.laps[p] = sorted_row(td.in_row(s.laps[p]))
        else:
            known.hands[p] = lowest_tiles(pool, size)
            pool -= known.hands[p]
            lot = lowest_tiles(pool, s.down[p])
            known.laps[p] = sorted_row(lot)
            pool -= lot
    known.left = s.left if s.phase == td.ENDED else pool
    known.dealt = s.dealt


def tiger_dragon_open_facts(s, known):
    """What everyone sees."""
    known.n = s.n
    known.set = s.set
    known.teams = s.teams
    known.setting = s.setting
    known.field = s.field
    known.phase = s.phase
    known.player = s.player
    known.round = s.round
    known.starter = s.starter
    known.attacker = s.attacker
    known.attack = s.attack
    known.wanted = s.wanted
    known.shown = s.shown
    known.old_left = s.old_left
    known.old_points = s.old_points
    known.old_winner = s.old_winner
    known.old_tile = s.old_tile
    known.old_field = s.old_field
    for p in range(td.SEATS):
        known.rows[p] = s.rows[p]
        known.down[p] = s.down[p]
        known.foretold[p] = s.foretold[p]
        known.spared[p] = s.spared[p]
        known.points[p] = s.points[p]
        known.old_hands[p] = s.old_hands[p]
        known.old_laps[p] = s.old_laps[p]


def tatsu(s, known, viewer):
    """Nothing is hidden from anybody."""
    for k in range(ta.SEATS * ta.TYPES):
        known.inner[k] = s.inner[k]
        known.outer[k] = s.outer[k]
        known.tray[k] = s.tray[k]
        known.mat[k] = s.mat[k]
        known.dead[k] = s.dead[k]
    for segment in range(ta.SEGMENTS):
        known.corner[segment] = s.corner[segment]
    known.open = s.open
    known.turns = s.turns
    known.layout = s.layout
    known.phase = s.phase
    known.player = s.player
    known.mover = s.mover
    known.low = s.low
    known.high = s.high
    known.left = s.left
    known.winner = s.winner


def bushido(s, known, viewer):
    bushido_open_facts(s, known)
    bushido_history(s, known, viewer)
    for p in range(b.SEATS):
        known.picked[p] = 0
        known.special[p] = 0
        if p < s.n and s.picked[p]:
            partners = 0 <= viewer < s.n and (p < b.ninjas(s)) == (viewer < b.ninjas(s))
            sees = p == viewer or (partners and (viewer >= b.ninjas(s) or p < viewer))
            known.picked[p] = s.picked[p] if sees else 0
            known.special[p] = unseen_special(s, p)
            if p == viewer or (sees and viewer >= b.ninjas(s)):
                known.special[p] = s.special[p]
    for k in range(b.NINJA):
        if k == viewer and k < b.ninjas(s):
            bushido_own_things(s, known, k)
        else:
            bushido_hidden_things(s, known, k)
    known.dart = b.NOTHING
    known.fuse = 0
    if 0 <= viewer < b.ninjas(s) and s.picked[viewer] >> 2 & 1 and s.dart >= 0:  # Blowgun
        known.dart = s.dart
        known.fuse = s.fuse


def bushido_open_facts(s, known):
    """What everyone sees."""
    known.n = s.n
    known.turns = s.turns
    known.round = s.round
    known.phase = s.phase
    known.player = s.player
    known.won = s.won
    known.why = s.why
    known.showdown = s.showdown
    known.off = s.off
    for x in range(b.SAMURAI):
        known.post[x] = s.post[x]
    for j in range(b.GUARDS):
        known.katana[j] = s.katana[j]
        known.yumi[j] = s.yumi[j]
    for r in range(s.turns):
        known.dead[r] = s.dead[r]
        known.flipped[r] = s.flipped[r]
        known.chirps[r] = s.chirps[r]
    for i in range(2 * s.turns):
        known.played[i] = s.played[i]
        known.fate[i] = s.fate[i]
        known.shown[i] = s.shown[i]
        known.shown_at[i] = s.shown_at[i]
        known.word[i] = s.word[i]


def bushido_history(s, known, viewer):
    """What was laid and answered: one's own, and what was shown of the others'. Whose answer is
    due is known to that seat only (BB-27, BB-30)."""
    if s.player != viewer:
        if s.phase in (b.BLIND, b.ESCAPE):
            known.phase = b.JUDGE
            known.player = b.HIDDEN_TURN
        elif s.phase == b.AFTER:
            known.player = b.HIDDEN_TURN
    for i in range(2 * s.turns):
        known.laid[i] = b.NOTHING
        known.reacted[i] = 0
        known.answer[i] = s.answer[i]
        if i % 2 + b.ninjas(s) != viewer and s.answer[i] == b.NONE:
            known.answer[i] = b.NOTHING
        if i % 2 < b.ninjas(s):
            if i % 2 == viewer:
                known.laid[i] = s.laid[i]
                known.reacted[i] = s.reacted[i]
            elif i // 2 < s.round:
                known.reacted[i] = s.reacted[i] & (b.MET_LAID | b.SMOKE_LAID)


def bushido_own_things(s, known, k):
    known.place[k] = s.place[k]
    known.gate[k] = s.gate[k]
    known.kunai[k] = s.kunai[k]
    known.shuriken[k] = s.shuriken[k]
    known.smoke[k] = s.smoke[k]
    known.diagonals[k] = s.diagonals[k]
    known.row_word[k] = s.row_word[k]
    known.row[k] = s.row[k]
    known.notices[k] = s.notices[k]
    known.out[k] = s.out[k]


def bushido_hidden_things(s, known, k):
    """Another's: what lies face up is known to be gone; where it is only by the rules."""
    known.place[k] = b.NOTHING
    if s.showdown and s.out[k] == b.IN_PLAY:
        known.place[k] = b.CORRIDOR
    if s.why == b.IN_CHAMBER and s.place[k] == b.CHAMBER and s.out[k] == b.IN_PLAY:
        known.place[k] = b.CHAMBER
    known.gate[k] = b.NOTHING
    known.kunai[k] = 5 if k < b.ninjas(s) else 0
    known.shuriken[k] = 2 if k < b.ninjas(s) else 0
    known.smoke[k] = 1 if k < b.ninjas(s) else 0
    known.diagonals[k] = 0
    known.row_word[k] = b.NOTHING
    known.row[k] = 0
    known.notices[k] = s.notices[k]
    known.out[k] = s.out[k]
    for r in range(s.round):
        shown = s.shown[b.NINJA * r + k]
        if b.KUNAI <= shown < b.SHURIKEN:
            known.kunai[k] -= 1
        elif b.SHURIKEN <= shown < b.SABOTAGE:
            known.shuriken[k] -= 1
        if s.reacted[b.NINJA * r + k] & b.SMOKE_LAID:
            known.smoke[k] = 0


FORGET = {
    "slaughter": slaughter, "schadenfreude": schadenfreude, "tiger-dragon": tiger_dragon,
    "tatsu": tatsu, "bushido": bushido,
}  # fmt: skip
