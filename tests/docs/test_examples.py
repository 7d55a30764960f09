"""Every example runs: in docstrings of the package, in the docs, in the README.

A block of Python in a page runs as a test, one page being one conversation: with `>>>` its answers
are compared, without it simply runs. A block that cannot run says why in the line before it:

    <!-- not run: needs a server -->
"""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import textwrap
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import pytest

import ryumon
from tests.support import thinned

ROOT = Path(__file__).parents[2]
FENCE = re.compile(
    r"(?P<before>[^\n]*\n)?(?P<indent>[ \t]*)(?P<fence>```+|~~~+)[ \t]*(?P<info>[^\n`]*)\n"
    r"(?P<code>.*?)^(?P=indent)(?P=fence)[ \t]*$",
    re.MULTILINE | re.DOTALL,
)
PYTHON = re.compile(r"\{?\s*\.?(python|py|pycon|python3)\b")
NOT_RUN = re.compile(r"<!--\s*not run: \S.*-->")


class Block(NamedTuple):
    line: int
    code: str


def blocks(text: str) -> list[Block]:
    """The blocks of Python in a page that are meant to run."""
    found = []
    for match in FENCE.finditer(text):
        runs = PYTHON.match(match["info"].strip().lower())
        if runs and not NOT_RUN.search(match["before"] or ""):
            line = text.count("\n", 0, match.start("code")) + 1
            found.append(Block(line, textwrap.dedent(match["code"])))
    return found


def run(blocks: list[Block], name: str) -> int:
    """Run the blocks of a page in one namespace; returns how many examples there were."""
    names: dict[str, Any] = {"__name__": "__main__"}
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner(verbose=False)
    report: list[str] = []
    count = 0
    for block in blocks:
        if ">>>" in block.code:
            test = parser.get_doctest(block.code, names, name, name, block.line - 1)
            runner.run(test, out=report.append, clear_globs=False)
            names |= test.globs  # the parser works on a copy
            count += len(test.examples)
        else:
            exec(compile("\n" * (block.line - 1) + block.code, name, "exec"), names)
            count += 1
    assert not runner.failures, "".join(report)
    return count


def pages() -> list[Path]:
    return sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])


# bots think and play on these, or they need what only `make test` installs
DEAR = [ROOT / "docs" / p for p in ("arena.md", "bots.md", "games/tatsu.md", "research.md")]


@pytest.mark.parametrize(
    "page",
    thinned(pages(), *(page for page in pages() if page not in DEAR)),
    ids=lambda page: str(page.relative_to(ROOT)),
)
def test_examples_of_a_page(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    found = blocks(page.read_text("utf-8"))
    assert run(found, page.name) >= len(found)


def modules() -> list[str]:
    found = pkgutil.walk_packages(ryumon.__path__, "ryumon.")
    return ["ryumon", *(m.name for m in found if not m.name.endswith("__main__"))]


# these play a tournament, solve positions, or need what only `make test` installs
LONG = ["ryumon.lab.arena.tournament", "ryumon.lab.tatsu", "ryumon.lab.openspiel"]


@pytest.mark.parametrize("name", thinned(modules(), *(m for m in modules() if m not in LONG)))
def test_examples_of_a_module(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    module: ModuleType = importlib.import_module(name)
    assert doctest.testmod(module).failed == 0


def test_there_are_examples() -> None:
    """Else the tests above would look at nothing."""
    finder = doctest.DocTestFinder()
    names = [name for name in modules() if name not in LONG]
    tests = [t for name in names for t in finder.find(importlib.import_module(name))]
    assert sum(len(test.examples) for test in tests) > 10
    assert sum(len(blocks(page.read_text("utf-8"))) for page in pages()) > 5


# --- the collector itself -------------------------------------------------------------------

PAGE = """
Text

```python
>>> x = 1
>>> x + 1
2

```
    ```py
    y = x + 1
    ```

```sh
rm -rf nothing
```

<!-- not run: it cannot -->
```python
1 / 0
```

```pycon
>>> y
2
```
"""


def test_blocks_are_found_and_share_their_names() -> None:
    found = blocks(PAGE)
    assert [block.line for block in found] == [5, 11, 24]
    assert run(found, "page") == 4


@pytest.mark.parametrize("old", ["2\n\n```\n    ", "y = x + 1", ">>> y\n2"])
def test_a_wrong_example_is_noticed(old: str) -> None:
    wrong = PAGE.replace(old, old.replace("2", "3").replace("x + 1", "x + 2"))
    assert wrong != PAGE
    with pytest.raises(AssertionError):
        run(blocks(wrong), "page")


def test_a_block_that_fails_is_noticed() -> None:
    with pytest.raises(ZeroDivisionError):
        run(blocks(PAGE.replace("<!-- not run: it cannot -->", "")), "page")
