"""The command line, called as a function."""

from __future__ import annotations

import pytest

from ryumon.cli import main


def run(*arguments: object) -> int:
    """Its exit code."""
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    assert isinstance(ended.value.code, int)
    return ended.value.code
