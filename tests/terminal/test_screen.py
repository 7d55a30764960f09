"""What is drawn: within the width and height of a small terminal, complete without colour, in both
languages, and out of nothing but the viewer's own knowledge."""

import itertools
import random
import re
import string

import pytest
from rich.cells import cell_len
from rich.text import Text

import ryumon
from ryumon import OVER, PUBLIC
from ryumon.games.slaughter import words as game_words
from ryumon.table.chance import SeedChance
from ryumon.table.seats import names
from ryumon.terminal import words
from ryumon.terminal.layout import flow, grid, heading, look, wrapped
from ryumon.terminal.screens import slaughter as screen
from tests.support import thinned
from tests.terminal.desk import Desk, by_thumb, rule_is, until, whole_decision

LANGUAGES = ["en", "ja"]


def positions(players, seed, advanced=True):
    """States of a random game, one after every move of a seat."""
    rng = random.Random(seed)
    state = ryumon.game("slaughter", players=players, advanced=advanced).start()
    luck = SeedChance(seed)
    while True:
        state.deal(luck)
        yield state
        if state.turn == OVER:
            return
        state.play(rng.choice(state.legal()))


def drawn(state, viewer, language, width=80):
    """Everything that a screen says of a state, as text."""
    sitting = ["" if seat == viewer else "thumb" for seat in range(state.game.players)]
    seen = look(state, viewer, names(sitting, viewer, language), language, width)
    return [line.plain for part in parts(seen) for line in part]


def parts(seen):
    """The table, the question, and what can be asked for."""
    return [screen.table(seen), screen.question(seen), screen.sheet(seen), screen.aids(seen)]


# --- the size -------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [3, 4, 5])
def test_no_line_is_wider_than_the_terminal(players, language):
    """Whole random games, with everything that can be asked for, at 80 columns and at 60."""
    rng = random.Random(players)
    asked = ["help", "?", "rules", "log all", "score", "aids", "why p1", "x", "s", "undo", "save"]

    for width in (60, 80):
        desk = Desk(players=players, advanced=True, language=language, seed=players, width=width)

        def line(state):
            if rng.random() < 0.1:
                return rng.choice(asked)
            return whole_decision(state, lambda ahead: rng.choice(ahead.legal()))

        shown = desk.finish(line)
        for text in shown.splitlines():
            echo = " > " in text  # the terminal itself wraps what a person types
            assert cell_len(text) <= width or echo, text


@pytest.mark.parametrize("language", thinned(LANGUAGES, "ja"))
@pytest.mark.parametrize("players", thinned([3, 4, 5], 5))
@pytest.mark.parametrize("seed", thinned(range(2), 0))
def test_the_table_fits_into_24_lines(players, language, seed):
    """At 80 columns the table, the question and the prompt leave room for some of the news."""
    for state in positions(players, seed):
        if state.turn == OVER:
            continue
        sitting = ["thumb"] * players
        seen = look(state, state.turn, names(sitting, state.turn, language), language, 80)
        shown = parts(seen)
        table, question = shown[:2]
        assert len(table) + len(question) + 1 <= 20
        for line in itertools.chain(*shown):  # as drawn, before any wrapping
            assert line.cell_len <= 80, line.plain


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_round_summary_with_table_width(language):
    """Every summary of a game keeps to the width, also when one seat has taken all purple."""
    desk = Desk(players=5, language=language)
    desk.type()
    purple = [f"P{k}" for k in range(1, 13)]
    events = [
        {"kind": "deal", "round": 1, "leader": 0},
        {"kind": "trick", "seat": 4, "token": "head", "cards": purple[:9]},
        {"kind": "scale", "seat": 4, "cards": [*purple[9:]]},
        {"kind": "score", "round": 1, "points": [-20] * 4 + [60], "scores": [-20] * 4 + [60],
         "moon": 4},
    ]  # fmt: skip
    lines = [line.plain for line in screen.summary(events, desk.look())]
    assert all(cell_len(line) <= 80 for line in lines)
    text = "\n".join(lines)
    assert "1 (+5)" in text
    assert "(-78) 1-12" in text
    assert "+60" in text
    assert ("Bot 4 shot the moon!" if language == "en" else "ムーン") in text


def test_long_names_give_way():
    """Records come with names of up to 80 characters; the columns stay."""
    lines = grid([["N" * 80, "1"], ["龍" * 40, "2"]], "lr", 40)
    assert [line.cell_len for line in lines] == [40, 40]
    assert lines[0].plain.endswith("… 1") or lines[0].plain.endswith("…  1")


def test_text_is_wrapped_by_cells():
    english = wrapped(Text("one two three four"), 9)
    assert [line.plain for line in english] == ["one two", "three", "four"]
    japanese = wrapped(Text("逆鱗に二枚を戻す。"), 16)
    assert [line.plain for line in japanese] == ["逆鱗に二枚を戻", "す。"]
    assert all(line.cell_len <= 16 for line in wrapped(Text("a" * 50), 16))
    path = wrapped(Text("Saved: " + "a" * 50 + " as told"), 16, whole_words=True)
    assert [line.plain for line in path] == ["Saved:", "a" * 50, "as told"]
    assert [line.plain for line in flow(["A b.", "C d.", "E f."], 9)] == ["A b. C d.", "E f."]
    assert heading("龍門", 30).cell_len == 30


# --- what is there without colour -----------------------------------------------------------


def test_SD_9_cards_that_may_not_be_played_stand_in_brackets():
    desk = Desk(seed=6)
    until(desk, lambda s: rule_is("SD-9")(s) and len(s.legal()) < len(s.view(0)["hand"]))
    shown = desk.type()
    hand = next(line for line in shown.splitlines() if "Your hand" in line)
    legal = desk.state.legal()
    for card in desk.state.view(0)["hand"]:
        assert (f"({card})" in hand) == (card not in legal)
        assert re.search(rf"(^| |\(){card}( |\)|$)", hand)


def test_the_table_shows_all_that_lies_open():
    """Trick and its winner, tokens, purple cards, both halves, trump, call, scores, whose turn."""
    state = None
    for state in positions(4, seed=2, advanced=False):
        view = state.view(PUBLIC)
        some = any(seat["purple"] for seat in view["seats"])
        winner = state.aids(PUBLIC)["winning"]
        if view["round"] == 2 and some and winner not in (None, view["leader"]):
            break
    assert state is not None
    view = state.view(state.turn)
    text = "\n".join(drawn(state, state.turn, "en"))
    assert f"trump {game_words.COLOUR_WORDS['en'][view['trump']]} ({view['trump']})" in text
    assert f"Called {view['trump']}{view['called']['number']}: " in text
    assert "Round 2 of 4 · trick " in text
    winner = state.aids(state.turn)["winning"]
    for seat, facts in enumerate(view["seats"]):
        row = text.split("\n")[2 + seat]
        assert row.startswith("> ") == (seat == state.turn)
        assert (facts["card"] or " -") in row
        assert (" * " in row) == (seat == winner)
        hand = f"{facts['hand']}+{facts['second']}" if facts["second"] else str(facts["hand"])
        assert f"{facts['tokens']}  {hand}" in row
        assert row.endswith(f"{facts['points'][0]:+d}".rjust(4) + f"{facts['score']}".rjust(7))
        numbers = screen._numbers(facts["purple"]).plain
        assert numbers in row


@pytest.mark.parametrize(
    ("cards", "shown"),
    [
        ([], ""), (["P3"], "3"), (["P1", "P2"], "1 2"), (["P1", "P2", "P3", "P9"], "1-3 9"),
        ([f"P{k}" for k in range(1, 13)], "1-12"),
    ],
)  # fmt: skip
def test_purple_cards_by_number(cards, shown):
    assert screen._numbers(cards).plain == shown


@pytest.mark.parametrize("position", thinned([False, True], True))
def test_SD_13_summaries_add_up(position):
    """Tokens and purple cards in every summary of a game give the points beside them, also when
    the game starts from a position in the middle of a round."""
    desk = Desk(players=4, seed=3)
    if position:
        until(desk, lambda s: sum(len(seat["purple"]) for seat in s.view(0)["seats"]) > 3)
        desk = Desk(players=4, seed=3, position=desk.state.position())
    shown = desk.finish(by_thumb())
    rows = re.findall(
        r"(\d+) \((?:\+(\d+)|0)\)  (?:\((-\d+)\) [\d -]+?|-) +([+-]?\d+) +-?\d+\n", shown
    )
    assert len(rows) == 4 * len(desk.state.view(0)["seats"][0]["points"])
    for tokens, plus, minus, points in rows:
        assert int(plus or 0) == 5 * int(tokens)
        assert int(points) == int(plus or 0) + int(minus or 0)


# --- secrecy --------------------------------------------------------------------------------


@pytest.mark.parametrize("players", thinned([3, 4, 5], 3))
def test_a_screen_tells_nothing_that_the_seat_does_not_know(players):
    """Worlds that a seat cannot tell apart are drawn alike."""
    rng = random.Random(players)
    for k, state in enumerate(positions(players, seed=players)):
        if k % 9 == 0:
            for viewer in (PUBLIC, *range(players)):
                world = state.worlds(viewer, rng)
                assert drawn(world, viewer, "en") == drawn(state, viewer, "en")


# --- both languages -------------------------------------------------------------------------


def _fields(text):
    return {field for _, field, _, _ in string.Formatter().parse(text) if field}


@pytest.mark.parametrize("table", [words.SAY, words.WRONG, screen.TEXTS, game_words.RULES])
def test_every_text_is_there_in_both_languages(table):
    assert list(table["en"]) == list(table["ja"])
    for key, text in table["en"].items():
        assert table["ja"][key], key
        assert _fields(table["ja"][key]) <= _fields(text), key


def test_help_has_every_command_in_both_languages():
    commands = set(words.COMMANDS) - {"help"}
    assert set(words.HELP["en"]) == set(words.HELP["ja"]) == commands
    assert set(words.SPELLINGS.values()) <= set(words.COMMANDS)


def test_every_rule_has_a_text_and_every_decision_its_rules():
    rules = game_words.RULES["en"]
    assert list(rules) == [f"SD-{k}" for k in range(1, 15)]
    assert set(screen._RELATED) == set(game_words.PROMPT["en"])
    assert all(rule in rules for related in screen._RELATED.values() for rule in related)


@pytest.mark.slow
def test_japanese_screens_have_no_english_words():
    """But for commands, cards, the levels of bots and the ids of rules."""
    allowed = r"thumb|SD-\d+|Enter|done|help|[PRBGprbg]\d*|\b[bq]\b"
    for state in positions(4, seed=1):
        for line in drawn(state, 0, "ja"):
            rest = re.sub(allowed, "", line)
            assert not re.search("[A-Za-z]", rest), line


def test_a_divided_hand_is_told_only_of_its_first_half():
    """SD-6: what a hand did not follow says nothing about its second half."""
    told = set()
    for state in positions(4, 1, advanced=False):
        seats = state.view(0)["seats"]
        for p, colours in enumerate(state.aids(0)["void"]):
            if p == 0 or not colours:
                continue
            shown = " ".join(" ".join(drawn(state, 0, "en")).split())
            divided = bool(seats[p]["second"])
            told.add(divided)
            assert (f"Bot {p}: no " in shown) == divided
            assert (f"Bot {p}: surely no " in shown) != divided
    assert told == {False, True}


def test_SD_9_who_cannot_follow_is_told_so():
    seen = set()
    for state in positions(4, 1):
        if (state.choice() or {}).get("rule") != "SD-9":
            continue
        view = state.view(state.turn)
        led = view["seats"][view["leader"]]["card"][0]
        void = all(card[0] != led for card in view["hand"])
        seen.add(void)
        assert any("You have no " in line for line in drawn(state, state.turn, "en")) == void
    assert seen == {False, True}
