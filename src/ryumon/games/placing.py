"""Where may the hidden pieces lie? Every placement that fits, each with the same chance; quickly.

Pieces are the bits of a set. A place has room for a number of them, takes only some, and may need
at least one of a few that every place treats alike. Places that take the same form a group, pieces
that all places treat alike form a class: only the numbers of a class in the groups matter for
counting, and within them the pieces are shuffled. `arrange` counts once, `scatter` then draws as
often as one likes: no repairs, no bias. Only needs that most placements meet anyway are not counted
in; placements that do not meet them are drawn again.

A placement with m pieces of a class in a group stands for 1 / m! of an order of the class, so the
weight of a table of numbers is the product of these; the constant factors cancel. `room` is an
array of floats, which hold sets of up to 53 pieces exactly; `space` says how long it is.

One file, though long: counting and drawing share one packed array, and its layout stands here once.
"""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any

from ryumon.kernel.bits import lowest, popcount
from ryumon.kernel.jit import njit
from ryumon.kernel.rng import DECK, below, draw, words

MOST = 10  # places; groups of them are eight at most, for `room` to hold their numbers in one
KINDS = 12  # classes
BITS, LOW = 6, 63  # numbers of pieces by group are packed into one integer, so many bits each
FINE = 1 << 30  # how fine a drawn fraction is
UNKNOWN, WANTED = -1.0, -2.0  # entries of the table that are not counted
OFTEN = 0.05  # needs that are met so often are left to drawing again

# what lies where in `room`
PLACES, GROUPS, CLASSES, ROOMS, TABLE_SIZE, WAYS, AGAIN = range(7)  # single numbers
SIZE = AGAIN + 1  # of each place: how many pieces lie there,
TAKES = SIZE + MOST  # which may,
NEEDS = TAKES + MOST  # at least one of which does, if any is named,
GROUP = NEEDS + MOST  # its group,
NEXT = GROUP + MOST  # the next place of the same group,
FIXED = NEXT + MOST  # which pieces are known to lie there besides,
LIES = FIXED + MOST  # and what has been drawn
HEAD = LIES + MOST  # of each group: its first place,
FREE = HEAD + MOST  # its room for all,
HOLDS = FREE + MOST  # and what has been drawn
SET = HOLDS + MOST  # of each class: its pieces,
TAKEN_BY = SET + KINDS  # the groups that take them,
NEEDED_BY = TAKEN_BY + KINDS  # and those that need one of them
INVERSE = NEEDED_BY + KINDS  # 1 / m!
TABLE = INVERSE + LOW + 1

PIECES = 53  # that a float can hold a set of


def space(pieces: int, table: int) -> int:
    """The length of `room` for so many pieces and a table of that size."""
    if pieces > PIECES:
        raise ValueError(f"{pieces} hidden pieces cannot be placed: a set has at most {PIECES}.")
    return TABLE + table


# --- what is known --------------------------------------------------------------------------


@njit
def clear_places(room):
    """Nothing is hidden, as long as no place is added."""
    room[PLACES] = 0
    room[GROUPS] = 0
    room[WAYS] = 1.0


@njit
def add_place(room, size, takes, needs):
    """Places are numbered in the order in which they are added."""
    k = int(room[PLACES])
    room[SIZE + k] = size
    room[TAKES + k] = takes
    room[NEEDS + k] = needs
    room[FIXED + k] = 0
    room[PLACES] = k + 1


@njit
def fix(room, pieces):
    """These pieces are known to be among those of the place that was added last."""
    k = int(room[PLACES]) - 1
    room[SIZE + k] -= popcount(pieces)
    room[FIXED + k] = pieces


@njit
def lying(room, k):
    """The set of pieces that the last draw has put into place k, and those known to lie there."""
    return int(room[LIES + k]) | int(room[FIXED + k])


@njit
def arrange(room, pieces):
    """Count the placements of these pieces in all the places, whose rooms they fill."""
    room[AGAIN] = 1 if 1.0 > met_by_chance(room, pieces) > OFTEN else 0
    group_places(room, pieces)
    room[WAYS] = 1.0
    if pieces == 0:
        return
    roomiest_last(room)
    class_pieces(room, pieces)
    room[INVERSE] = 1.0
    for m in range(1, LOW + 1):
        room[INVERSE + m] = room[INVERSE + m - 1] / m
    entries = 1
    for g in range(int(room[GROUPS]) - 1):  # the room left in the last group follows
        entries *= int(room[FREE + g]) + 1
    room[TABLE_SIZE] = entries
    count_all(room)


@njit
def met_by_chance(room, pieces):
    """How probably a placement meets all needs, roughly: as if each were alone."""
    chance = 1.0
    total = popcount(pieces)
    for k in range(int(room[PLACES])):
        needed = popcount(int(room[NEEDS + k]) & pieces)
        if needed:
            missed = 1.0
            for m in range(needed):
                missed *= max(total - room[SIZE + k] - m, 0.0) / (total - m)
            chance *= 1.0 - missed
    return chance


@njit
def needs_of(room, k):
    """What place k needs, as far as that is counted in."""
    return 0 if room[AGAIN] else int(room[NEEDS + k])


@njit
def group_places(room, pieces):
    """Places that take the same and need nothing are one group."""
    groups = 0
    for k in range(int(room[PLACES])):
        room[TAKES + k] = int(room[TAKES + k]) & pieces
        room[NEEDS + k] = int(room[NEEDS + k]) & pieces
        room[NEXT + k] = -1
        room[LIES + k] = 0
        g = groups
        for j in range(k):
            alike = room[TAKES + j] == room[TAKES + k] and room[SIZE + j] > 0
            if alike and needs_of(room, j) == 0 and needs_of(room, k) == 0:
                g = int(room[GROUP + j])
        room[GROUP + k] = g
        if room[SIZE + k] > 0:
            if g == groups:
                room[FREE + g] = 0
                room[HEAD + g] = -1
                groups += 1
            room[NEXT + k] = room[HEAD + g]
            room[HEAD + g] = k
            room[FREE + g] += room[SIZE + k]
    room[GROUPS] = groups


@njit
def roomiest_last(room):
    """The table has no column for the last group."""
    groups = int(room[GROUPS])
    best = groups - 1
    for g in range(groups):
        if room[FREE + g] > room[FREE + best]:
            best = g
    for k in range(int(room[PLACES])):
        if room[GROUP + k] == best:
            room[GROUP + k] = groups - 1
        elif room[GROUP + k] == groups - 1:
            room[GROUP + k] = best
    for base in (HEAD, FREE):
        other = room[base + best]
        room[base + best] = room[base + groups - 1]
        room[base + groups - 1] = other
    rooms = 0
    for g in range(groups):
        rooms |= int(room[FREE + g]) << BITS * g
    room[ROOMS] = rooms


@njit
def class_pieces(room, pieces):
    """Pieces that all places treat alike are one class. They stand in the order in which they are
    counted: the one with the most ways last, because it fills what the others leave, and before it
    those with more ways first, while there are few cases."""
    classes = 0
    while pieces:
        like_lowest(room, pieces, classes)
        pieces &= ~int(room[SET + classes])
        c = classes
        while c > 0 and splits(room, c) > splits(room, c - 1):
            swap_classes(room, c, c - 1)
            c -= 1
        classes += 1
    for c in range(classes - 1):
        swap_classes(room, c, c + 1)
    room[CLASSES] = classes - 1


@njit
def like_lowest(room, pieces, c):
    """Class c: the lowest of these pieces, and all that every place treats like it."""
    piece = lowest(pieces)
    taken_by = 0
    needed_by = 0
    for k in range(int(room[PLACES])):
        if room[SIZE + k] > 0:
            takes = int(room[TAKES + k])
            needs = needs_of(room, k)
            pieces &= takes if takes >> piece & 1 else ~takes
            pieces &= needs if needs >> piece & 1 else ~needs
            taken_by |= (takes >> piece & 1) << int(room[GROUP + k])
            needed_by |= (needs >> piece & 1) << int(room[GROUP + k])
    room[SET + c] = pieces
    room[TAKEN_BY + c] = taken_by
    room[NEEDED_BY + c] = needed_by


@njit
def splits(room, c):
    """In how many ways the number of a class may be parted among the groups that take it."""
    number = popcount(int(room[SET + c]))
    found = 1
    for k in range(1, popcount(int(room[TAKEN_BY + c]))):
        found = found * (number + k) // k
    return found


@njit
def swap_classes(room, c, d):
    for base in (SET, TAKEN_BY, NEEDED_BY):
        other = room[base + c]
        room[base + c] = room[base + d]
        room[base + d] = other


# --- how many ways --------------------------------------------------------------------------


@njit
def most_of(room, c, g, rooms):
    """How many pieces of class c group g could have."""
    return rooms >> BITS * g & LOW if int(room[TAKEN_BY + c]) >> g & 1 else 0


@njit
def first_split(room, c, g, number, rooms):
    """So many pieces of class c, parted among the groups from g on: as many as possible to the last
    ones. -1 if that cannot be."""
    needed_by = int(room[NEEDED_BY + c])
    owed = popcount(needed_by >> g)
    numbers = 0
    for h in range(int(room[GROUPS]) - 1, g - 1, -1):
        owed -= needed_by >> h & 1
        m = min(most_of(room, c, h, rooms), number - owed)
        if m < needed_by >> h & 1:
            return -1
        numbers |= m << BITS * h
        number -= m
    return numbers if number == 0 else -1


@njit
def next_split(room, c, rooms, numbers):
    """The next way to part the same number of pieces of class c among all groups; -1 after the
    last."""
    behind = 0  # pieces in later groups,
    spare = 0  # and how many of them are not needed there
    for g in range(int(room[GROUPS]) - 1, -1, -1):
        m = numbers >> BITS * g & LOW
        if spare > 0 and m < most_of(room, c, g, rooms):
            before = numbers & ((1 << BITS * g) - 1)
            later = first_split(room, c, g + 1, behind - 1, rooms)
            return before | (m + 1) << BITS * g | later
        behind += m
        spare += m - (int(room[NEEDED_BY + c]) >> g & 1)
    return -1


@njit
def weight_of(room, numbers):
    weight = 1.0
    for g in range(int(room[GROUPS])):
        weight *= room[INVERSE + (numbers >> BITS * g & LOW)]
    return weight


@njit
def filled(room, c, rooms):
    """The weight of the last class, which fills all the rooms."""
    for g in range(int(room[GROUPS])):
        m = rooms >> BITS * g & LOW
        if m < int(room[NEEDED_BY + c]) >> g & 1 or m > most_of(room, c, g, rooms):
            return 0.0
    return weight_of(room, rooms)


@njit
def entry_of(room, c, rooms):
    """Where the table has the weight of all placements of the classes from c on."""
    entry = 0
    for g in range(int(room[GROUPS]) - 1):
        entry = entry * (int(room[FREE + g]) + 1) + (rooms >> BITS * g & LOW)
    return TABLE + (c - 1) * int(room[TABLE_SIZE]) + entry


@njit
def rooms_of(room, c, entry):
    """The rooms that stand for an entry of the table: what `entry_of` was made from."""
    left = 0
    for d in range(c, int(room[CLASSES]) + 1):
        left += popcount(int(room[SET + d]))
    entry -= TABLE + (c - 1) * int(room[TABLE_SIZE])
    last = int(room[GROUPS]) - 1
    rooms = 0
    for g in range(last - 1, -1, -1):
        most = int(room[FREE + g]) + 1
        rooms |= (entry % most) << BITS * g
        left -= entry % most
        entry //= most
    return rooms | left << BITS * last


@njit
def ways_with(room, c, rooms, numbers):
    """The weight of all placements in which the groups get these numbers of class c."""
    rooms -= numbers
    if c + 1 == int(room[CLASSES]):
        after = filled(room, c + 1, rooms)
    else:
        after = room[entry_of(room, c + 1, rooms)]
    return weight_of(room, numbers) * after


@njit
def ways(room, c, rooms):
    """The weight of all placements of the classes from c on; later ones have been counted."""
    total = 0.0
    numbers = first_split(room, c, 0, popcount(int(room[SET + c])), rooms)
    while numbers >= 0:
        total += ways_with(room, c, rooms, numbers)
        numbers = next_split(room, c, rooms, numbers)
    return total


@njit
def note_next(room, c, rooms):
    """Note which entries are needed after class c."""
    numbers = first_split(room, c, 0, popcount(int(room[SET + c])), rooms)
    while numbers >= 0:
        room[entry_of(room, c + 1, rooms - numbers)] = WANTED
        numbers = next_split(room, c, rooms, numbers)


@njit
def count_all(room):
    """First note what can come up, class after class; then count it, the last class first."""
    classes = int(room[CLASSES])
    entries = int(room[TABLE_SIZE])
    for k in range(TABLE, TABLE + entries * (classes - 1)):
        room[k] = UNKNOWN
    rooms = int(room[ROOMS])
    if classes == 0:
        room[WAYS] = filled(room, 0, rooms)
        return
    if classes > 1:
        note_next(room, 0, rooms)
    for c in range(1, classes - 1):
        for k in range(TABLE + (c - 1) * entries, TABLE + c * entries):
            if room[k] == WANTED:
                note_next(room, c, rooms_of(room, c, k))
    for c in range(classes - 1, 0, -1):
        for k in range(TABLE + (c - 1) * entries, TABLE + c * entries):
            if room[k] == WANTED:
                room[k] = ways(room, c, rooms_of(room, c, k))
    room[WAYS] = ways(room, 0, rooms)


# --- drawing --------------------------------------------------------------------------------


@njit
def scatter(room, luck):
    """Draw one of all placements; `lying` tells it."""
    if room[GROUPS] == 0:
        return
    scatter_once(room, luck)
    while room[AGAIN] and not all_met(room):
        scatter_once(room, luck)


@njit
def all_met(room):
    for k in range(int(room[PLACES])):
        needs = int(room[NEEDS + k])
        if needs and int(room[LIES + k]) & needs == 0:
            return False
    return True


@njit
def scatter_once(room, luck):
    groups = int(room[GROUPS])
    for g in range(groups):
        room[HOLDS + g] = 0
    classes = int(room[CLASSES])
    rooms = int(room[ROOMS])
    for c in range(classes):
        total = room[WAYS] if c == 0 else room[entry_of(room, c, rooms)]
        numbers = drawn_numbers(room, c, rooms, total, luck)
        hand_out(room, int(room[SET + c]), numbers, luck)
        rooms -= numbers
    hand_out(room, int(room[SET + classes]), rooms, luck)
    for g in range(groups):
        part(room, g, luck)


@njit
def drawn_numbers(room, c, rooms, total, luck):
    """How many pieces of class c go to each group; all ways together have this weight."""
    mark = total * (below(luck, FINE) / FINE)
    numbers = first_split(room, c, 0, popcount(int(room[SET + c])), rooms)
    chosen = numbers
    while numbers >= 0:
        weight = ways_with(room, c, rooms, numbers)
        if weight > 0.0:  # after rounding the mark may lie behind the last of them
            chosen = numbers
            mark -= weight
            if mark < 0.0:
                break
        numbers = next_split(room, c, rooms, numbers)
    return chosen


@njit
def hand_out(room, pieces, numbers, luck):
    """Deal these pieces to the groups; the last group gets what is left."""
    last = int(room[GROUPS]) - 1
    n = lay_out(luck, pieces)
    draw(luck, n, n - (numbers >> BITS * last & LOW))
    for g in range(last):
        got = 0
        for _ in range(numbers >> BITS * g & LOW):
            n -= 1
            got |= 1 << luck[DECK + n]
        pieces ^= got
        room[HOLDS + g] = int(room[HOLDS + g]) | got
    room[HOLDS + last] = int(room[HOLDS + last]) | pieces


@njit
def part(room, g, luck):
    """Deal what a group holds to its places; the last of them gets what is left."""
    pieces = int(room[HOLDS + g])
    k = int(room[HEAD + g])
    if room[NEXT + k] >= 0:
        n = lay_out(luck, pieces)
        draw(luck, n, n)
        while room[NEXT + k] >= 0:
            got = 0
            for _ in range(int(room[SIZE + k])):
                n -= 1
                got |= 1 << luck[DECK + n]
            pieces ^= got
            room[LIES + k] = got
            k = int(room[NEXT + k])
    room[LIES + k] = pieces


@njit
def lay_out(luck, pieces):
    """Into the room of `luck` to shuffle in; returns how many there are."""
    n = 0
    while pieces:
        luck[DECK + n] = lowest(pieces)
        pieces &= pieces - 1
        n += 1
    return n


def drawn_world(hidden: Any, known: Any, viewer: int, rng: random.Random) -> Any:
    """A full state, drawn evenly from all that fit the forgotten state `known`, by the `hidden` of
    its game."""
    s = known.clone()
    room: Any = defaultdict(float)  # interpreted, only a small part of the space is used
    hidden.prepare(known, viewer, room)
    if room[WAYS] == 0.0:
        raise RuntimeError("No placement of the hidden pieces fits what is known.")
    hidden.world(s, viewer, room, words(rng.getrandbits(128)))
    return s
