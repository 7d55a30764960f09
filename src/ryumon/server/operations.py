"""Everything that can be asked over HTTP, as one table: the routes and docs/openapi.json are made
from it."""

from __future__ import annotations

from typing import Any, NamedTuple

from ryumon.server import api as p
from ryumon.server import protocol, solo
from ryumon.server.seasons import api as seasons

TABLE, SEASON = "/api/tables/{table}", "/api/seasons/{season}"
PUZZLE = "/api/puzzles/{game}/{number}"
RECORD = STREAM = "application/x-ndjson"
TEXT, NUMBER = {"type": "string"}, {"type": "integer"}


class Operation(NamedTuple):
    """`work` is the name of the method of `Http` that does it; `answer` the type of what it says,
    or a media type. `query` has the schemas of what may stand behind the question mark. `refuses`
    lists statuses beside those of every operation."""

    method: str
    path: str
    work: str
    answer: Any
    says: str
    body: Any = None
    query: dict[str, dict[str, Any]] | None = None
    refuses: tuple[int, ...] = ()


AUDIT = {"audit": {"type": "string", "enum": ["0", "1"]}}
SEAT = {"viewer": {**NUMBER, "description": "A seat, or -3 for what everyone sees."}}
MOVE = {"move": {**NUMBER, "description": "After so many moves; without it, after all."}}
MOVES = {"at": NUMBER, "move": {"type": "array", "items": TEXT}}
LINES = {
    "seat": {**NUMBER, "description": "Needed only by a program that holds several."},
    "since": {**NUMBER, "description": "The last number that the program was told."},
    "knowledge": {"type": "string", "enum": ["0", "1"]},
}
HERE, ENDED = (403, 404), (404, 409)
OPERATIONS = (
    Operation("GET", "/health", "health", p.Health, "Is the server well?"),
    Operation("GET", "/api/openapi.json", "openapi", dict, "This document."),
    Operation("GET", "/api/house", "what_there_is", p.House, "Games, options and bots."),
    Operation("GET", "/api/me", "me", p.Me, "The name of this browser's person."),
    Operation("PUT", "/api/me", "set_me", p.Me, "Be called otherwise.", p.SetMe),
    Operation("GET", "/api/tables", "open_tables", p.TableList, "Public tables with a free seat."),
    Operation("POST", "/api/tables", "create", p.TablePage, "Make a table.", p.CreateTable,
              refuses=(409,)),
    Operation("GET", "/api/mine", "my_tables", p.TableList, "This person's tables."),
    Operation("GET", TABLE, "page", p.TablePage, "A table, without its game.", refuses=(404,)),
    Operation("GET", f"{TABLE}/links", "links", p.Links, "The secret links that this person may"
              " hand on.", refuses=(404,)),
    Operation("POST", f"{TABLE}/enter", "enter", p.TablePage, "Open what a secret link opens.",
              p.Enter, refuses=HERE),
    Operation("POST", f"{TABLE}/sit", "sit", p.TablePage, "Take a seat, and add to the deal.",
              p.Sit, refuses=(*HERE, 409)),
    Operation("POST", f"{TABLE}/leave", "leave", p.TablePage, "Give up one's seats.", p.Leave,
              refuses=(*HERE, 409)),
    Operation("POST", f"{TABLE}/host", "host", p.TablePage, "What the host may do.", p.Host,
              refuses=(*HERE, 409)),
    Operation("POST", f"{TABLE}/claim-host", "claim_host", p.TablePage, "Become the host of a table"
              " whose host has been gone for long.", refuses=(*HERE, 409)),
    Operation("GET", f"{TABLE}/record", "record", RECORD, "The record of a table that has ended;"
              " with audit=1 also what was taken back.", query=AUDIT, refuses=ENDED),
    Operation("GET", f"{TABLE}/replay", "replay", p.Replay, "Every move of a table that has ended.",
              query=SEAT, refuses=ENDED),
    Operation("GET", f"{TABLE}/statistics", "statistics", p.Statistics, "Points and times of a"
              " table that has ended.", refuses=ENDED),
    Operation("GET", f"{TABLE}/position", "position", p.Position, "What lay on a table that has"
              " ended, after so many moves.", query=MOVE, refuses=ENDED),
    Operation("GET", f"{TABLE}/review", "review", p.Review, "Every decision of a table that has"
              " ended, judged with what its seat knew then; ask again until all are.",
              refuses=ENDED),
    Operation("GET", f"{TABLE}/verify", "verify", p.Verdict, "Were the cards dealt as promised?",
              refuses=ENDED),
    Operation("GET", "/api/learn/{game}", "guide", p.Guide, "The guided first game.",
              refuses=(404,)),
    Operation("GET", "/api/learn/{game}/why", "guide_why", protocol.Reason,
              "Why moves cannot be made in it.", query=MOVES, refuses=(404,)),
    Operation("GET", "/api/puzzles", "puzzle_list", solo.PuzzleList, "All puzzles."),
    Operation("GET", PUZZLE, "puzzle", solo.PuzzlePage, "A position in which one move is clearly"
              " best, as its seat sees it.", refuses=(404,)),
    Operation("POST", PUZZLE, "answer_puzzle", solo.PuzzleVerdict, "Answer it: right or not, and"
              " what each answer is worth.", solo.AnswerPuzzle, refuses=(404,)),
    Operation("GET", f"{PUZZLE}/why", "puzzle_why", protocol.Reason, "Why moves cannot be made in"
              " it.", query={"move": MOVES["move"]}, refuses=(404,)),
    Operation("GET", "/api/daily", "daily", solo.DailyPage, "The deal of today; how others did,"
              " once one's own game has ended."),
    Operation("POST", "/api/daily", "play_daily", p.TablePage, "Play it, or go on with it.",
              solo.PlayDaily),
    Operation("GET", "/api/daily/{day}", "daily_of", solo.DailyPage, "The deal of another day.",
              refuses=(404,)),
    Operation("POST", "/api/bot/account", "open_account", p.Account, "Make an account for a"
              " program.", p.OpenAccount),
    Operation("DELETE", "/api/bot/account", "close_account", p.Me, "Give up the account whose token"
              " this is.", refuses=(401,)),
    Operation("GET", "/api/bot/stream", "stream_tables", STREAM, "The program's tables, line by"
              " line.", refuses=(401,)),
    Operation("GET", "/api/bot/tables/{table}/stream", "stream_game", STREAM, "A game as a seat"
              " sees it, line by line.", query=LINES, refuses=(401, *HERE)),
    Operation("POST", "/api/bot/tables/{table}/move", "program_move", protocol.Done, "Make a move.",
              p.ProgramMove, refuses=(401, *HERE, 409)),
    Operation("GET", "/api/seasons", "seasons", seasons.SeasonList, "Contests, the newest first."),
    Operation("POST", "/api/seasons", "make_season", seasons.SeasonPage, "Make a season, where the"
              " server allows it.", seasons.CreateSeason, refuses=(409,)),
    Operation("GET", SEASON, "season", seasons.SeasonPage, "Standings and tables of a season.",
              refuses=(404,)),
    Operation("POST", f"{SEASON}/join", "join_season", seasons.SeasonPage, "Let the program whose"
              " token this is take part.", refuses=(401, 404, 409)),
    Operation("POST", f"{SEASON}/host", "host_season", seasons.SeasonPage, "Begin a season, or make"
              " no more tables.", seasons.HostSeason, refuses=(404, 409)),
    Operation("GET", f"{SEASON}/results", "season_results", dict, "All numbers of the complete"
              " deals, as the arena writes them.", refuses=(404, 409)),
    Operation("GET", f"{SEASON}/games", "season_games", "text/csv", "Every table of the complete"
              " deals, a line each.", refuses=(404,)),
    Operation("POST", "/api/import", "import_record", p.TablePage, "Make an ended table from a"
              " record.", p.ImportRecord),
)  # fmt: skip
