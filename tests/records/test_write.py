"""Writing is all or nothing: whatever fails, the old file is whole and nothing lies beside it."""

from __future__ import annotations

import errno
import os
import re
import stat
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ryumon.play.record import Record, verify
from tests.records.samples import running_record, whole_record


def failing(code: int) -> Callable[..., Any]:
    def fail(*_: Any, **__: Any) -> Any:
        raise OSError(code, os.strerror(code))

    return fail


@pytest.fixture
def old(tmp_path: Path) -> Path:
    path = tmp_path / "game.jsonl"
    running_record().write(path)
    return path


def assert_untouched(old: Path) -> None:
    assert old.read_bytes() == running_record().text().encode()
    assert list(old.parent.iterdir()) == [old]


@pytest.mark.parametrize(
    ("where", "name"),
    [(Path, "open"), (os, "fsync"), (Path, "chmod"), (Path, "replace"), (os, "replace")],
)
@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EACCES, errno.EIO, errno.EROFS])
def test_a_step_that_fails_leaves_the_old_file(
    old: Path, where: Any, name: str, code: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(where, name, failing(code))
        with pytest.raises(OSError, match=re.escape(str(old))) as refused:
            whole_record().write(old)
    assert refused.value.errno == code
    assert refused.value.strerror == os.strerror(code)
    assert_untouched(old)


def test_a_full_disk_leaves_the_old_file(old: Path) -> None:
    """The operating system itself stops the writing in the middle."""
    resource = pytest.importorskip("resource")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(OSError) as refused:  # noqa: PT011 - its number is looked at
            whole_record().write(old)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert refused.value.errno == errno.EFBIG
    assert_untouched(old)


@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_an_interruption_leaves_the_old_file(
    old: Path, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, step, interrupt)
        with pytest.raises(KeyboardInterrupt):
            whole_record().write(old)
    assert_untouched(old)


@pytest.mark.slow
@pytest.mark.parametrize("step", ["fsync", "replace"])
def test_a_process_that_dies_leaves_the_old_file(old: Path, step: str) -> None:
    """Nobody can tidy up then: one temporary file stays, the record is whole."""
    program = f"""
import os, sys
from ryumon.play.record import Record
record = Record.read(sys.argv[1], salvage=True)
os.{step} = lambda *_: os._exit(9)
Record(record.header, record.moves[:5], record.seconds[:5], record.end).write(sys.argv[1])
"""
    died = subprocess.run([sys.executable, "-c", program, str(old)], check=False)
    assert died.returncode == 9
    assert old.read_bytes() == running_record().text().encode()
    assert len(list(old.parent.glob(".ryumon-*.tmp"))) == 1


def test_places_that_cannot_be_written_to(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x", "utf-8")
    (tmp_path / "folder").mkdir()
    for path, code in (
        (tmp_path / "nowhere" / "game.jsonl", errno.ENOENT),
        (tmp_path / "file" / "game.jsonl", errno.ENOTDIR),
        (tmp_path / "folder", errno.EISDIR),
    ):
        with pytest.raises(OSError) as refused:  # noqa: PT011 - its number is looked at
            whole_record().write(path)
        assert refused.value.errno == code
    assert sorted(p.name for p in tmp_path.rglob("*")) == ["file", "folder"]


def test_a_folder_that_cannot_be_synced_is_no_error(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.fsync

    def only_files(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(errno.EINVAL, "not supported")
        real(handle)

    monkeypatch.setattr(os, "fsync", only_files)
    whole_record().write(old)
    assert Record.read(old) == whole_record()


def test_all_of_it_is_on_the_disk_before_it_takes_the_old_one_s_place(
    old: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    fsync, replace = os.fsync, os.replace

    def synced(handle: int) -> None:
        steps.append("folder" if stat.S_ISDIR(os.fstat(handle).st_mode) else "file")
        fsync(handle)

    def replaced(*names: Any) -> None:
        steps.append("replace")
        replace(*names)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", replaced)
    whole_record().write(old)
    assert steps == ["file", "replace", "folder"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes and needs rights for links")
def test_modes_and_links_are_kept(old: Path) -> None:
    old.chmod(0o600)
    link = old.with_name("link.jsonl")
    link.symlink_to(old)
    whole_record().write(link)
    assert link.is_symlink()
    assert Record.read(old) == whole_record()
    assert stat.S_IMODE(old.stat().st_mode) == 0o600


@pytest.mark.slow
def test_a_reader_never_sees_half_a_record(old: Path) -> None:
    """Two writers at once: one of both records is there at every moment."""
    records = [running_record(), whole_record()]

    def write(record: Record) -> None:
        for _ in range(20):
            record.write(old)

    writers = [threading.Thread(target=write, args=(record,)) for record in records]
    for writer in writers:
        writer.start()
    while any(writer.is_alive() for writer in writers):
        assert Record.read(old) in records
    for writer in writers:
        writer.join()
    assert verify(old) == []
    assert list(old.parent.iterdir()) == [old]
