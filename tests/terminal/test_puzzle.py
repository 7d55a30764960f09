"""`ryumon puzzle`: a position is shown, an answer is judged, and wrong input costs nothing."""

from __future__ import annotations

import datetime
import io
from contextlib import suppress

import pytest

import ryumon
from ryumon.play.refusal import Refused
from ryumon.puzzles import puzzles
from ryumon.terminal.console import Paper, open_console
from ryumon.terminal.puzzle import Asked, ask_on, chosen, show_list, todays

GAMES = [name for name in ryumon.games() if puzzles(name)]


def typed(lines: list[str], language: str = "en") -> tuple[Paper, io.StringIO]:
    out, left = io.StringIO(), list(lines)

    def read(prompt: str) -> str:
        out.write(prompt)
        if not left:
            raise EOFError
        out.write(f"{left[0]}\n")
        return left.pop(0)

    return Paper(language, open_console(out, width=80, force_terminal=False), read, True), out


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("game", GAMES)
def test_every_answer_can_be_typed_and_is_judged(game: str, language: str) -> None:
    for number, puzzle in enumerate(puzzles(game), 1):
        paper, _ = typed([], language)
        asked = Asked(paper, game, number)
        for answer in puzzle.answers[:3]:
            right = asked.answered([move.lower() for move in answer.plays[0]])
            assert right is (answer is puzzle.answers[0])


def test_wrong_input_gets_a_sentence_and_the_question_stays() -> None:
    best = puzzles("schadenfreude")[0].answers[0].plays[0][0].lower()
    paper, out = typed(["", "nonsense", "w0", "undo", "hint", best, "q"])
    ask_on(paper, "schadenfreude", 1)
    shown = " ".join(out.getvalue().split())
    assert '"nonsense" is not a move' in shown
    assert "You do not hold W0. (SF-2)" in shown
    assert "There is no undo in a puzzle" in shown
    assert "There is no hint in a puzzle" in shown
    assert "Right: " in shown


def test_the_next_one_comes_by_enter() -> None:
    one, two = (puzzles("schadenfreude")[k].answers[0].plays[0][0].lower() for k in (0, 1))
    paper, out = typed([one, "", two])
    with suppress(EOFError):
        ask_on(paper, "schadenfreude", 1)
    assert out.getvalue().count("Right: ") == 2


def test_the_puzzle_of_a_day_changes_with_the_day() -> None:
    day = datetime.date(2026, 1, 1)
    days = [day + datetime.timedelta(k) for k in range(len(GAMES))]
    assert sorted(todays(None, one)[0] for one in days) == sorted(GAMES)
    assert todays(None, day) == todays(None, day)
    numbers = {todays("schadenfreude", day + datetime.timedelta(k))[1] for k in range(40)}
    assert numbers == set(range(1, len(puzzles("schadenfreude")) + 1))


def test_what_cannot_be_meant_is_refused() -> None:
    game = "schadenfreude"
    for asked in (
        (game, 0, False), (game, 10**6, False), (None, 1, False), (game, 1, True),
        ("nothing", None, False),
    ):  # fmt: skip
        with pytest.raises(Refused):
            chosen(*asked)
    assert chosen(game, None, False) == (game, 1)


def test_the_list_names_them_all() -> None:
    paper, out = typed([])
    show_list(paper, None)
    assert out.getvalue().count("players") == sum(len(puzzles(name)) for name in GAMES)
