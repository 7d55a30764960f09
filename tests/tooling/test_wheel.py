"""What `make install`, pipx and pip install: the package with the browser app built in."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
# as somebody who has only the wheel, so neither src/ nor the sources of the app
USE = """
import ryumon
from ryumon.server.pages import PAGES
assert "site" in ryumon.__file__, ryumon.__file__
assert (PAGES / "index.html").is_file(), PAGES
ryumon.game("tatsu").start()
"""


@pytest.mark.slow
def test_the_wheel_is_complete(tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path],
        cwd=ROOT,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    site = tmp_path / "site"
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(site)
    assert (site / "ryumon" / "example" / "src").is_dir(), "ryumon new-game copies it"
    (entry,) = site.glob("*.dist-info/entry_points.txt")
    assert "ryumon = ryumon.cli:main" in entry.read_text("utf-8")
    lines = [sys.executable, "-P", "-c", f"import sys; sys.path.insert(0, {str(site)!r})\n{USE}"]
    subprocess.run(lines, cwd=tmp_path, check=True)
