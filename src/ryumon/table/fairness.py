"""Where the cards of a table came from, so that everyone can check it (docs/fairness.md).

When a table is made its server shows SHA-256 of a secret. Each person's browser then adds 16 random
bytes that everyone sees. The key is HMAC-SHA256 of the secret over all of them in seat order, and
every outcome of chance is drawn from the key and its place among all outcomes (`KeyChance`). The
server deals and checks by these functions, and `ryumon verify` checks by them.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence

from ryumon.kernel.ops import CHANCE
from ryumon.play.record import Deal, Problem, Record
from ryumon.play.refusal import Refusal
from ryumon.play.state import State
from ryumon.table.chance import KeyChance
from ryumon.table.undo import shortened

ADDED_SIZE = 16  # bytes
SENTENCES = {
    "en": {
        "fair": "All {draws} outcomes of chance follow from the key that was promised.",
        "unfair": "Move {number} does not follow from the key that was promised.",
        "no-deal": "The record does not say what its cards follow from: it is legal, but nobody can"
        " check how they were dealt.",
        "secret": "The secret is not the one that was promised: its SHA-256 is {truth}.",
        "promise": "The promise in the record is not the one that you have seen.",
    },
    "ja": {
        "fair": "偶然の結果{draws}個はすべて、約束された鍵から出ている。",
        "unfair": "{number}手目は、約束された鍵から出たものではない。",
        "no-deal": "この棋譜には、配りのもとになったものが書かれていない。手は合法だが、配りは"
        "確かめられない。",
        "secret": "秘密の値が約束されたものと違う。そのSHA-256は{truth}である。",
        "promise": "棋譜にある約束は、見せられたものと違う。",
    },
}


def commitment(secret: bytes) -> str:
    return hashlib.sha256(secret).hexdigest()


def key_of(secret: bytes, added: Sequence[bytes]) -> bytes:
    """Of each seat in order: the 16 bytes of its person, or nothing."""
    return hmac.digest(secret, b"".join(added), hashlib.sha256)


def deal_of(secret: bytes, added: Sequence[bytes]) -> Deal:
    """What a record tells of a deal."""
    return Deal(commitment(secret), secret.hex(), [one.hex() for one in added])


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


def fair(draws: int) -> Refusal:
    """That so many outcomes were checked and nothing was found: a sentence like the others."""
    return Refusal.of(SENTENCES, "fair", draws=draws)


def check(record: Record, promised: str = "") -> tuple[list[Problem], int]:
    """What is wrong with the deal of a record that is sound otherwise, and how many outcomes were
    checked. `promised`: the commitment that was seen before the game, if one was kept."""
    deal = record.header.deal
    if deal is None:
        return [Problem(1, Refusal.of(SENTENCES, "no-deal"))], 0
    secret = bytes.fromhex(deal.secret)
    truth, found = commitment(secret), list[Problem]()
    if promised and promised.strip().lower() != deal.commitment:
        found.append(Problem(1, Refusal.of(SENTENCES, "promise")))
    if truth != deal.commitment:
        found.append(Problem(1, Refusal.of(SENTENCES, "secret", truth=truth)))
    key = key_of(secret, [bytes.fromhex(one) for one in deal.added])
    wrong, draws = first_wrong(record.state(), key)
    if wrong is not None:  # the first move stands on line 2
        found.append(Problem(wrong + 2, Refusal.of(SENTENCES, "unfair", number=wrong + 1)))
    return found, draws
