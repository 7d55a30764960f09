"""What is not said over the socket: making, finding and entering tables; the browser app."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import structlog
from sqlalchemy.exc import DBAPIError
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route, compile_path

import ryumon
from ryumon import PUBLIC, bots
from ryumon.play.refusal import Refused
from ryumon.server import (
    api,
    history,
    info,
    lessons,
    lists,
    openapi,
    programs,
    protocol,
    puzzles,
    seats,
    solo,
)
from ryumon.server.asking import body, language_of
from ryumon.server.days import parsed_day
from ryumon.server.live import repeated
from ryumon.server.operations import OPERATIONS, STREAM
from ryumon.server.people import COOKIE, DAYS, Person, Signer, checked_name, is_program
from ryumon.server.seasons.http import SeasonHttp
from ryumon.server.sockets import Sockets, check_sizes
from ryumon.server.words import Refuse, told
from ryumon.server.writer import Away

if TYPE_CHECKING:
    from ryumon.server.house import House
    from ryumon.server.live import Live

log = structlog.get_logger()

METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"]
_PATTERNS = {one.path: compile_path(one.path)[0] for one in OPERATIONS}
Work = Callable[[Request], Awaitable[Any]]


class Http(SeasonHttp):
    """The routes under /api. `secure`: is the site reached by https?"""

    def __init__(self, house: House, sockets: Sockets, signer: Signer, secure: bool) -> None:
        super().__init__(house)
        self.sockets, self.signer, self.secure = sockets, signer, secure

    def routes(self) -> list[Route]:
        found = [
            Route(one.path, self._answer(getattr(self, one.work)), methods=[one.method])
            for one in OPERATIONS
        ]
        return [*found, Route("/api/{rest:path}", self._answer(self.nothing), methods=METHODS)]

    # --- around every answer ------------------------------------------------------------------

    def _answer(self, work: Work) -> Callable[[Request], Awaitable[Response]]:
        async def answer(request: Request) -> Response:
            try:
                await self._check_token(request)
                found, status = await work(request), 200
            except Refused as refused:
                sentence = refused.refusal.sentence(language_of(request))
                found, status = api.Problem(sentence, refused.rule), _status(refused)
            except (Away, DBAPIError):
                found, status = api.Problem(told("away", language_of(request))), 503
            except Exception:  # what it says stays out of log and answer
                log.error("a request failed", work=work.__name__, exc_info=True)
                found, status = api.Problem(told("server", language_of(request))), 500
            if isinstance(found, Response):
                response = found
            else:
                response = Response(protocol.write(found), status, media_type="application/json")
            if status == 405:
                response.headers["Allow"] = ", ".join(_methods_at(request.url.path))
            response.headers["Cache-Control"] = "no-store"
            self._keep_person(request, response)
            return response

        return answer

    async def _check_token(self, request: Request) -> None:
        """A program says who it is by a token, whatever cookie it may have."""
        header = request.headers.get("authorization")
        if header is not None:
            request.state.person = await programs.holder(self.house, self.signer, header)

    def person(self, request: Request) -> Person:
        """Whose browser this is; a new person if it has never been here."""
        known = getattr(request.state, "person", None)
        if known is None:
            known = self.signer.read(request.cookies.get(COOKIE, ""))
            if known is None:
                known = Person(self.house.sources.token(), "")
                request.state.changed = True
            request.state.person = known
        return known

    def _keep_person(self, request: Request, response: Response) -> None:
        if getattr(request.state, "changed", False):
            response.set_cookie(
                COOKIE,
                self.signer.write(request.state.person),
                max_age=DAYS * 86_400,
                httponly=True,
                samesite="lax",
                secure=self.secure,
            )

    def _rename(self, request: Request, name: str) -> Person:
        person = self.person(request)
        if name and name != person.name and not is_program(person.id):
            person = Person(person.id, checked_name(name))
            request.state.person, request.state.changed = person, True
        return person

    async def _table(self, request: Request) -> tuple[Live, Person]:
        """The table of the address, if this person may see it."""
        person = self.person(request)
        live = await self.house.find(request.path_params["table"])
        if not info.you(live, person.id).watch:
            raise Refuse("no-table", status=404)
        return live, person

    # --- the house ----------------------------------------------------------------------------

    async def health(self, request: Request) -> api.Health:
        await self.house.store.read(lambda connection: connection.exec_driver_sql("SELECT 1"))
        state = "draining" if self.house.draining else "ok"
        return api.Health(state, version("ryumon"))

    async def what_there_is(self, request: Request) -> api.House:
        language = language_of(request)
        games = [_game_info(name, language) for name in ryumon.games()]
        return api.House(games, list(bots.BOTS), version("ryumon"))

    async def me(self, request: Request) -> api.Me:
        return api.Me(self.person(request).name)

    async def set_me(self, request: Request) -> api.Me:
        asked = await body(request, api.SetMe)
        return api.Me(self._rename(request, asked.name).name)

    async def nothing(self, request: Request) -> None:
        if _methods_at(request.url.path):
            raise Refuse("method", status=405)
        raise Refuse("not-found", status=404)

    async def openapi(self, request: Request) -> dict[str, Any]:
        return openapi.document()

    # --- tables -------------------------------------------------------------------------------

    async def create(self, request: Request) -> api.TablePage:
        asked = await body(request, api.CreateTable)
        person = self._rename(request, asked.name)
        return _page(await self.house.create(asked, person), person)

    async def open_tables(self, request: Request) -> api.TableList:
        return await lists.open_tables(self.house)

    async def my_tables(self, request: Request) -> api.TableList:
        return await lists.tables_of(self.house, self.person(request).id)

    async def page(self, request: Request) -> api.TablePage:
        return _page(*await self._table(request))

    async def links(self, request: Request) -> api.Links:
        live, person = await self._table(request)
        return seats.links(live, person.id)

    async def enter(self, request: Request) -> api.TablePage:
        asked = await body(request, api.Enter)
        person = self.person(request)
        live = await self.house.find(request.path_params["table"])
        await repeated(lambda: seats.enter(live, person.id, asked.token))
        return _page(live, person)

    async def sit(self, request: Request) -> api.TablePage:
        asked = await body(request, api.Sit)
        live, _ = await self._table(request)
        person = self._rename(request, asked.name)
        await repeated(lambda: seats.sit(live, person, asked))
        return _page(live, person)

    async def leave(self, request: Request) -> api.TablePage:
        asked = await body(request, api.Leave)
        live, person = await self._table(request)
        await repeated(lambda: seats.leave(live, person.id, asked.seat))
        return _page(live, person)

    async def host(self, request: Request) -> api.TablePage:
        asked = await body(request, api.Host)
        live, person = await self._table(request)
        await repeated(lambda: seats.host(live, person.id, asked))
        return _page(live, person)

    # --- guided first games --------------------------------------------------------------------

    async def guide(self, request: Request) -> api.Guide:
        return lessons.guide(request.path_params["game"], language_of(request))

    async def guide_why(self, request: Request) -> protocol.Reason:
        asked, game = request.query_params, request.path_params["game"]
        at, moves = _number(asked.get("at", "")), asked.getlist("move")
        return lessons.why(game, at, moves[: protocol.MOST_MOVES], language_of(request))

    # --- the deal of the day ---------------------------------------------------------------------

    async def daily(self, request: Request) -> solo.DailyPage:
        return await self.house.daily.page(self.person(request).id)

    async def daily_of(self, request: Request) -> solo.DailyPage:
        day = parsed_day(request.path_params["day"])
        return await self.house.daily.page(self.person(request).id, day)

    async def play_daily(self, request: Request) -> api.TablePage:
        asked = await body(request, solo.PlayDaily)
        person = self._rename(request, asked.name)
        return _page(await self.house.daily.begin(person, asked.name), person)

    # --- puzzles --------------------------------------------------------------------------------

    async def puzzle_list(self, request: Request) -> solo.PuzzleList:
        return puzzles.listed()

    async def puzzle(self, request: Request) -> solo.PuzzlePage:
        return puzzles.page(*_puzzle(request), language_of(request))

    async def answer_puzzle(self, request: Request) -> solo.PuzzleVerdict:
        asked = await body(request, solo.AnswerPuzzle)
        moves = asked.moves[: protocol.MOST_MOVES]
        return puzzles.judged(*_puzzle(request), moves, language_of(request))

    async def puzzle_why(self, request: Request) -> protocol.Reason:
        moves = request.query_params.getlist("move")[: protocol.MOST_MOVES]
        return puzzles.why(*_puzzle(request), moves, language_of(request))

    # --- tables that have ended -----------------------------------------------------------------

    async def record(self, request: Request) -> Response:
        """The record as a file."""
        live, _ = await self._table(request)
        history.check_open(live)
        audit = request.query_params.get("audit") == "1"
        text = history.record(live, await history.load(live), audit)
        name = f"ryumon-{live.id}.jsonl"
        answer = Response(text, media_type="application/x-ndjson")
        answer.headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return answer

    async def replay(self, request: Request) -> api.Replay:
        live, _ = await self._table(request)
        history.check_open(live)
        viewer = _number(request.query_params.get("viewer", str(PUBLIC)))
        if viewer not in live.viewers():
            raise Refuse("no-seat", seat=viewer)
        return history.replay(live, viewer, language_of(request), await history.load(live))

    async def statistics(self, request: Request) -> api.Statistics:
        live, _ = await self._table(request)
        history.check_open(live)
        return history.statistics(live, await history.load(live))

    async def position(self, request: Request) -> api.Position:
        live, _ = await self._table(request)
        asked = request.query_params.get("move")
        return history.position(live, None if asked is None else _number(asked))

    async def review(self, request: Request) -> api.Review:
        live, _ = await self._table(request)
        return await self.house.reviews.of(live, language_of(request))

    async def verify(self, request: Request) -> api.Verdict:
        live, _ = await self._table(request)
        history.check_open(live)
        return history.verify(live, await history.load(live), language_of(request))

    async def import_record(self, request: Request) -> api.TablePage:
        asked = await body(request, api.ImportRecord)
        person = self.person(request)
        return _page(await self.house.import_record(asked.record, person), person)

    # --- programs -------------------------------------------------------------------------------

    async def open_account(self, request: Request) -> api.Account:
        asked = await body(request, api.OpenAccount)
        return programs.open_account(self.house, self.signer, asked.name)

    async def close_account(self, request: Request) -> api.Me:
        person = self._program(request)
        await programs.close_account(self.house, person)
        return api.Me(person.name)

    async def stream_tables(self, request: Request) -> Response:
        return _stream(programs.tables(self.house, self._program(request)))

    async def stream_game(self, request: Request) -> Response:
        person, asked = self._program(request), request.query_params
        live, _ = await self._table(request)
        seat = self._seat(live, person, asked.get("seat"))
        address = request.client.host if request.client else ""
        if not self.sockets.has_room(address):
            raise Refuse("too-fast", status=429)
        since = _number(asked.get("since", "0"))
        hello = protocol.Hello(seat, language_of(request), since)
        wanted = asked.get("knowledge") == "1"
        lines = programs.game(self.sockets, live.id, person, address, hello, wanted)
        return _stream(lines)

    async def program_move(self, request: Request) -> protocol.Done:
        person = self._program(request)
        live, _ = await self._table(request)
        asked = await body(request, api.ProgramMove)
        check_sizes(asked)
        given = None if asked.seat is None else str(asked.seat)
        return await programs.move(live, self._seat(live, person, given), asked)

    def _seat(self, live: Live, person: Person, given: str | None) -> int:
        """The seat that is meant, which must be the program's own."""
        held = info.you(live, person.id).seats
        seat = _number(given) if given is not None else held[0] if len(held) == 1 else None
        if seat not in held:
            raise Refuse("not-yours", status=403)
        return seat

    async def claim_host(self, request: Request) -> api.TablePage:
        live, person = await self._table(request)
        await repeated(lambda: seats.claim_host(live, person.id))
        return _page(live, person)


def _methods_at(path: str) -> list[str]:
    """What may be done at this address."""
    return [one.method for one in OPERATIONS if _PATTERNS[one.path].fullmatch(path)]


def _stream(lines: AsyncIterator[bytes]) -> Response:
    """Line by line. A proxy must not collect them."""
    return StreamingResponse(lines, media_type=STREAM, headers={"X-Accel-Buffering": "no"})


def _page(live: Live, person: Person) -> api.TablePage:
    return api.TablePage(info.table_info(live), info.you(live, person.id))


def _game_info(name: str, language: str) -> api.GameInfo:
    spec = ryumon.game(name).spec
    options = [
        api.OptionInfo(
            option.name,
            option.text[language],
            list(option.values),
            option.default_for(spec.default_players),
        )
        for option in spec.options
    ]
    return api.GameInfo(
        name, spec.title[language], list(spec.players), spec.default_players, options
    )


def _puzzle(request: Request) -> tuple[str, int]:
    number = request.path_params["number"]
    plain = number.isascii() and number.isdecimal() and len(number) < 6
    return request.path_params["game"], int(number) if plain else 0


def _number(text: str) -> int:
    try:
        return int(text)
    except ValueError:
        raise Refuse("no-seat", seat=text[:20]) from None


def _status(refused: Refused) -> int:
    return getattr(refused, "status", 400)
