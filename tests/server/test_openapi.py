"""The HTTP API does what its document says, whatever it is sent: clear refusals, never a 500."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Generator
from datetime import timedelta
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)  # fmt: skip

import ryumon
from ryumon.server import openapi
from ryumon.server.app import App
from ryumon.server.house import Settings
from ryumon.server.operations import OPERATIONS, Operation
from tests.server.harness import Browser, running
from tests.server.test_play import BOTS

FILE = Path(__file__).parents[2] / openapi.FILE
SCHEMA = schemathesis.openapi.from_dict(openapi.document())
CHECKS = [content_type_conformance, response_schema_conformance, status_code_conformance]
EXAMPLES = 12  # of each operation, good and bad ones alike
BUDGET = settings(
    max_examples=EXAMPLES, deadline=None, derandomize=True, database=None,
    phases=[Phase.generate],
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)  # fmt: skip


def test_the_document_is_up_to_date() -> None:
    assert FILE.read_text("utf-8") == openapi.text(), "python -m ryumon.server.openapi"
    SCHEMA.validate()


class Town:
    """A server with tables in every state and people of every role, to be asked at random."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.people: list[Browser] = []
        self.tables: list[str] = []
        self.tokens: list[str] = ["x"]
        self.seasons: list[str] = []

    async def build(self) -> None:
        ann, bob, eve = self.people = [Browser(self.app) for _ in range(3)]
        await eve.get("/api/me")
        for name in ryumon.games():
            self.tables.append(await ann.table(name, bots=BOTS[name], start=True, public=True))
        closed = await ann.table("slaughter", bots=BOTS["slaughter"], start=True)
        await ann.post(f"/api/tables/{closed}/host", do="close")
        never = await ann.table("tatsu")
        await ann.post(f"/api/tables/{never}/host", do="close")
        private = await ann.table("tiger-dragon", players=3)
        links = await ann.get(f"/api/tables/{private}/links")
        self.tokens += [links[role].partition("#")[2] for role in ("join", "watch")]
        await bob.post(f"/api/tables/{private}/enter", token=self.tokens[1])
        await bob.post(f"/api/tables/{private}/sit", seat=1, name="Bob")
        self.tables += [closed, never, private, "nowhere"]
        asked = {"name": "Spring", "game": "tatsu", "entrants": ["thumb"], "joining": True}
        self.seasons = [(await ann.post("/api/seasons", **asked))["season"], "none"]

    async def ask(self, case: Any, who: int) -> httpx.Response:
        query = urlencode(case.query or {}, doseq=True, errors="replace")
        text = b"" if not case.body else json.dumps(_plain(case.body)).encode("utf-8", "replace")
        status, headers, body = await self.people[who].fetch(
            case.method, case.formatted_path, query, text
        )  # fmt: skip
        request = httpx.Request(case.method, "http://test")
        response = httpx.Response(status, headers=headers, content=body, request=request)
        response.elapsed = timedelta(0)
        return response


def _plain(body: Any) -> Any:
    return body if isinstance(body, dict | list | str | int | float | bool) else None


@contextlib.contextmanager
def town(folder: Path) -> Generator[tuple[asyncio.Runner, Town]]:
    with asyncio.Runner() as runner:
        stack = contextlib.AsyncExitStack()
        app = runner.run(
            stack.enter_async_context(running(folder, settings=Settings(seasons=True)))
        )
        made = Town(app)
        runner.run(made.build())
        try:
            yield runner, made
        finally:
            runner.run(stack.aclose())


def put_real_names(case: Any, made: Town, draw: Any) -> None:
    """Mostly ask about what there is: a random name is refused before anything happens."""
    if "table" in case.path_parameters:
        case.path_parameters["table"] = draw(st.sampled_from(made.tables))
    if "season" in case.path_parameters:
        case.path_parameters["season"] = draw(st.sampled_from(made.seasons))
    if "game" in case.path_parameters:
        case.path_parameters["game"] = draw(st.sampled_from([*ryumon.games(), "x"]))
    if isinstance(case.body, dict):
        real = {
            "game": st.sampled_from(ryumon.games()), "level": st.sampled_from(["", "thumb"]),
            "seat": st.integers(-1, 5) | st.none(), "token": st.sampled_from(made.tokens),
            "players": st.integers(2, 5) | st.none(), "name": st.sampled_from(["Ann", ""]),
        }  # fmt: skip
        for name in set(real) & set(case.body):
            if draw(st.integers(0, 3)):
                case.body[name] = draw(real[name])


@pytest.mark.slow
@pytest.mark.parametrize("one", OPERATIONS, ids=lambda one: one.work)
@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE])
def test_every_answer_is_one_that_the_document_tells(
    one: Operation, mode: GenerationMode, tmp_path: Path
) -> None:
    operation = SCHEMA[one.path][one.method]
    if mode == GenerationMode.NEGATIVE and one.body is None:
        pytest.skip("there is nothing to be wrong")
    with town(tmp_path) as (runner, made):

        @BUDGET
        @given(st.data())
        def ask(data: st.DataObject) -> None:
            case = data.draw(operation.as_strategy(generation_mode=mode))
            if mode == GenerationMode.POSITIVE:
                put_real_names(case, made, data.draw)
            elif "table" in case.path_parameters:
                case.path_parameters["table"] = data.draw(st.sampled_from(made.tables))
            response = runner.run(made.ask(case, data.draw(st.integers(0, 2))))
            assert response.status_code != 500
            case.validate_response(response, checks=CHECKS)
            if response.status_code != 200:
                assert response.json()["sentence"]

        ask()
        for table in made.tables[:5]:  # nothing is stuck: every table answers
            runner.run(made.people[2].get(f"/api/tables/{table}"))
