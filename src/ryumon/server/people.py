"""Who is at the other end: a browser with a signed cookie, and no account.

The cookie holds a random id and the name that the person has chosen; the key that signs it lives
in the database, so that it outlives the server.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import unicodedata
from typing import NamedTuple

import msgspec

from ryumon.server.protocol import NAME_SIZE
from ryumon.server.words import Refuse
from ryumon.table.fairness import ADDED_SIZE

COOKIE = "ryumon"
DAYS = 400  # browsers keep no cookie longer
PROGRAM = "program."  # how the ids of programs begin, which have a token instead of a cookie


class Person(NamedTuple):
    id: str
    name: str


def is_program(person: str) -> bool:
    return person.startswith(PROGRAM)


class _Kept(msgspec.Struct, array_like=True):
    id: str
    name: str


class Signer:
    """Writes and reads cookies."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def write(self, person: Person, use: bytes = b"cookie") -> str:
        """`use`: a token is not a cookie, and none can be taken for the other."""
        text = msgspec.json.encode(_Kept(*person))
        return f"{_base64(text)}.{_base64(self._sign(text, use))}"

    def read(self, cookie: str, use: bytes = b"cookie") -> Person | None:
        """The person; None for a cookie that is not ours."""
        try:
            text, signature = (_bytes(part) for part in cookie.split("."))
            if not hmac.compare_digest(signature, self._sign(text, use)):
                return None
            kept = msgspec.json.decode(text, type=_Kept)
        except (ValueError, msgspec.DecodeError):
            return None
        return Person(kept.id, kept.name)

    def _sign(self, text: bytes, use: bytes) -> bytes:
        return hmac.digest(self._key, use + text, hashlib.sha256)


def _base64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def checked_name(name: str) -> str:
    """The name as it is shown; Refuse for one that cannot be shown."""
    shown = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(shown) <= NAME_SIZE or any(
        unicodedata.category(c) in ("Cc", "Cf", "Co", "Cn", "Cs", "Zl", "Zp") for c in shown
    ):
        raise Refuse("name", most=NAME_SIZE)
    return shown


def checked_random(text: str) -> bytes:
    """The bytes that a browser adds to the deal; Refuse if they are not 16, or none."""
    try:
        given = bytes.fromhex(text)
    except ValueError:
        given = b"?"
    if len(given) not in (0, ADDED_SIZE):
        raise Refuse("random")
    return given
