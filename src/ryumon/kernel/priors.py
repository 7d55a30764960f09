"""Chances of moves for a search, from what a rule of thumb thinks of them."""

from __future__ import annotations

from ryumon.kernel.jit import njit


@njit
def soften(out, n, doubt, stray):
    """Turn the worths of n moves into chances: a move that is worth `doubt` less than the best is a
    quarter as likely, and a part `stray` of all goes to every move alike."""
    best = out[0]
    for k in range(n):
        best = max(best, out[k])
    total = 0.0
    for k in range(n):
        less = 1.0 + (best - out[k]) / doubt
        out[k] = 1.0 / (less * less)
        total += out[k]
    for k in range(n):
        out[k] = out[k] * (1.0 - stray) / total + stray / n
