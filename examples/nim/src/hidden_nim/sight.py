"""Who sees what. That nobody sees another's pile is said by FIELDS in rules.py; here is what each
move shows, and to whom."""

from collections.abc import Iterator
from typing import Any

from hidden_nim.rules import CHANCE, FROM_OWN, OVER, SEATS, reason
from hidden_nim.words import NAMES
from ryumon.play.event import Event


def narrate(before: Any, move: int, after: Any) -> Iterator[Event]:
    if before.player == CHANCE:
        if before.dealt == 0:
            yield Event("pile", {"move": NAMES[move], "stones": after.pile})
        else:
            owner = before.dealt - 1
            secret = {"move": NAMES[move], "stones": after.own[owner]}
            yield Event("own", {"seat": owner}, {owner: secret})
    elif move < FROM_OWN:
        yield Event("take", {"seat": before.player, "move": NAMES[move], "stones": move + 1})
    else:  # HN-3
        secret = {"move": NAMES[move], "stones": move - FROM_OWN + 1}
        yield Event("take-own", {"seat": before.player}, {before.player: secret})
    if after.player == OVER:
        yield Event("end", {"winners": [after.winner], "reason": reason(after)})


assert SEATS == 2
