"""Set positions: sound ones play on, and each way to break one is refused with a sentence.

Every refusal changes one thing of a sound position.
"""

from __future__ import annotations

import copy
import random
from collections.abc import Callable
from typing import Any

import pytest

import ryumon
from ryumon import State
from tests.rules.scene import dealt, late, pile, play
from tests.support import moments, refused_position, viewers

Position = dict[str, Any]
Change = Callable[[Position], Any]


# --- sound positions ------------------------------------------------------------------------


def tricks() -> State:
    """Seat 1 is to follow; seat 0 leads; seat 3 has shown to have no blue. Two rounds are over."""
    state = late(
        "R5 P2 B1 | B3", "R7 P3 B4 G1", "R8 P4 B5 G2", "R9 P5 G3-4",
        leader=0, void={3: "B"}, round=3, purple={1: "P6-12"}, tokens={0: 4, 1: 3},
    )  # fmt: skip
    return play(state, "B1")


def opening() -> State:
    """The first lead; seat 0 has divided, the R12 and the R11 lie in the Inverted Scale."""
    return play(dealt("R10 P1-10", "B1-11", "G1-11", scale="R11-12 G12 B12"), "P9 P10 done")


def dividing() -> State:
    return play(dealt("R12 P1-10"), "P3 P5")


def dealing() -> State:
    state = play(ryumon.game("slaughter").start(), "~first:2")
    state.play([f"~{card}" for card in pile("P1-12 R1-3")])
    return state


def drawing() -> State:
    return play(dealt(scale="P12 R9 B1 G7", round=2, first=1), "~R9")


def returning() -> State:
    return play(dealt("P1-11", scale="P12 R9 B1 G7", round=2), "~R9 ~P12 P5")


def giving() -> State:
    state = dealt("R1-11", "P12 B1-10", "G1-11", advanced=True, trump="P")
    return play(state, "G1 P1")


def repaying() -> State:
    return play(giving(), "R1 B1")


def sucked() -> State:
    """After Soul-Sucking: seat 2 got B1, seat 3 the P12, seat 0 its own R1 again."""
    return play(repaying(), "P12 R1")


def over() -> State:
    return play(late("R5", "R6", "R7", round=3, scale="P3"), "R5 R6 R7")


SOUND = [
    tricks, opening, dividing, dealing, drawing, returning, giving, repaying, sucked, over,
]  # fmt: skip


@pytest.mark.parametrize("scene", SOUND)
def test_a_sound_position_plays_on_like_the_original(scene):
    state = scene()
    again = state.game.position(state.position())
    assert again.position() == again.origin == state.position()
    assert again.moves == []
    rng = random.Random(7)
    for _ in range(80):
        assert (again.turn, again.legal()) == (state.turn, state.legal())
        assert again.scores == state.scores
        for viewer in viewers(state.game):
            assert again.view(viewer) == state.view(viewer)
            assert again.aids(viewer) == state.aids(viewer)
        if not state.legal():
            break
        move = rng.choice(state.legal())
        state.play(move)
        again.play(move)


def test_a_position_survives_a_copy_and_is_not_kept():
    facts = tricks().position()
    state = ryumon.game("slaughter").position(facts)
    facts["hands"][0].clear()
    assert state.view(0)["hand"] == ["P2", "R5"]


# --- broken positions -----------------------------------------------------------------------


def set_to(key: str, value: Any) -> Change:
    return lambda d: d.__setitem__(key, value)


def at(key: str, index: int, value: Any) -> Change:
    return lambda d: d[key].__setitem__(index, value)


def moved(card: str, source: Callable[[Position], list[str]], to: Callable[[Position], list[str]]):
    def change(d: Position) -> None:
        source(d).remove(card)
        to(d).append(card)

    return change


def swapped(one: str, other: str) -> Change:
    """Two cards change places, wherever they lie."""

    def swap(value: Any) -> Any:
        if isinstance(value, list):
            return [swap(x) for x in value]
        return {one: other, other: one}.get(value, value) if isinstance(value, str) else value

    def change(d: Position) -> None:
        for key in ("hands", "second", "scale", "played"):
            d[key] = swap(d[key])

    return change


def hand(seat: int) -> Callable[[Position], list[str]]:
    return lambda d: d["hands"][seat]


def scale(d: Position) -> list[str]:
    return d["scale"]


BROKEN: list[tuple[str, Callable[[], State], Change, str]] = [
    # conservation
    ("a card twice in a hand", tricks, lambda d: d["hands"][1].append("R7"), "lists a card twice"),
    ("a card in two hands", tricks, at("hands", 1, pile("R5 P3 B4 G1")), "R5 cannot be in two"),
    ("a card played and held", tricks, lambda d: d["played"].append("R7"), "R7 cannot be in two"),
    ("a card in both halves", tricks, at("second", 0, ["R5"]), "R5 cannot be in two"),
    ("a card missing", tricks, lambda d: d["scale"].pop(), "is missing"),
    ("a missing hand", tricks, at("hands", 1, []), "missing"),
    ("a colour not in play", over, lambda d: d["scale"].append("G5"), "not in the game of 3"),
    ("a given card also held", giving, lambda d: d["hands"][0].append("G1"), "cannot be in two"),
    # sizes
    ("a hand too large", tricks, moved("G1", hand(1), hand(2)), "Seat 1 should have 4 cards"),
    ("a scale too large", opening, moved("B1", hand(1), scale), "Seat 1 should have 11 cards"),
    ("cards left after the deal", opening, lambda d: (d["undealt"].append(d["scale"].pop()),),
     "the rest is the Inverted Scale"),
    ("dealt out of order", dealing, moved("P1", hand(0), hand(2)), "Seat 0 should have 11 cards"),
    ("a scale during the deal", dealing,
     lambda d: (d["undealt"].remove("G12"), d["scale"].append("G12")), "Seat 1 should have"),
    ("played during the deal", dealing,
     lambda d: (d["undealt"].remove("G12"), d["played"].append("G12")), "Seat 1 should have"),
    ("too few played", tricks, lambda d: (d["played"].remove("G5"), d["scale"].append("G5")),
     "should have been played"),
    ("too many tricks", tricks, set_to("tricks", 8), "should have"),
    ("tricks before the tricks", dividing, set_to("tricks", 1), "Seat 0 should have"),
    ("a hand for too few seats", tricks, lambda d: d["hands"].pop(), "needs an entry for each"),
    ("tokens for too many seats", tricks, lambda d: d["tokens"].append(0), "needs an entry"),
    # the turn
    ("the wrong seat's turn", tricks, set_to("turn", 2), "turn of 2"),
    ("chance's turn", tricks, set_to("turn", -1), "turn of -1"),
    ("nobody's turn", tricks, set_to("turn", -2), "turn of -2"),
    ("an unknown turn", tricks, set_to("turn", 4), "no seat 4"),
    ("a spectator's turn", tricks, set_to("turn", -3), "no seat -3"),
    ("another divider's turn", dividing, set_to("turn", 1), "turn of 1"),
    ("another giver's turn", giving, set_to("turn", 2), "turn of 2"),
    ("a seat's turn during the deal", dealing, set_to("turn", 0), "turn of 0"),
    # what is settled when
    ("no leader", dealing, set_to("leader", None), "leader"),
    ("no trump", dividing, set_to("trump", None), "trump"),
    ("a trump too early", dealing, set_to("trump", "R"), "trump"),
    ("a summoner in round 1", opening, set_to("summoner", 0), "Summoning"),
    ("no summoner in round 2", drawing, set_to("summoner", None), "Summoning"),
    ("another summoner than the leader", drawing, set_to("leader", 0), "summoner is the leader"),
    ("nobody has called", dividing, set_to("caller", None), "turn of 0"),
    ("no number called", dividing, set_to("called", None), "called a number"),
    ("called too early", drawing, lambda d: d.update(caller=0, called="R12"), "called a number"),
    ("the first lead again", dealing, lambda d: d.update(phase="first"), "leader"),
    ("Soul-Sucking in the plain trump", giving, set_to("trump", "R"), "SD-7"),
    ("Division in a round of Soul-Sucking", giving,
     lambda d: d.update(phase="division", turn=1), "SD-7"),
    # tricks
    ("a void player holds the suit", tricks, at("void", 1, ["B"]), "no B and cannot hold any"),
    ("a void player gets the suit", tricks, swapped("G3", "B9"), "no B and cannot hold any"),
    ("a revoke", tricks, lambda d: (d.update(turn=2), at("trick", 1, "R7")(d),
     d["hands"][1].remove("R7"), d["played"].append("R7")), "did not follow"),
    ("a void before the tricks", dividing, at("void", 1, ["B"]), "before the tricks"),
    ("a void in no colour", tricks, at("void", 1, ["Y"]), "not a colour"),
    ("a trick card that was not played", tricks, at("trick", 0, "R7"), "among the cards played"),
    ("a trick out of order", tricks, lambda d: (at("trick", 0, None)(d), at("trick", 2, "B1")(d)),
     "should have"),
    ("another colour led", tricks, set_to("led", "R"), "colour led"),
    ("a colour led before the lead", opening, set_to("led", "R"), "colour led"),
    ("purple led too early", opening,
     lambda d: (d["hands"][0].remove("P1"), d["played"].append("P1"), at("trick", 0, "P1")(d),
                d.update(led="P", turn=1)), "purple alone"),
    ("too many tokens", tricks, at("tokens", 2, 1), "as many tokens"),
    ("negative tokens", tricks, set_to("tokens", [9, -2, 0, 0]), "tokens"),
    ("purple without a trick", tricks, lambda d: (d["purple"][1].remove("P6"),
     d["purple"][2].append("P6")), "no trick"),
    ("purple taken twice", tricks, lambda d: d["purple"][0].append("P6"), "taken twice"),
    ("purple taken by nobody", tricks, lambda d: d["purple"][1].remove("P6"), "purple cards taken"),
    ("purple taken that is held", tricks, lambda d: d["purple"][1].append("P3"), "purple cards"),
    # the Division
    ("a higher trump than called is held", opening, swapped("R12", "B1"), "R12 is higher"),
    ("a higher trump was played", tricks, lambda d: d.update(called="R8"), "is higher"),
    ("called by another seat", opening, set_to("caller", 1), "second half"),
    ("the called trump with another", opening, swapped("R10", "B1"), "must have it"),
    ("the called card is no trump", opening, set_to("called", "B12"), "no trump"),
    ("a second half of another seat", opening, lambda d: (d["second"][1].append("B1"),
     d["hands"][1].remove("B1")), "cannot have a second half"),
    ("no second half at the start", opening, lambda d: (d["hands"][0].extend(d["second"][0]),
     d["second"][0].clear()), "must have a second half"),
    ("no first half at the start", opening, lambda d: (d["second"][0].extend(d["hands"][0]),
     d["hands"][0].clear()), "no first"),
    ("all named", dividing, lambda d: (d["second"][0].extend(d["hands"][0]),
     d["hands"][0].clear(), d.update(last="R12")), "no first"),
    ("another last card", dividing, set_to("last", "P3"), "last card named"),
    ("a last card without a choice", opening, set_to("last", "P3"), "last card named"),
    ("a second half after Soul-Sucking", sucked, lambda d: (d["second"][1].append("P1"),
     d["hands"][1].remove("P1")), "cannot have a second half"),
    # the Summoning
    ("nothing left to draw", drawing, set_to("left", 0), "should have"),
    ("too much left to draw", drawing, set_to("left", 3), "`left` is a number"),
    ("all drawn and still drawing", drawing,
     lambda d: (d["hands"][d["summoner"]].append(d["scale"].pop()), d.update(left=0)),
     "cannot be 0 cards left to draw"),
    ("something left in the tricks", tricks, set_to("left", 1), "left to draw"),
    ("returned but not in the scale", returning, set_to("returned", ["P4"]), "last card named"),
    ("returned cards not there", tricks, set_to("returned", ["R5", "R7"]), "in the Inverted Scale"),
    ("too few returned", tricks, set_to("returned", []), "should have returned 2"),
    ("returned in round 1", opening, set_to("returned", ["G12"]), "should have returned 0"),
    ("the greatest returned first", returning,
     lambda d: (d["scale"].remove("P5"), d["hands"][0].append("P5"), d["hands"][0].remove("R9"),
                d["scale"].append("R9"), d.update(returned=["R9"], last="R9")), "ascending"),
    ("nothing left to return", returning,
     lambda d: (d["hands"][0].remove("R9"), d["scale"].append("R9"),
                d.update(returned=["P5", "R9"], last="R9", left=0)), "cannot be 0 cards left"),
    # Soul-Sucking
    ("a gift in the plain game", opening, at("gave", 1, "G1"), "clockwise"),
    ("a gift out of order", giving, lambda d: d["gave"].reverse(), "Seat 0 should have"),
    ("two gave the same", repaying, at("gave", 3, "G1"), "another card"),
    ("the called card was given", repaying, at("gave", 3, "P12"), "another card"),
    ("two got the same", sucked, at("got", 2, "P12"), "another card"),
    ("got but not held", sucked, at("got", 2, "P1"), "must have it"),
    ("gave but kept", sucked, at("gave", 2, "G2"), "with the soul-sucker"),
    ("highest purple without a gift", sucked, at("got", 3, "P2"), "P12"),
    ("a giver who gave nothing", sucked, at("gave", 0, None), "clockwise"),
    ("nobody got anything", sucked, set_to("got", []), "must have it"),
    # indicators
    ("an indicator too many", tricks, lambda d: d["indicators"].update(G=2, B=2), "indicators"),
    ("an indicator too few", opening, lambda d: d["indicators"].update(G=1), "7 indicators left"),
    ("both of the trump left", opening, lambda d: d["indicators"].update(R=2, G=1), "is face up"),
    ("three of a colour", opening, lambda d: d["indicators"].update(R=3), "from 0 to 2"),
    ("of no colour", opening, lambda d: d["indicators"].update(Y=1), "not a colour"),
    # scores
    ("points with another sum", tricks, at("points", 0, [-23, 0, 0, 1]), "sum to -22"),
    ("points that cannot be made", tricks, at("points", 0, [55, -78, 0, 0]), "cannot be made"),
    ("huge points", tricks, at("points", 0, [10**6, -(10**6) - 23, 0, 0]), "cannot be made"),
    ("points of a seat missing", tricks, at("points", 0, [-23, 0, 0]), "each of 4 seats"),
    ("points of a round missing", tricks, lambda d: d["points"].pop(), "finished round"),
    ("a round too many", tricks, set_to("round", 6), "no round 6"),
    ("round 0", tricks, set_to("round", 0), "no round 0"),
    ("the game should be over", tricks,
     set_to("points", [[-77, 54, 0, 0], [-50, 27, 0, 0]]), "ends at -100"),
    ("the game was over before", over,
     set_to("points", [[-77, 54, 0], [-50, 27, 0], [54, -23, -54]]), "was at -100"),
    ("not over yet", over, lambda d: (d.update(round=3), d["points"].pop(),
     d["indicators"].update(B=2)), "ends at -100"),
    ("last points that do not follow", over, lambda d: d["points"][2].reverse(), "follow"),
    # words and types
    ("not a card", tricks, at("hands", 1, pile("R13 P3 B4 G1")), "is not a card"),
    ("a hidden card", tricks, at("hands", 1, ["?", "P3", "B4", "G1"]), "is not a card"),
    ("`done` as a card", tricks, at("hands", 1, ["done", "P3", "B4", "G1"]), "is not a card"),
    ("not a phase", tricks, set_to("phase", "lunch"), "is not a phase"),
    ("not a colour", tricks, set_to("trump", "Y"), "not a colour"),
    ("no seat", tricks, set_to("leader", 7), "no seat 7"),
    ("a text for a number", tricks, set_to("turn", "1"), "not a position of Slaughter"),
    ("a truth value for a number", tricks, set_to("tricks", True), "not a position of Slaughter"),
    ("a fraction", tricks, set_to("tricks", 7.5), "not a position of Slaughter"),
    ("nothing for a hand", tricks, at("hands", 1, None), "not a position of Slaughter"),
    ("a number for a card", tricks, at("hands", 1, [1, 2, 3, 4]), "not a position of Slaughter"),
    ("an unknown key", tricks, set_to("joker", 1), "joker"),
    ("a key missing", tricks, lambda d: d.pop("phase"), "phase"),
    # another game
    ("another game", tricks, set_to("game", "tatsu"), "another game"),
    ("other players", tricks, set_to("players", 5), "another game"),
    ("other options", tricks, set_to("advanced", True), "another game"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("scene", "change", "words"), [b[1:] for b in BROKEN], ids=[b[0] for b in BROKEN]
)
def test_a_position_that_cannot_be_is_refused(scene, change, words):
    state = scene()
    facts = copy.deepcopy(state.position())
    change(facts)
    assert facts != state.position()
    assert words in refused_position(state.game, facts)


@pytest.mark.parametrize("what", [None, 5, "tricks", [], {}, [1, 2]])
def test_what_is_no_position_at_all(what):
    with pytest.raises(ValueError, match=r"not a position of Slaughter.*\.$"):
        ryumon.game("slaughter").position(what)


# --- any one card out of place, anywhere ----------------------------------------------------


@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_card_twice_or_missing_is_refused_in_every_phase(players):
    game = ryumon.game("slaughter", players=players, advanced=True)
    rng = random.Random(players)
    phases = set()
    for state in moments(game, seed=players):
        facts = state.position()
        lots = [lot for key in ("hands", "second") for lot in facts[key]]
        lots += [facts[key] for key in ("scale", "undealt", "played")]
        full = [lot for lot in lots if lot]
        card = rng.choice(rng.choice(full))
        home = next(lot for lot in lots if card in lot)
        home.remove(card)
        refused_position(game, facts)
        home.append(card)
        other = rng.choice([lot for lot in lots if lot is not home])
        other.append(card)
        refused_position(game, facts)
        other.remove(card)
        assert game.position(facts).legal() == state.legal()
        phases.add(facts["phase"])
    assert phases >= {"first", "deal", "trump", "summoning", "returning", "division", "tricks"}


# --- what is accepted can be played ---------------------------------------------------------


def numbers(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The places of all values in a position that can be changed one by one."""
    if isinstance(value, dict | list):
        keys = value if isinstance(value, dict) else range(len(value))
        return [found for key in keys for found in numbers(value[key], (*path, key))]
    return [path]


def tampered(facts: Position, rng: random.Random) -> None:
    """One or two values become others of their sort; or two cards change places."""
    if rng.random() < 0.3:
        swapped(*rng.sample(pile("P1-12 R1-12 B1-12"), 2))(facts)
        return
    for _ in range(rng.choice([1, 1, 2])):
        *path, key = rng.choice(numbers({k: v for k, v in facts.items() if k != "game"}))
        home: Any = facts
        for step in path:
            home = home[step]
        old = home[key]
        if isinstance(old, bool):
            home[key] = not old
        elif isinstance(old, int):
            home[key] = rng.choice([old + 1, old - 1, 0, 3, None])
        elif old is None:
            home[key] = rng.choice([0, 1, "R", "P5", "R12"])
        elif old in ("P", "R", "B", "G"):
            home[key] = rng.choice(["P", "R", "B", "G", None])
        else:
            home[key] = rng.choice([*pile("P1-12 R1-12"), None, "division", "tricks", "giving"])


def play_out(state: State, rng: random.Random) -> None:
    for k in range(30):
        if k % 6 == 0:
            viewer = rng.choice(viewers(state.game))
            world = state.worlds(viewer, rng)
            assert world.view(viewer) == state.view(viewer)
            assert world.events(viewer) == state.events(viewer)
            assert state.game.position(state.position()).legal() == state.legal()
        if not state.legal():
            break
        state.play(rng.choice(state.legal()))


def tamper(seed: int, times: int) -> tuple[int, int]:
    """Change positions at random: how many were accepted and refused."""
    rng = random.Random(seed)
    accepted = refused = 0
    for players, advanced in ((3, True), (4, False), (4, True), (5, True)):
        game = ryumon.game("slaughter", players=players, advanced=advanced)
        for state in moments(game, seed=rng.randrange(1000), every=15):
            for _ in range(times):
                facts = copy.deepcopy(state.position())
                tampered(facts, rng)
                try:
                    set_up = game.position(facts)
                except ValueError:
                    refused += 1
                else:
                    accepted += 1
                    play_out(set_up, rng)
    return accepted, refused


@pytest.mark.slow
def test_what_is_accepted_can_be_played_and_imagined():
    """A position is refused with a sentence, or it plays on and `worlds` works in it."""
    accepted, refused = tamper(seed=1, times=2)
    assert accepted > 20
    assert refused > 100


@pytest.mark.slow
def test_many_tampered_positions():
    accepted, refused = tamper(seed=2, times=16)
    assert accepted > 500
    assert refused > 2000
