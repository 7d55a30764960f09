"""The store: group commit, conflicts, migrations, and failures that acknowledge nothing."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import func, select

from ryumon.server import schema
from ryumon.server.store import Store, Unusable, file_url
from ryumon.server.writer import Change, Conflict, Entry, NotStored
from tests.server import harness
from tests.server.postgres import shared


def entry(table: str, number: int, command: str | None = None) -> Change:
    return Change(Entry(table, number, "moves", "{}", 0.0, 0, command))


def count(store: Store) -> int:
    return store.ask(lambda c: c.execute(select(func.count()).select_from(schema.entries)).scalar())  # pyright: ignore[reportReturnType]


def test_migrations_make_the_schema(tmp_path: Path, backend: str) -> None:
    store = Store.open(harness.database(tmp_path))
    with store.engine.connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, schema.metadata) == []


@pytest.mark.slow
def test_two_processes_may_start_together_on_a_new_database(tmp_path: Path, backend: str) -> None:
    program = (
        "import sys; from ryumon.server.store import Store; "
        "print(Store.open(sys.argv[1]).key('signing').hex())"
    )
    url = shared().empty() if backend == "postgresql" else harness.database(tmp_path)
    started = [
        subprocess.Popen([sys.executable, "-c", program, url], stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    keys = {process.communicate(timeout=60)[0] for process in started}
    assert [process.returncode for process in started] == [0, 0, 0]
    assert len(keys) == 1


def test_sqlite_waits_for_the_disk(tmp_path: Path) -> None:
    """Acknowledged means stored: synchronous=FULL (2), in WAL mode, for every connection."""
    store = Store.open(file_url(tmp_path / "x.db"))
    for _ in range(3):
        with store.engine.connect() as connection:
            assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
            assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"


def test_what_waits_is_stored_in_one_transaction(tmp_path: Path, backend: str) -> None:
    async def play() -> None:
        store = Store.open(harness.database(tmp_path))
        await asyncio.gather(*(store.write(entry(f"t{k}", 1)) for k in range(200)))
        assert store.writer.changes == 200
        assert store.writer.groups < 20
        assert count(store) == 200
        await store.close()

    asyncio.run(play())


def test_a_conflict_fails_alone(tmp_path: Path, backend: str) -> None:
    """(table, number) and (table, seat, command) are taken once; the rest is stored."""

    async def play() -> None:
        store = Store.open(harness.database(tmp_path))
        await store.write(entry("t", 1, "a"))
        group = [entry("t", 1, "b"), entry("t", 2, "a"), entry("t", 3, "c"), entry("u", 1, "a")]
        told = await asyncio.gather(*map(store.write, group), return_exceptions=True)
        assert [type(one) for one in told] == [Conflict, Conflict, type(None), type(None)]
        assert count(store) == 3
        await store.write(entry("t", 4, "d"))  # the writer lives on
        await store.close()

    asyncio.run(play())


@pytest.mark.parametrize("trouble", [OSError(28, "No space left"), RuntimeError("fsync")])
def test_a_failing_disk_acknowledges_nothing(
    tmp_path: Path, backend: str, trouble: Exception
) -> None:
    async def play() -> None:
        store = Store.open(harness.database(tmp_path))
        fails = True

        def before_commit() -> None:
            if fails:
                raise trouble

        store.before_commit = before_commit
        told = await asyncio.gather(
            *(store.write(entry("t", k)) for k in range(1, 4)), return_exceptions=True
        )
        assert [type(one) for one in told] == [NotStored] * 3
        assert count(store) == 0
        fails = False
        await store.write(entry("t", 1))
        assert count(store) == 1
        await store.close()

    asyncio.run(play())


def test_a_full_disk_acknowledges_nothing(tmp_path: Path) -> None:
    """A database that may not grow behaves like a full disk, in SQLite's own words."""

    async def play() -> None:
        store = Store.open(file_url(tmp_path / "x.db"))
        with store.writing.connect() as connection:
            pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        # the limit belongs to a connection; the writer's is any of the pool
        from sqlalchemy import event

        event.listen(
            store.engine, "begin", lambda c: c.exec_driver_sql(f"PRAGMA max_page_count={pages}")
        )
        big = Change(Entry("t", 1, "moves", "x" * 100_000, 0.0))
        with pytest.raises(NotStored):
            await store.write(big)
        assert count(store) == 0
        await store.close()

    asyncio.run(play())


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Unusable):
        Store.open(file_url(tmp_path / "file" / "x.db"))
    with pytest.raises(Unusable):
        Store.open("nonsense://x")
