"""What a move shows: to everyone, and to the seats that may know more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

PUBLIC = -3  # the viewer who sits at no seat


class Event(NamedTuple):
    """One thing that happens at the table.

    Everyone sees `facts` (None: others do not even see that it happens); a seat in `secrets` sees
    its own facts besides. Nothing is ever taken out: what is not put here is not seen.
    """

    kind: str
    facts: dict[str, Any] | None
    secrets: dict[int, dict[str, Any]] = {}  # noqa: RUF012 - never changed

    def by(self, viewer: int) -> dict[str, Any] | None:
        if viewer in self.secrets:
            return {"kind": self.kind, **(self.facts or {}), **self.secrets[viewer]}
        return None if self.facts is None else {"kind": self.kind, **self.facts}


def winners(payoffs: Callable[[Any, list[float]], None], s: Any, players: int) -> list[int]:
    """The seats that have a share in the win, as the rules say."""
    shares = [0.0] * players
    payoffs(s, shares)
    return [seat for seat, share in enumerate(shares) if share > 0]
