"""The lock files fit pyproject.toml and name no host."""

import re
import tomllib
from itertools import chain
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
CONFIG = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
DEPENDENCIES, GROUPS = CONFIG["project"]["dependencies"], CONFIG["dependency-groups"]


def _group(name: str) -> list[str]:
    return list(
        chain.from_iterable(
            [entry] if isinstance(entry, str) else _group(entry["include-group"])
            for entry in GROUPS[name]
        )
    )


ALL = "requirements.lock"
# groups with a lock of their own
APART = re.findall(r"^EXTRAS := (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)[
    0
].split()
WANTED = {
    ALL: [
        *DEPENDENCIES,
        *chain.from_iterable(_group(name) for name in GROUPS if name not in APART),
    ],
    "requirements-play.lock": [*DEPENDENCIES, *_group("build")],
    "requirements-web.lock": _group("web"),
    **{f"requirements-{name}.lock": _group(name) for name in APART},
}
LOCKS = {name: (ROOT / name).read_text("utf-8") for name in WANTED}
PINS = {
    name: re.findall(r"^([A-Za-z0-9._-]+)==([^\s;]+)", lock, re.MULTILINE)
    for name, lock in LOCKS.items()
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


@pytest.mark.parametrize("lock", [name for name in LOCKS if name != ALL])
def test_locks_agree(lock: str) -> None:
    """Installing one after the other changes nothing."""
    known = {name for name, _ in PINS[ALL]}
    assert not {pin for pin in PINS[lock] if pin[0] in known} - set(PINS[ALL])


def test_a_player_gets_no_tools_of_ours() -> None:
    """Neither directly nor by way of another package."""
    tools = {
        canonicalize_name(Requirement(each).name) for each in [*_group("dev"), *_group("docs")]
    }
    tools -= {canonicalize_name(Requirement(each).name) for each in _group("build")}
    assert not tools & {canonicalize_name(name) for name, _ in PINS["requirements-play.lock"]}


def test_the_package_is_built_by_what_is_locked() -> None:
    assert sorted(_group("web")) == sorted(CONFIG["build-system"]["requires"])


def test_extras_agree() -> None:
    """The tests have all of them together. A package may have one version for each Python."""
    pins: dict[str, set[str]] = {}
    for name in APART:
        found: dict[str, set[str]] = {}
        for package, version in PINS[f"requirements-{name}.lock"]:
            found.setdefault(package, set()).add(version)
        for package, versions in found.items():
            assert pins.setdefault(package, versions) == versions, package


@pytest.mark.parametrize("extra", APART)
def test_an_extra_asks_for_what_its_group_asks_for(extra: str) -> None:
    """The group may ask for more: what only the tests need."""
    found = [
        {(canonicalize_name(r.name), str(r.specifier)) for r in map(Requirement, wanted)}
        for wanted in (CONFIG["project"]["optional-dependencies"][extra], _group(extra))
    ]
    assert found[0] <= found[1]
