"""The lock files fit pyproject.toml and name no host."""

import re
import tomllib
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
LOCKS = {
    name: (ROOT / name).read_text("utf-8")
    for name in ("requirements.lock", "requirements-ray.lock")
}
PINS = {
    name: re.findall(r"^([A-Za-z0-9._-]+)==([^\s;]+)", lock, re.MULTILINE)
    for name, lock in LOCKS.items()
}
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
GROUPS = dict(CONFIG["dependency-groups"])
WANTED = {
    "requirements-ray.lock": GROUPS.pop("ray"),
    "requirements.lock": list(chain(CONFIG["project"]["dependencies"], *GROUPS.values())),
}


@pytest.mark.parametrize("lock", LOCKS)
def test_every_dependency_is_locked_within_its_bounds(lock: str) -> None:
    for requirement in map(Requirement, WANTED[lock]):
        name = canonicalize_name(requirement.name)
        versions = [version for pin, version in PINS[lock] if canonicalize_name(pin) == name]
        assert versions, f"{name} is not locked: make lock"
        for version in versions:
            assert requirement.specifier.contains(version), f"{name} {version}: make lock"


@pytest.mark.parametrize("lock", LOCKS)
def test_every_pin_has_a_hash(lock: str) -> None:
    blocks = re.split(r"^(?=[A-Za-z0-9])", LOCKS[lock], flags=re.MULTILINE)[1:]
    assert len(blocks) == len(PINS[lock])
    assert all("--hash=sha256:" in block for block in blocks)


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_names_no_host_or_path(lock: str) -> None:
    text = LOCKS[lock]
    assert "://" not in text
    assert not re.search(r"^\s*-{1,2}(?!hash=)\w", text, re.MULTILINE), "an option such as an index"


def test_locks_agree() -> None:
    """Installing the second one changes nothing of the first."""
    first = dict(PINS["requirements.lock"])
    assert all(
        first.get(name, version) == version for name, version in PINS["requirements-ray.lock"]
    )


def test_the_extra_and_the_group_ask_for_the_same_ray() -> None:
    (extra,), (group,) = (
        CONFIG["project"]["optional-dependencies"]["ray"],
        WANTED["requirements-ray.lock"],
    )
    assert Requirement(extra).specifier == Requirement(group).specifier
