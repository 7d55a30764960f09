"""Where the server's time, ids and secrets come from; tests hand in their own."""

from __future__ import annotations

import secrets
import time


class Sources:
    """The machine's clock and the operating system's generator."""

    def now(self) -> float:
        """Seconds, for deadlines and dates."""
        return time.time()

    def token(self, size: int = 16) -> str:
        """A secret that cannot be guessed, fit for a link."""
        return secrets.token_urlsafe(size)

    def secret(self, size: int = 32) -> bytes:
        return secrets.token_bytes(size)
