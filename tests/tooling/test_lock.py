"""requirements.lock fits pyproject.toml and names no host."""

import re
import tomllib
from itertools import chain
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCK = (ROOT / "requirements.lock").read_text("utf-8")
PINS = re.findall(r"^([A-Za-z0-9._-]+)==([^\s;]+)", LOCK, re.MULTILINE)


def test_every_dependency_is_locked_within_its_bounds() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    wanted = chain(config["project"]["dependencies"], *config["dependency-groups"].values())
    for requirement in map(Requirement, wanted):
        name = canonicalize_name(requirement.name)
        versions = [version for pin, version in PINS if canonicalize_name(pin) == name]
        assert versions, f"{name} is not locked: make lock"
        for version in versions:
            assert requirement.specifier.contains(version), f"{name} {version}: make lock"


def test_every_pin_has_a_hash() -> None:
    blocks = re.split(r"^(?=[A-Za-z0-9])", LOCK, flags=re.MULTILINE)[1:]
    assert len(blocks) == len(PINS)
    assert all("--hash=sha256:" in block for block in blocks)


def test_lock_names_no_host_or_path() -> None:
    assert "://" not in LOCK
    assert not re.search(r"^\s*-{1,2}(?!hash=)\w", LOCK, re.MULTILINE), "an option such as an index"
