"""Tiger & Dragon: the rules TD-1 to TD-12 as functions on a state `s`.

Equal tiles cannot be told apart, so a lot of tiles is ten counts, four bits each, in one integer:
the numbers 1 to 8 lowest, then the Tiger Mystery and the Dragon Mystery. A row of tiles in order
is an integer too: four bits for each tile, the newest lowest. The rules never draw a random
number: chance is a player (`~` moves), and the numbers of the moves are those of words.NAMES.

One file, though long: the rules stand in the order of the rulebook, to be read beside it.
"""

from __future__ import annotations

from ryumon.games.tiger_dragon.battlefields import (
    BONUS, EVERYONES, FORETOLD, MYSTERY, MYSTERY_BONUS, POINTS,
)  # fmt: skip
from ryumon.games.tiger_dragon.sets import GOALS, HANDS, SETS, TEAM_GOALS
from ryumon.games.tiger_dragon.sets import TILES as TILES_OF
from ryumon.kernel.bits import lowest, nth, popcount
from ryumon.kernel.fields import (
    FLAG, OPEN, OWN, SEAT, TURN, Field, Number, One, Packed, Thing,
)  # fmt: skip
from ryumon.kernel.jit import hot, njit
from ryumon.kernel.rng import DECK, below, draw
from ryumon.kernel.ops import CHANCE, OVER

KINDS, NUMBERS, TILES = 10, 8, 38
TIGER, DRAGON = 8, 9  # the Mysteries
EACH = 0x11_11111111  # one of each kind
EVEN, ODD = 0xF0F0F0F0, 0x0F0F0F0F  # the counts of 2, 4, 6, 8 and of 1, 3, 5, 7
MANY = 0xF  # all that one count can hold
DOWN = 15  # in a row: a tile that lies face down
SEATS = 5  # room for so many
BATTLEFIELDS = 10
RANDOM, EACH_ROUND = 10, 11  # the option `field`, after the ten battlefields
NOBODY, NOTHING = -1, -1

# what is being done: chance first, then the seats' decisions
FIRST, FIELD, DEAL, FORETELL, ATTACK, DEFEND, LAP, ENDED = range(8)

# the numbers of the moves: a tile, `pass`, the foretellings, and the outcomes of chance
PASS = KINDS
FORETELLS = PASS + 1
FORETELLS_NONE = FORETELLS + KINDS
FIRST_IS = FORETELLS_NONE + 1
FIELD_IS = FIRST_IS + SEATS
DEALT = FIELD_IS + BATTLEFIELDS
MOVES = DEALT + KINDS
SEAT_MOVES = FIRST_IS  # those that a seat can make are the lowest
MOST = KINDS + 1  # legal moves at one time
DECLINE = 1 << 4 * KINDS  # `pass` or `foretell:none`, in a set of moves

TILE, BATTLEFIELD = Thing("tile", KINDS), Thing("battlefield", BATTLEFIELDS)
LOT = ROW = ANSWERS = Packed(64)  # counts by kind; tiles in order; all bits of the counts of kinds
FIELDS = [
    Field("hands", LOT, by=SEATS, seen=OWN, after=DEAL),
    Field("rows", ROW, by=SEATS, seen=OPEN),  # what each has laid, DOWN for a lap bonus
    Field("laps", ROW, by=SEATS, seen=OWN),  # the lap bonus tiles of each
    Field("left", LOT),  # not dealt yet; after the deal, left over
    Field("shown", LOT, seen=OPEN),  # all tiles that lie face up
    Field("wanted", ANSWERS, seen=OPEN),  # what defends the attack
    Field("spared", ANSWERS, by=SEATS, seen=OPEN),  # of attacks by opponents that were passed on
    Field("old_hands", LOT, by=SEATS, seen=OPEN),  # the round before, open to all (TD-10)
    Field("old_laps", LOT, by=SEATS, seen=OPEN),
    Field("old_left", LOT, seen=OPEN),
    Field("points", Number(0, 99), by=SEATS, seen=OPEN, width="i2"),
    Field("old_points", Number(-1, 99), seen=OPEN, width="i2"),  # what its winner got
    Field("sizes", Number(0, 14), by=SEATS, seen=OPEN, after=DEAL),  # of the hands
    Field("down", Number(0, 14), by=SEATS, seen=OPEN),  # how many lap bonus tiles
    Field("foretold", One(TILE, marks=1), by=SEATS, seen=OPEN),  # the mark: KINDS, for none
    Field("n", Number(2, SEATS), seen=OPEN),
    Field("set", Number(0, len(SETS) - 1), seen=OPEN),
    Field("teams", FLAG, seen=OPEN),
    Field("setting", Number(0, EACH_ROUND), seen=OPEN),  # the option `field`
    Field("field", One(BATTLEFIELD), seen=OPEN),
    Field("phase", Number(FIRST, ENDED), seen=OPEN),
    Field("player", TURN, seen=OPEN),
    Field("round", Number(0, 100), seen=OPEN),  # rounds finished
    Field("starter", One(SEAT), seen=OPEN),
    Field("dealt", Number(0, TILES), seen=OPEN, after=DEAL),  # how many tiles
    Field("attacker", One(SEAT), seen=OPEN),
    Field("attack", One(TILE), seen=OPEN),  # the kind attacked with
    Field("old_winner", One(SEAT), seen=OPEN),
    Field("old_tile", One(TILE), seen=OPEN),
    Field("old_field", One(BATTLEFIELD), seen=OPEN),
]


@njit
def all_tiles(s):
    return TILES_OF[s.set]


@njit
def hand_size(s):
    """The start player gets one more."""
    return HANDS[s.set][s.n]


@njit
def start(s, options):
    s.n = options[0]
    s.teams = options[1]
    s.setting = options[2]
    s.set = options[3]
    s.field = NOTHING if s.setting >= RANDOM else s.setting
    for p in range(SEATS):
        s.points[p] = 0
        s.old_hands[p] = 0
        s.old_laps[p] = 0
    s.old_left = 0
    s.old_points = 0
    s.old_winner = NOBODY
    s.old_tile = NOTHING
    s.old_field = NOTHING
    s.round = 0
    s.starter = NOBODY
    clear_table(s)
    s.phase = FIRST


@njit
def clear_table(s):
    """All tiles are mixed; the battlefield, where it is asked for, and the deal are next."""
    for p in range(SEATS):
        s.hands[p] = 0
        s.rows[p] = 0
        s.laps[p] = 0
        s.sizes[p] = 0
        s.down[p] = 0
        s.foretold[p] = NOTHING
        s.spared[p] = 0
    s.left = all_tiles(s)
    s.shown = 0
    s.dealt = 0
    clear_attack(s)
    if s.setting == EACH_ROUND:
        s.field = NOTHING
    s.phase = FIELD if s.field == NOTHING else DEAL
    s.player = CHANCE


@njit
def after(s, p):
    """The seat to the left."""
    return p + 1 if p + 1 < s.n else 0


@hot
def partners(s, p, q):
    """TD-8: of teams, those who sit opposite; a seat is its own partner."""
    return s.teams and (p - q) & 1 == 0


# --- lots of tiles --------------------------------------------------------------------------


@hot
def kinds(lot):
    """The kinds in a lot, as a set of bits at 4 * kind."""
    return (lot | lot >> 1 | lot >> 2 | lot >> 3) & EACH


@njit
def number(lot, kind):
    """How many tiles of a kind a lot has."""
    return lot >> 4 * kind & MANY


@njit
def size(lot):
    """How many tiles a lot has."""
    total = 0
    while lot:
        total += lot & MANY
        lot >>= 4
    return total


@njit
def in_row(row):
    """A row as a lot; what lies face down in it does not count."""
    lot = 0
    while row:
        if row & MANY != DOWN:
            lot += 1 << 4 * ((row & MANY) - 1)
        row >>= 4
    return lot


@njit
def answers(kind):
    """TD-3: the counts of the kinds that defend against a kind."""
    if kind == TIGER:
        return EVEN
    if kind == DRAGON:
        return ODD
    mystery = TIGER if kind & 1 else DRAGON  # kind 0 is the number 1
    return MANY << 4 * kind | MANY << 4 * mystery


# --- what may be done -----------------------------------------------------------------------


@hot
def choices(s):
    """The moves of the seat to move as a set of bits at 4 * kind, and DECLINE."""
    hand = s.hands[s.player]
    if s.phase == DEFEND:
        return kinds(hand & s.wanted) | DECLINE  # TD-2: passing is always allowed
    if s.phase == FORETELL:
        return kinds(hand) | DECLINE  # TD-12
    return kinds(hand)  # TD-4, TD-5, TD-6


@njit
def legal(s, out):
    n = 0
    if s.phase == FIRST:
        for p in range(s.n):
            out[p] = FIRST_IS + p
        return s.n
    if s.phase == FIELD:
        for field in range(BATTLEFIELDS):
            out[field] = FIELD_IS + field
        return BATTLEFIELDS
    if s.phase == ENDED:
        return 0
    shift = 0
    if s.phase == DEAL:
        moves = kinds(s.left)
        shift = DEALT
    else:
        moves = choices(s)
        if s.phase == FORETELL:
            shift = FORETELLS
    while moves:
        out[n] = (lowest(moves) >> 2) + shift
        moves &= moves - 1
        n += 1
    return n


@njit
def weight(s, move):
    """Chance is even over start players, battlefields and tiles: kinds count by their copies."""
    if s.phase == DEAL:
        return number(s.left, move - DEALT)
    return 1


@hot
def pick(s, luck):
    moves = choices(s)
    move = lowest(moves) >> 2
    if moves & (moves - 1):
        move = nth(moves, below(luck, popcount(moves))) >> 2
    return move + FORETELLS if s.phase == FORETELL else move


# --- what a move does -----------------------------------------------------------------------


@hot
def apply(s, move):
    if s.phase == DEFEND:
        if move == PASS:
            pass_on(s)
        else:
            defend(s, move)
    elif s.phase == ATTACK:
        attack(s, move)
    elif s.phase == LAP:
        lay_lap_bonus(s, move)
    elif s.phase == DEAL:
        deal_tile(s, move - DEALT)
    elif s.phase == FORETELL:
        foretell(s, move - FORETELLS)
    elif s.phase == FIELD:
        s.field = move - FIELD_IS  # TD-1
        s.phase = DEAL
    else:
        name_starter(s, move - FIRST_IS)


@njit
def name_starter(s, p):
    s.starter = p  # TD-1
    s.phase = FIELD if s.field == NOTHING else DEAL


@njit
def deal_tile(s, kind):
    """Seat 0's hand, then seat 1's and so on; last, the start player's extra tile."""
    p = s.dealt // hand_size(s)
    if p == s.n:
        p = s.starter
    s.hands[p] += 1 << 4 * kind
    s.sizes[p] += 1
    s.left -= 1 << 4 * kind
    s.dealt += 1
    if s.dealt > s.n * hand_size(s):
        begin(s)


@njit
def begin(s):
    """The hands are dealt: the start player begins (TD-2), on the Clifftop by foretelling."""
    s.player = s.starter
    s.phase = FORETELL if FORETOLD[s.field] else ATTACK


@njit
def foretell(s, kind):
    """TD-12: from the start player on, each names a kind of the hand, or none."""
    s.foretold[s.player] = kind
    s.player = after(s, s.player)
    if s.player == s.starter:
        s.phase = ATTACK


@hot
def lay(s, kind):
    """A tile of the seat to move is laid face up."""
    p = s.player
    s.hands[p] -= 1 << 4 * kind
    s.sizes[p] -= 1
    s.rows[p] = s.rows[p] << 4 | kind + 1
    s.shown += 1 << 4 * kind


@hot
def attack(s, kind):
    lay(s, kind)
    s.attacker = s.player
    s.attack = kind
    s.wanted = answers(kind)
    s.phase = DEFEND
    s.player = after(s, s.player)


@hot
def pass_on(s):
    if not partners(s, s.player, s.attacker):
        s.spared[s.player] |= s.wanted
    s.player = after(s, s.player)
    if s.player == s.attacker:  # TD-5: nobody has defended
        s.phase = LAP


@hot
def defend(s, kind):
    lay(s, kind)
    if s.sizes[s.player] == 0:
        end_round(s, kind)
    else:
        s.phase = ATTACK  # TD-4
        clear_attack(s)


@hot
def clear_attack(s):
    s.attacker = NOBODY
    s.attack = NOTHING
    s.wanted = 0


@njit
def lay_lap_bonus(s, kind):
    p = s.player
    if s.sizes[p] == 1:  # TD-6: the last tile is never a lap bonus
        lay(s, kind)
        end_round(s, kind)
    else:
        s.hands[p] -= 1 << 4 * kind
        s.sizes[p] -= 1
        s.rows[p] = s.rows[p] << 4 | DOWN
        s.laps[p] = s.laps[p] << 4 | kind + 1
        s.down[p] += 1
        s.phase = ATTACK
        clear_attack(s)


# --- the end of a round, and of the game ----------------------------------------------------


@njit
def bonus(s, p):
    """TD-7, TD-11: what the face-down tiles are worth to a seat."""
    if s.n == 2:
        return 0
    tiles = s.down[p]
    if EVERYONES[s.field]:
        for q in range(s.n):
            tiles += s.down[q] if q != p else 0
    return tiles * BONUS[s.field]


@njit
def finish(s, p, kind):
    """TD-11: what a seat would score by going out with a tile of this kind now."""
    if kind >= NUMBERS:
        return MYSTERY + (bonus(s, p) if MYSTERY_BONUS else 0)
    points = POINTS[s.field][kind]
    if FORETOLD[s.field] and kind > 0 and s.foretold[p] == kind:
        points = FORETOLD[s.field]  # TD-12
    return points + bonus(s, p)


@njit
def goal(s):
    return TEAM_GOALS[s.set] if s.teams else GOALS[s.set]  # TD-8


@njit
def end_round(s, kind):
    """TD-7: only the player who went out scores; with teams the points are shared (TD-8)."""
    winner = s.player
    points = finish(s, winner, kind)
    remember(s, winner, kind, points)
    s.points[winner] += points
    if s.teams:
        s.points[(winner + 2) % s.n] += points
    s.round += 1
    if s.points[winner] >= goal(s):
        clear_attack(s)
        s.phase = ENDED
        s.player = OVER
    else:
        s.starter = after(s, s.starter)  # TD-1
        clear_table(s)


@njit
def remember(s, winner, kind, points):
    """TD-10: all that was hidden is shown, face-down tiles without their order."""
    s.old_winner = winner
    s.old_tile = kind
    s.old_points = points
    s.old_field = s.field
    s.old_left = s.left
    for p in range(s.n):
        s.old_hands[p] = s.hands[p]
        s.old_laps[p] = in_row(s.laps[p])


@njit
def score(s, p):
    return s.points[p]


@njit
def payoffs(s, out):
    """TD-8: one player reaches the goal, or one team."""
    for p in range(s.n):
        won = s.points[p] >= goal(s)
        out[p] = (0.5 if s.teams else 1.0) if won else 0.0


def reason(s) -> str:
    """TD-8: there is one way to win."""
    return "points"


# --- all chance at once ---------------------------------------------------------------------


@njit
def deal(s, luck):
    """The chance up to the next decision: the same outcomes as move by move, only faster."""
    while s.player == CHANCE:
        if s.phase == DEAL:
            deal_hands(s, luck)
        elif s.phase == FIELD:
            s.field = below(luck, BATTLEFIELDS)
            s.phase = DEAL
        else:
            name_starter(s, below(luck, s.n))


@njit
def deal_hands(s, luck):
    """Deal what is not dealt yet, drawing from the tiles laid out in the room of `luck`."""
    left = 0
    for kind in range(KINDS):
        for _ in range(number(s.left, kind)):
            luck[DECK + left] = kind
            left += 1
    draw(luck, left, s.n * hand_size(s) + 1 - s.dealt)
    for p in range(s.n + 1):
        q = p if p < s.n else s.starter
        want = hand_size(s) + (p == s.n)
        hand = s.hands[q]
        for _ in range(want - s.sizes[q]):
            left -= 1
            hand += 1 << 4 * luck[DECK + left]
            s.left -= 1 << 4 * luck[DECK + left]
        s.hands[q] = hand
        s.sizes[q] = want
    s.dealt = s.n * hand_size(s) + 1
    begin(s)
