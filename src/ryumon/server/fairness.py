"""Where a table's cards come from, so that everyone can check it afterwards (docs/fairness.md).

When a table is made the server shows SHA-256 of its secret. Each person's browser then adds 16
random bytes that everyone sees. The key is HMAC-SHA256 of the secret over all of them in seat
order, and every outcome of chance is drawn from the key and its place among all outcomes.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

from ryumon import CHANCE, State
from ryumon.server.words import Refuse
from ryumon.table.chance import KeyChance
from ryumon.table.undo import shortened

RANDOM_SIZE = 16


def commitment(secret: bytes) -> str:
    return hashlib.sha256(secret).hexdigest()


def key_of(secret: bytes, randoms: Sequence[bytes]) -> bytes:
    """Of each seat in order: the 16 bytes of its person, or nothing."""
    return hmac.digest(secret, b"".join(randoms), hashlib.sha256)


def checked_random(text: str) -> bytes:
    """The bytes that a browser adds; Refuse if they are not 16."""
    try:
        given = bytes.fromhex(text)
    except ValueError:
        given = b"?"
    if len(given) not in (0, RANDOM_SIZE):
        raise Refuse("random")
    return given


def first_wrong(state: State, key: bytes) -> tuple[int | None, int]:
    """Play the game again with the chance of this key: the place of the first move of chance that
    the key would not have drawn (None if there is none), and how many it did draw."""
    chance, then, draws = KeyChance(key), shortened(state, 0), 0
    for place, move in enumerate(state.moves):
        if then.turn == CHANCE:
            if then.legal()[chance.draw(then)] != move:
                return place, draws
            draws += 1
        then.play(move)
    return None, draws
