"""A newer version beside an older one on one database: it migrates what the older can still read,
else it waits for it to end, and then refuses with a sentence."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.config import Config
from alembic.script import ScriptDirectory
from sqlalchemy import insert

from ryumon.server import migrations, schema
from ryumon.server.store import Store
from ryumon.server.words import Refuse
from tests.server import harness

pytestmark = pytest.mark.usefixtures("backend")

NOW = migrations.LEVEL
NEXT = """
import sqlalchemy as sa
from alembic import op
revision, down_revision, branch_labels, depends_on = "{after:04}", "{now:04}", None, None
compatible_from = {since}
def upgrade() -> None:
    op.add_column("tables", sa.Column("colour", sa.Text, nullable=True))
"""


@pytest.fixture
def newer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """Makes this process a newer version, whose migration older servers from a level on can read;
    `undo` makes it the usual one again."""

    def begin(since: int) -> None:
        folder = tmp_path / "migrations"
        shutil.copytree(migrations.FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
        (folder / "versions" / "next.py").write_text(
            NEXT.format(since=since, now=NOW, after=NOW + 1)
        )
        monkeypatch.setattr(migrations, "FOLDER", folder)
        monkeypatch.setattr(migrations, "LEVEL", NOW + 1)

    begin.undo = monkeypatch.undo  # pyright: ignore[reportFunctionMemberAccess]
    return begin


def lives(store: Store, level: int) -> None:
    """A process of this level tells that it lives."""
    row = {"id": "x", "kind": "serve", "level": level, "at": store.now(), "several": False}
    with store.writing.begin() as connection:
        connection.execute(insert(schema.processes), row)


def test_the_newest_migration_is_the_level() -> None:
    config = Config()
    config.set_main_option("script_location", str(migrations.FOLDER))
    assert int(ScriptDirectory.from_config(config).get_current_head() or 0) == migrations.LEVEL


def test_a_newer_version_migrates_what_an_older_one_can_read(tmp_path: Path, newer) -> None:
    url = harness.database(tmp_path)
    old = Store.open(url)
    lives(old, NOW)
    newer(since=NOW)
    new = Store.open(url)
    columns = "SELECT colour FROM tables"
    assert new.ask(lambda c: c.exec_driver_sql(columns).all()) == []
    assert old.ask(lambda c: c.execute(schema.tables.select()).all()) == []
    new.dispose()
    old.dispose()


def test_an_older_version_starts_on_what_it_can_read(tmp_path: Path, newer, monkeypatch) -> None:
    url = harness.database(tmp_path)
    newer(since=NOW)
    Store.open(url).dispose()
    monkeypatch.setattr(migrations, "LEVEL", NOW)
    Store.open(url).dispose()


def test_what_an_older_one_cannot_read_is_refused_both_ways(
    tmp_path: Path, newer, monkeypatch
) -> None:  # fmt: skip
    url = harness.database(tmp_path)
    old = Store.open(url)
    lives(old, NOW)
    newer(since=NOW + 1)
    monkeypatch.setattr(migrations, "PATIENCE", 0.0)
    with pytest.raises(Refuse, match="older version still runs"):
        Store.open(url)
    monkeypatch.undo()
    assert old.ask(lambda c: c.execute(schema.processes.select()).all()), "nothing has changed"
    old.dispose()


def test_an_older_version_refuses_what_it_cannot_read(tmp_path: Path, newer, monkeypatch) -> None:
    url = harness.database(tmp_path)
    newer(since=NOW + 1)
    Store.open(url).dispose()
    monkeypatch.setattr(migrations, "LEVEL", NOW)
    with pytest.raises(Refuse, match="newer version"):
        Store.open(url)


@pytest.mark.slow
def test_a_refusal_is_a_sentence_of_the_command(tmp_path: Path, newer) -> None:
    url = harness.database(tmp_path)
    newer(since=NOW + 1)
    Store.open(url).dispose()
    newer.undo()
    command = [sys.executable, "-m", "ryumon.cli", "serve", "--port", "0", "--database", url]
    told = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert told.returncode == 2
    assert "newer version" in told.stderr
    assert "Traceback" not in told.stderr
