"""`ryumon learn`: the lessons can be played to their end in the terminal, and insist gently."""

import io
from contextlib import suppress

import pytest

from ryumon import lessons
from ryumon.play.refusal import Refused
from ryumon.play.registry import NAMES
from ryumon.terminal.commands import Leave
from ryumon.terminal.console import Paper, open_console
from ryumon.terminal.lesson import Guided, lesson_of


def learnt(game, lines, language="en"):
    """Type these lines into a lesson, and then nothing but Enter if they end with None."""
    out = io.StringIO()
    left = list(lines)

    def typed(prompt):
        out.write(prompt)
        if not left:
            raise EOFError
        line = left[0] if left[0] is None else left.pop(0)
        out.write(f"{line or ''}\n")
        return line or ""

    console = open_console(out, width=80, force_terminal=False)
    guided = Guided(Paper(language, console, typed, interactive=True), lesson_of(game))
    with suppress(EOFError):
        guided.play()
    return guided, " ".join(out.getvalue().split())


@pytest.mark.parametrize("game", NAMES)
def test_enter_plays_the_whole_lesson_with_all_its_notes(game):
    guided, shown = learnt(game, [None])
    assert guided.state.moves == guided.taught.moves
    for note in guided.taught.notes:
        assert " ".join(note.en.split()) in shown
    assert "Now play it yourself:" in shown


def test_it_is_japanese_too():
    guided, shown = learnt("tatsu", [None], "ja")
    assert guided.taught.notes[0].ja[:8] in shown
    assert "手引きはここまで" in shown


def test_the_recorded_move_can_be_typed_and_others_cannot():
    taught = lessons.lesson("slaughter")
    assert taught is not None
    due = " ".join(taught.decision(46)).removesuffix(" done").lower()
    guided, shown = learnt("slaughter", ["zz", "b3", "undo"])
    assert guided.state.length == 46
    assert '"zz" is not a move' in shown
    assert f"This lesson continues with {due}" in shown
    assert "A lesson goes forward only." in shown
    guided, _ = learnt("slaughter", [due])
    assert guided.state.length > 46


def test_quit_leaves_and_an_unknown_game_is_refused():
    with pytest.raises(Leave):
        learnt("bushido", ["quit"])
    with pytest.raises(Refused, match="no guided game"):
        lesson_of("nim")
