"""The same work on a Ray cluster: a real one, of this machine."""

from __future__ import annotations

import importlib
import logging
import sys
from typing import Any

import pytest

import ryumon
from ryumon import Refused
from ryumon.lab.arena import Cluster, Stop, Tournament
from tests.lab.arena.test_tournament import told

GAME = ryumon.game("bushido", turns=3)


@pytest.fixture
def local():
    """Settings of a small cluster of our own."""
    pytest.importorskip("ray", reason="Ray is not installed (`make test` does it where it can).")
    return {"num_cpus": 2, "include_dashboard": False, "address": "local"}


@pytest.mark.slow
def test_a_cluster_gives_what_this_process_gives(local, tmp_path) -> None:
    ray: Any = importlib.import_module("ray")
    stop = Stop(precision=0.25)
    with Tournament(GAME, ["random", "thumb"]) as here:
        expected = told(here.play(300, stop))
    with Tournament(GAME, ["random", "thumb"], folder=tmp_path) as made:
        crew = Cluster(**local)
        assert told(made.play(300, stop, crew)) == expected
        assert not ray.is_initialized()  # it was ours, and has been ended
        ray.init(**local, log_to_driver=False, logging_level=logging.ERROR)
        try:
            more = made.play(400, stop, Cluster())  # one that runs already is used, and runs on
            assert ray.is_initialized()
            with pytest.raises(Refused, match=r'cannot continue: .*no game "chess"'):
                _broken(Cluster())
        finally:
            ray.shutdown()
    assert more.complete


def _broken(crew: Cluster) -> None:
    import msgspec

    from ryumon.lab.arena.play import Task

    made = Tournament(GAME, ["random", "thumb"])
    crew.begin(msgspec.structs.replace(made.settings, game="chess"))
    crew.give([Task(0, (0, 1))])
    try:
        crew.take()
    finally:
        crew.end()


def test_without_ray_a_sentence_says_what_to_install(monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    made = Tournament(GAME, ["random", "thumb"])
    with pytest.raises(Refused, match=r"Ray is not installed\. In a checkout: make ray\."):
        made.play(4, crew=Cluster())
