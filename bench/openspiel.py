"""OpenSpiel, in an environment of its own beside our caches; other peers are installed likewise."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from bench.rounds import Run, Sample
from bench.talk import Child, Missing
from ryumon.kernel.cache import root

PINNED = "open_spiel==2.0.2"
HERE = Path(__file__).parent


def environment(*pinned: str) -> Path:
    """The Python of an environment with these packages, made on first use. It is named by the first
    of them."""
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    folder = root() / "bench" / f"{pinned[0].replace('==', '-')}-python{version}"
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    ready = folder / "ready"  # written last: half an installation never counts as one
    if not (ready.exists() and python.exists() and ready.read_text("utf-8") == " ".join(pinned)):
        shutil.rmtree(folder, ignore_errors=True)
        for command in installation(folder, python, pinned):
            made = subprocess.run(command, capture_output=True, text=True, check=False)
            if made.returncode:
                last = (made.stderr or made.stdout).strip().splitlines()[-1:]
                why = last[0].strip() if last else f"exit code {made.returncode}"
                raise Missing(f"{', '.join(pinned)} could not be installed ({why}).")
        ready.write_text(" ".join(pinned), "utf-8")
    return python


def installation(folder: Path, python: Path, pinned: tuple[str, ...]) -> list[list[str]]:
    """With the uv of the project, else with Python's own tools."""
    ours = HERE.parent / ".tools" / "bin" / "uv"
    uv = shutil.which("uv") or (str(ours) if ours.exists() else None)
    if uv is not None:
        return [
            [uv, "venv", "--quiet", "--python", sys.executable, str(folder)],
            [uv, "pip", "install", "--quiet", "--python", str(python), *pinned],
        ]
    return [
        [sys.executable, "-m", "venv", str(folder)],
        [str(python), "-m", "pip", "install", "--quiet", *pinned],
    ]


class OpenSpiel(Child):
    def __init__(self) -> None:
        super().__init__([environment(PINNED), HERE / "openspiel_child.py"])
        self.versions: dict[str, str] = self.ask(json.dumps({"what": "versions"}))

    def run(self, what: str, game: str, **more: int) -> Run:
        def run(amount: int, seed: int) -> Sample:
            asked = {"what": what, "game": game, "amount": amount, "seed": seed, "more": more}
            return self.ask(json.dumps(asked))

        return run
