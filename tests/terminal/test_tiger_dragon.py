"""Tiger & Dragon in the terminal: what may be typed, what is drawn, and that it fits."""

from __future__ import annotations

import random

import pytest
from rich.cells import cell_len

import ryumon
from ryumon import OVER, PUBLIC, State
from ryumon.games.tiger_dragon import words
from ryumon.table.chance import SeedChance
from ryumon.table.seats import names
from ryumon.terminal.layout import look
from ryumon.terminal.screens import tiger_dragon as screen
from tests.rules.tiger_dragon.scene import late
from tests.support import thinned
from tests.terminal.desk import Desk, by_thumb

LANGUAGES = ["en", "ja"]
SETS = [
    {"players": 2, "field": "each-round"}, {"players": 3, "field": "cave"},
    {"players": 4, "field": "clifftop"}, {"players": 4, "teams": True}, {"players": 5},
]  # fmt: skip


def desk_of(state: State, seat: int = 0, **more) -> Desk:
    return Desk(game=state.game, position=state.position(), seat=seat, **more)


def under_attack(language: str = "en") -> Desk:
    """The person, seat 1, is asked for a defence against an 8."""
    state = late("844", "8T377", "7", turn=1, attack="8", attacker=0, down={0: "6"})
    return desk_of(state, seat=1, language=language)


# --- typing ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "move"),
    [("8", "8"), ("t", "T"), ("T", "T"), ("pass", "pass"), ("p", "pass"), ("８", "8"),
     ("パス", "pass"), ("虎", "T")],
)  # fmt: skip
def test_ways_to_type_a_move(typed, move):
    desk = under_attack()
    desk.type(typed)
    assert desk.state.moves[0] == move


@pytest.mark.parametrize(
    ("typed", "rule", "said"),
    [("7", "TD-3", "7 does not defend against 8."), ("6", "TD-3", "6 does not defend against 8."),
     ("8 t", "TD-3", "Choose one at a time"), ("foretell:8", "TD-3", "Clifftop"),
     ("none", "TD-3", "Clifftop")],
)  # fmt: skip
def test_what_may_not_be_played_is_refused_with_its_rule(typed, rule, said):
    desk = under_attack()
    desk.type()
    shown = desk.type(typed)
    assert said in shown
    assert f"({rule})" in shown
    assert desk.state.moves == []


@pytest.mark.parametrize(
    ("typed", "move"),
    [("8", "foretell:8"), ("none", "foretell:none"), ("foretell 8", "foretell:8"),
     ("foretell:none", "foretell:none"), ("なし", "foretell:none")],
)  # fmt: skip
def test_TD_12_a_tile_alone_foretells(typed, move):
    game = ryumon.game("tiger-dragon", players=3, field="clifftop")
    state = game.start()
    state.play("~first:0")
    state.deal(random.Random(4))
    assert "8" in state.view(0)["hand"]
    desk = Desk(game=game, moves=state.moves)
    desk.type(typed)
    assert desk.state.moves[len(state.moves)] == move


# --- what is drawn --------------------------------------------------------------------------


def test_the_table_shows_the_attack_and_what_may_be_played():
    shown = under_attack().type()
    assert "8*" in shown
    assert "Bot 0 attacks with 8." in shown
    assert "(3) (7) (7) 8 T" in shown
    assert "Last tile: 1=10 2=2 3=2 4=3 5=3 6=3 7=4 8=4 T=1 D=1." in shown
    assert "Defend with a matching tile, or pass. (TD-3)" in shown
    japanese = under_attack("ja").type()
    assert "道場" in japanese
    assert "合う牌で防御するか、パスする。 (TD-3)" in japanese


def test_TD_5_own_face_down_tiles_are_shown_to_their_owner_alone():
    state = late("844", "8T377", "7", turn=1, attack="8", attacker=0, down={1: "6"})
    assert "Face down  6" in desk_of(state, seat=1).type()
    state = late("844", "8T377", "7", turn=1, attack="8", attacker=0, down={0: "6"})
    assert "Face down" not in desk_of(state, seat=1).type()


def test_the_summary_shows_all_tiles_and_the_points():
    state = late("8844", "8", "775", turn=0, down={0: "53", 2: "6"}, left="1TD2")
    shown = desk_of(state, seat=0).type("8")
    assert "Round 1 is over" in shown
    assert "Bot 1 went out with 8 (Dojo): 4." in shown
    assert "Left over: 1 2 T D." in shown
    assert "4 4 8" in shown
    assert "3 5" in shown
    assert "All tiles are shown" not in shown  # the summary has said it


def test_aids_and_score():
    shown = under_attack().type("aids", "score")
    assert "Unseen tiles that defend against this attack:" in shown
    assert "Points as last tile" in shown
    assert "10 points win." in shown


@pytest.mark.parametrize("rule", [f"TD-{k}" for k in range(1, 13)])
def test_every_rule_can_be_looked_up(rule):
    for language in LANGUAGES:
        assert f" {rule} " in under_attack(language).type(f"? {rule}")
    assert list(words.RULES["en"]) == list(words.RULES["ja"])


def test_both_languages_have_the_same_texts():
    for texts in (screen.TEXTS, words.LOG, words.PROMPT, words.REFUSED, words.RULES):
        assert set(texts["en"]) == set(texts["ja"])
    for key, english in screen.TEXTS["en"].items():
        fields = [part.split("}")[0] for part in english.split("{")[1:]]
        assert all("{" + field + "}" in screen.TEXTS["ja"][key] for field in fields)


def test_tiles_in_sentences_are_tinted_and_seats_are_not():
    text = screen.tint("Seat 2 attacks with 5.")
    assert [text.plain[s.start : s.end] for s in text.spans] == ["5"]
    text = screen.tint("第2ラウンド。親は席1。あなたの手牌: 3 T D。")
    assert [text.plain[s.start : s.end] for s in text.spans] == ["3", "T", "D"]
    text = screen.tint("You defend with the Dragon Mystery.")
    assert [text.plain[s.start : s.end] for s in text.spans] == ["the Dragon Mystery"]


# --- the size -------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("options", SETS, ids=str)
def test_a_whole_game_fits_80_and_60_columns(options, language):
    """Random moves, everything that can be asked for, all screens within width and height."""
    rng = random.Random(7)
    asked = ["help", "?", "rules", "log all", "score", "aids", "why 1", "x", "undo"]
    game = ryumon.game("tiger-dragon", **options)
    for width in (60, 80):
        desk = Desk(game=game, language=language, width=width)

        def line(state: State) -> str:
            return rng.choice(asked if rng.random() < 0.1 else state.legal()).lower()

        for text in desk.finish(line).splitlines():
            echo = " > " in text  # the terminal itself wraps what a person types
            assert cell_len(text) <= width or echo, text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("options", thinned(SETS, SETS[4]), ids=str)
def test_the_table_fits_into_24_lines(options, language):
    state = ryumon.game("tiger-dragon", **options).start()
    rng, luck = random.Random(3), SeedChance(3)
    while True:
        state.deal(luck)
        if state.turn == OVER:
            break
        called = names(["thumb"] * state.game.players, state.turn, language)
        seen = look(state, state.turn, called, language, 80)
        lines = [*screen.table(seen), *screen.question(seen)]
        assert len(lines) + 1 <= 20
        assert all(line.cell_len <= 80 for line in lines)
        state.play(rng.choice(state.legal()))


def test_a_game_is_played_to_its_end_by_typing():
    desk = Desk(game=ryumon.game("tiger-dragon", players=3))
    shown = desk.finish(by_thumb())
    assert desk.state.turn == OVER
    assert "The game is over:" in shown


def test_the_screen_is_drawn_from_the_viewers_own_knowledge():
    """Worlds that a viewer cannot tell apart look the same."""
    rng = random.Random(5)
    state = ryumon.game("tiger-dragon", players=3, field="clifftop").start()
    while state.turn != OVER:
        state.play(rng.choices(state.legal(), state.weights() or None)[0])
        if rng.random() < 0.1:
            viewer = rng.choice([0, 1, 2, PUBLIC])
            called = names(["thumb"] * 3, viewer, "en")
            drawn = []
            for world in (state, state.worlds(viewer, rng)):
                seen = look(world, viewer, called, "en", 80)
                parts = screen.table(seen), screen.aids(seen), screen.sheet(seen)
                drawn.append([line.plain for part in parts for line in part])
            assert drawn[0] == drawn[1]
