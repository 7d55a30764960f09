"""Every test of this folder that asks for `game` runs for all option sets of all games."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import ryumon
from ryumon.testing import support


@pytest.fixture(autouse=True)
def _interpreted() -> Iterator[None]:
    """The rules run interpreted, whatever other tests have compiled in this process."""
    with support.interpreted():
        yield


@pytest.fixture(params=support.every_game())
def game(request: pytest.FixtureRequest) -> ryumon.Game:
    name, options = request.param
    return ryumon.game(name, **options)
