"""Several persons at one terminal: nobody sees what is another's, nor can tell who is asked."""

from __future__ import annotations

import functools
import io
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import ryumon
from ryumon import OVER, PUBLIC, Game, State, bots
from ryumon.bots import advice
from ryumon.games.bushido import sight
from ryumon.play.record import Record
from ryumon.play.seat import Seat
from ryumon.table import seats
from ryumon.table.chance import SeedChance
from ryumon.terminal import setup
from ryumon.terminal.commands import Leave
from ryumon.terminal.console import Paper, open_console
from ryumon.terminal.hotseat import Shared
from ryumon.terminal.saves import Shelf
from tests import support
from tests.terminal.party import NAMES, Actor, Party, indistinguishable

pytestmark = pytest.mark.slow  # not for the inner loop

# Two worlds that look alike to all but Ben (seat 1): he has Metsubushi and declines it twice, or
# has the Blowgun and is not asked. His Smoke Bomb is gone when he is killed in the second round.
OPENING = "special:diagonal special:{} special:repair special:showdown gate:east gate:west"
FIRST = "hide kunai:s4 s4:katana s1:alarm {} smoke none none"
SECOND = "hide kunai:s4 s4:katana s1:alarm {}"
THEN = "none none move:dining s1:alarm s2:alarm none none"


def scene(special: str, declines: str, *, then: str = THEN) -> list[str]:
    parts = OPENING.format(special), FIRST.format(declines), SECOND.format(declines), then
    return " ".join(parts).split()


ASKED, UNASKED = scene("metsubushi", "no"), scene("blowgun", "")
BUSHIDO = ryumon.game("bushido", players=4, turns=6)
EVERYONE = (0, 1, 2, 3)


def test_the_scenes_look_alike_from_outside() -> None:
    asked, unasked = (BUSHIDO.replay(moves) for moves in (ASKED, UNASKED))
    assert asked.events(PUBLIC) == unasked.events(PUBLIC)
    for viewer in (0, 2, 3):
        assert asked.events(viewer) == unasked.events(viewer)
    assert asked.events(1) != unasked.events(1)


# --- hand-overs -----------------------------------------------------------------------------


@pytest.mark.parametrize("people", [(0, 1), (1, 2), (1, 3), (0, 1, 3), EVERYONE])
def test_BB_30_hand_overs_do_not_tell_who_was_asked(people: tuple[int, ...]) -> None:
    """Whoever is asked and declines is called as often, and at the same moments, as one who is not
    asked; all that is shown to everyone in between is the same."""
    asked, unasked = (Party(BUSHIDO, moves, people).play() for moves in (ASKED, UNASKED))
    assert asked.hand_overs() == unasked.hand_overs()
    assert any("Ben" in shown and "even if they are not" in shown for shown in asked.hand_overs())
    for seat in people:
        if seat != 1:
            assert asked.pages_of(seat) == unasked.pages_of(seat)


@pytest.mark.parametrize("people", [(1, 2), EVERYONE])
def test_hand_overs_only_to_those_who_are_asked_are_caught(
    people: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The promise of the test above, broken: without calls Ben comes in one world only."""
    monkeypatch.delattr(sight, "may_be_asked")
    asked, unasked = (Party(BUSHIDO, moves, people).play() for moves in (ASKED, UNASKED))
    assert asked.hand_overs() != unasked.hand_overs()


def test_one_who_is_not_asked_presses_the_same_keys() -> None:
    """From the hiding screen on: Enter, Enter after the news, a word."""
    prompts = []
    for moves in (ASKED, UNASKED):
        party = Party(BUSHIDO, moves, (1, 2)).play()
        prompts.append(party.prompts)
    assert prompts[0] != prompts[1]  # in the first round there are two questions
    for second in prompts:
        called = [k for k, prompt in enumerate(second) if prompt == "Enter: I am Ben > "]
        assert second[called[-1] :][:3] == ["Enter: I am Ben > ", "Enter: continue > ", "Ben > "]


def eager(state: State, rng: random.Random) -> str:
    """A move that makes reactions likely: attacks on the one side, weapons on the other."""
    attacks = ("kunai", "shuriken", "katana", "yumi", "search", "alarm", "none")
    likely = [move for move in state.legal() if any(word in move for word in attacks)]
    return rng.choice(likely if likely and rng.random() < 0.8 else state.legal())


def asked_in(state: State, move: str, answer: Callable[[], str]) -> list[int]:
    """Make the move, and answers as long as the round is judged; returns who was asked, in order.
    All of them must have been called, on no more than what everyone sees."""
    view, number = state.typed_view(PUBLIC), len(state.events(PUBLIC))
    state.play(move)
    news = state.events(PUBLIC, number)
    called = iter(sight.may_be_asked(view, news[0]) if news else [])
    asked: list[int] = []
    while state.turn != OVER and state.view(PUBLIC)["phase"] == "judging":
        here = bool(asked) and asked[-1] == state.turn
        assert here or state.turn in called, (state.moves, asked)
        asked.append(state.turn)
        state.play(answer())
    return asked


def test_BB_30_everyone_who_is_asked_was_called() -> None:
    orders = set()
    for seed in range(120):
        rng = random.Random(seed)
        state = ryumon.game("bushido", players=rng.choice([2, 3, 4, 4, 4]), turns=8).start()
        while state.turn != OVER:
            answer = functools.partial(lambda s, r: r.choice(s.legal()), state, rng)
            orders.add(tuple(asked_in(state, eager(state, rng), answer)))
    assert orders >= {(0,), (1,), (0, 1), (0, 0), (1, 1)}


# An answer of the second ninja leads to a question to the first: both use a Kunai against one
# Katana, and only one has Metsubushi; Shurikens undone by smoke leave one alive who searches.
KUNAI = (
    "special:diagonal special:metsubushi special:repair special:showdown gate:west gate:west "
    "kunai:s4 kunai:s4 s4:katana s1:alarm no no no"
)
SHURIKENS = (
    "special:diagonal special:shurikens special:repair special:showdown gate:east gate:west "
    "move:daimyo sabotage s1:alarm s2:alarm none none "
    "hide hide s6:search s1:alarm none none "
    "hide shurikens:s3,s6 s3:yumi s6:search smoke no"
)


@pytest.mark.parametrize(("moves", "order"), [(KUNAI, [1, 0, 1]), (SHURIKENS, [1, 0])])
def test_BB_30_a_question_after_the_answer_of_another(moves: str, order: list[int]) -> None:
    written = moves.split()
    state, asked = BUSHIDO.start(), []
    while len(state.moves) < len(written):
        ahead = iter(written[len(state.moves) :])
        asked += asked_in(state, next(ahead), functools.partial(next, ahead))
    assert asked == order
    party = Party(BUSHIDO, written, (0, 1)).play()
    called = [shown for shown in party.hand_overs() if "even if they are not" in shown]
    assert ["Aki" in shown for shown in called[-4:]] == [True, False, True, False]
    assert party.state.moves == written


def test_BB_30_nobody_is_called_where_no_card_can_lead_to_a_question() -> None:
    """A card that only moves, and a first notice, call nobody (BB-22)."""
    moves = ["special:metsubushi", "special:showdown", "gate:west"]
    game = ryumon.game("bushido", players=2)
    for card in ("s4:move:dojo", "s1:search", "s5:exits"):
        party = Party(game, [*moves, "hide", card, "none", "hide"], (0, 1)).play()
        assert not any("even if they are not" in shown for shown in party.hand_overs())


# --- what one sees --------------------------------------------------------------------------

GAMES = [
    pytest.param("bushido", {"players": 4, "turns": 5}, marks=pytest.mark.slow),
    ("bushido", {"players": 3, "turns": 5}), ("schadenfreude", {"players": 3}),
    ("slaughter", {"players": 3, "advanced": True}),
    ("tiger-dragon", {"players": 3, "field": "clifftop"}),
]  # fmt: skip


def openly(game: Game, seed: int, most: int) -> list[str]:
    """The beginning of a game, up to where everyone knows whose turn it is."""
    state = game.start()
    rng = random.Random(seed)
    thumb = bots.make("thumb", seed)
    whole = None
    while state.turn != OVER and len(state.moves) < 10 * most:
        known = state.turn >= 0 and state.view(PUBLIC)["turn"] is not None
        if known and not (state.choice() or {}).get("chosen"):
            whole = state.moves
            most -= 1
            if most == 0:
                break
        support.step(state, rng, thumb if rng.random() < 0.5 else None)
    assert whole is not None
    return whole


@pytest.mark.parametrize(("name", "options"), GAMES)
def test_nobody_is_shown_what_is_not_theirs(name: str, options: dict[str, Any]) -> None:
    """In a world that a person cannot tell from the true one, every byte that the person is shown
    is the same, and so is all that everyone is shown."""
    game = ryumon.game(name, **options)
    differ = 0
    for seed in range(3):
        moves = openly(game, seed, 25)
        true = Party(game, moves, range(game.players)).play()
        for viewer in range(game.players):
            world = indistinguishable(game.replay(moves), viewer, seed).moves
            other = Party(game, world, range(game.players)).play()
            assert other.hand_overs() == true.hand_overs()
            assert other.pages_of(viewer) == true.pages_of(viewer)
            assert true.pages_of(viewer)
            differ += other.pages != true.pages
    assert differ


def whose(game: Game, moves: list[str]) -> int:
    return game.replay(moves).turn


@pytest.mark.parametrize("broken", ["wipe", "table", "news"])
def test_screens_that_show_another_persons_things_are_caught(
    broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The promise of the test above, broken three ways: nothing is wiped; everyone is shown the
    table of the first person, or that person's news."""
    if broken == "wipe":
        monkeypatch.setattr(Paper, "wipe", lambda self: None)
    elif broken == "table":

        def of_the_first(self: Shared) -> None:
            self.paper.show(self.screen.table(self.tellers[0].look(self.state)))

        monkeypatch.setattr(Shared, "show_table", of_the_first)
    else:
        monkeypatch.setattr(
            "ryumon.terminal.table.Teller.events", lambda self, state: state.events(0)
        )
        monkeypatch.setattr(
            "ryumon.terminal.table.Teller.sentences", lambda self, state: state.log(0)
        )
    game = ryumon.game("slaughter", players=3)
    moves = next(m for m in (openly(game, 1, k) for k in range(8, 20)) if whose(game, m) == 1)
    world = indistinguishable(game.replay(moves), 1, 1).moves
    true, other = (Party(game, m, range(3)).play() for m in (moves, world))
    shown = [[page.text for page in party.pages if page.owner in (1, PUBLIC)]
             for party in (true, other)]  # fmt: skip
    assert shown[0] != shown[1]


def test_a_hiding_screen_says_whom_to_pass_the_keyboard_to() -> None:
    party = Party(BUSHIDO, ASKED, (0, 2)).play()
    first, second = party.hand_overs()[:2]
    assert "Pass the keyboard to Aki." in first
    assert "Everyone else, please look away." in first
    assert "Pass the keyboard to Chie." in second
    for shown in party.hand_overs():
        assert "[" not in shown.replace("\x1b[", "")  # no map


def test_everyone_is_told_what_was_missed() -> None:
    party = Party(BUSHIDO, ASKED, (0, 2)).play()
    told = "".join(party.pages_of(2))
    for sentence in BUSHIDO.replay(ASKED).log(2, names=["Aki", "Bot 1", "You", "Bot 3"]):
        if "begins" not in sentence:
            assert "".join(sentence.split()) in "".join(told.split())


@pytest.mark.parametrize("language", support.LANGUAGES)
def test_the_end_is_told_to_all(language: str) -> None:
    """Beside the alternate screen, so that it stays; and only what everyone may know."""
    game = ryumon.game("bushido", players=2, turns=2)
    moves = support.finished(game, 2).moves
    party = Party(game, moves, (0, 1), language=language).play()
    assert party.state.turn == OVER
    end = party.pages[-1].text
    after = end[end.index("\x1b[?1049l") :]
    assert {"en": "The game is over", "ja": "ゲーム終了"}[language] in after
    assert "Aki" in after
    assert seats.YOU[language] not in after


# --- one who is called ----------------------------------------------------------------------

IDLE = (
    "help", "log", "log all", "why hide", "why", "hint", "undo", "aids", "score", "table", "?",
    "rules",
)  # fmt: skip


def test_one_who_is_not_asked_learns_nothing_by_commands() -> None:
    """Aki looks at everything while it is open whether Ben is asked; the outcome is not told."""
    shown = []
    for moves in (ASKED, UNASKED):
        party = Party(BUSHIDO, moves, (0, 1, 2))
        line, calls = party._line, 0

        def typed(prompt: str, party: Party = party, line: Any = line) -> str:
            nonlocal calls
            if party.table.idle and prompt.startswith("Aki"):
                calls += 1
                return IDLE[calls - 1] if calls <= len(IDLE) else "no"
            return line(prompt)

        party._line = typed
        party.play()
        shown.append(party.pages_of(0))
        looked = "".join(page for page in party.pages_of(0) if "undo" in page)
        assert looked.count("Nothing is asked of you now.\n") == 3  # why, why, hint
        assert "to win" not in looked
        assert "what a strong player would do" not in looked
        assert "nothing to undo" in looked
        assert "is killed" not in looked
    assert shown[0] == shown[1]


# --- a hint ---------------------------------------------------------------------------------


def advised(party: Party) -> Party:
    """Everyone asks for a hint before every decision."""
    line = party._line
    asked: set[int] = set()

    def typed(prompt: str) -> str:
        length = len(party.state.moves)
        if not prompt.startswith("Enter") and not party.table.idle and length not in asked:
            asked.add(length)
            return "hint"
        return line(prompt)

    party._line = typed
    return party


@pytest.mark.parametrize(
    ("name", "options"), [("bushido", {"players": 3}), ("schadenfreude", {"players": 3})]
)
def test_a_hint_is_from_ones_own_knowledge_and_for_oneself(
    name: str, options: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a world that a person cannot tell from the true one the hints are the same, byte by byte,
    and none is on a screen that another looks at."""
    analyse = functools.partial(advice.analyse, simulations=3)

    def counted(state: State, seat: int, seconds: float, *, seed: int) -> advice.Analysis:
        return analyse(state, seat, None, seed=seed)

    monkeypatch.setattr(advice, "analyse", counted)
    game = ryumon.game(name, **options)
    moves = openly(game, 1, 8)
    true = advised(Party(game, moves, range(game.players))).play()
    assert not any("to win" in page for page in (*true.hand_overs(), *true.pages_of(PUBLIC)))
    for viewer in range(game.players):
        world = indistinguishable(game.replay(moves), viewer, 1).moves
        other = advised(Party(game, world, range(game.players))).play()
        assert other.hand_overs() == true.hand_overs()
        assert other.pages_of(viewer) == true.pages_of(viewer)
    assert any("% to win" in page for p in range(game.players) for page in true.pages_of(p))


# --- programs -------------------------------------------------------------------------------


class Failing(Actor):
    """A program that plays on up to a move, and fails there."""

    name = "Cub"

    def __init__(self, party: Party, at: int) -> None:
        super().__init__(party)
        self.at = at

    def choose(self, seat: Seat) -> int:
        if len(self.party.state.moves) == self.at:
            raise bots.BrokenBot("illegal", rule="BB-30", bot=self.name, detail=": 'smoke'")
        return super().choose(seat)


def with_program(moves: list[str], at: int, monkeypatch: pytest.MonkeyPatch) -> Party:
    """Aki and Chie play, and a program at seat 1 that fails at this move."""
    party = Party(BUSHIDO, moves, (0, 2))
    table = party.table
    table.bots[1], table.levels[1] = Failing(party, at), Failing.name
    table.rename()
    monkeypatch.setattr(bots, "make", lambda name, seed: Actor(party))
    return party.play()


FAILED = "The rule-of-thumb player takes over for Bot 1."


def test_everyone_is_told_of_a_program_that_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Once, on the own screen, but not what it said."""
    party = with_program(ASKED, 7, monkeypatch)  # its action in the first round
    assert ASKED[7] == "kunai:s4"
    assert party.state.moves == ASKED
    for seat in (0, 2):
        told = " ".join(" ".join(party.pages_of(seat)).split())
        assert told.count(FAILED) == 1
        assert "Cub chose an illegal move. (BB-30)" in told
        assert "'smoke'" not in told
        before, _, after = told.partition(FAILED)
        assert "Bot 1 (level: Cub)" in before
        assert "Bot 1 (level: thumb)" in after
        assert "Cub" not in after
    assert not any("Cub" in shown for shown in party.hand_overs())
    assert party.table.recorded_names()[1] == "Bot 1 (thumb)"


def test_BB_30_a_program_that_fails_when_it_is_asked_in_secret(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Nobody can tell that it was asked: all is as in a world where it is not, until it is next
    seen to play, and then its words are as if it had ended by itself."""
    question = ASKED.index("no")
    ends = [[k for k, move in enumerate(moves) if move == "hide"][1] for moves in (ASKED, UNASKED)]
    failed = with_program(ASKED[: ends[0] + 1], question, monkeypatch)
    sound = with_program(UNASKED[: ends[1] + 1], -1, monkeypatch)
    assert failed.hand_overs() == sound.hand_overs()
    for seat in (0, 2):
        assert failed.pages_of(seat) == sound.pages_of(seat)
    assert failed.table.recorded_names()[1] == "Bot 1 (thumb)"
    whole = with_program(ASKED, question, monkeypatch)
    assert whole.state.moves == ASKED
    for seat in (0, 2):
        told = " ".join(" ".join(whole.pages_of(seat)).split())
        assert told.count(f"The bot Cub is no longer running. {FAILED}") == 1
        assert "(BB-30) The rule" not in told


# --- undo -----------------------------------------------------------------------------------


def at_prompt(party: Party, prompt: str, number: int, *lines: str) -> None:
    """Type these lines when this prompt comes for the n-th time, and then stop."""
    line, seen, left, wanted = party._line, 0, list(lines), prompt

    def typed(prompt: str) -> str:
        nonlocal seen
        if prompt.startswith(wanted):
            seen += 1
        if seen >= number and prompt.startswith(("Enter: I am", *NAMES)):
            if not left:
                raise EOFError
            return left.pop(0)
        return line(prompt)

    party._line = typed


def test_undo_before_anybody_else_has_looked() -> None:
    """At the hiding screen the one before may decide again, if nothing has happened since."""
    game = ryumon.game("bushido", players=2)
    moves = ["special:blowgun", "special:repair", "gate:west", "hide"]
    party = Party(game, [*moves, "s1:alarm"], (0, 1))
    at_prompt(party, "Enter: I am Ben", 2, "undo", "", "kunai:s4")
    party.play()
    assert party.state.moves == [*moves[:-1], "kunai:s4"]
    shown = party.hand_overs()
    assert "undo: Aki chooses again" in shown[-3]
    assert "Pass the keyboard to Aki." in shown[-2]
    assert "Pass the keyboard to Ben." in shown[-1]


def test_undo_is_refused_after_another_has_looked_or_played() -> None:
    game = ryumon.game("bushido", players=2)
    moves = [
        "special:blowgun",
        "special:repair",
        "gate:west",
        "hide",
        "s1:alarm",
        "none",
        "move:dojo",
    ]
    party = Party(game, moves, (0, 1))
    at_prompt(party, "Ben", 2, "undo", "s4:exits")
    party.play()
    assert party.state.moves == [*moves[:4], "s4:exits"]
    assert any("Your last move stands" in page for page in party.pages_of(1))
    party = Party(game, moves, (0, 1))
    at_prompt(party, "Ben", 3, "undo")  # the outcome of the round was told in between
    party.play()
    assert party.state.moves == moves[:5]
    assert any("Your last move stands" in page for page in party.pages_of(1))


def test_undo_of_decisions_in_a_row() -> None:
    """BB-1: the ninja of three players picks two specials and a gate, and nobody looks."""
    game = ryumon.game("bushido", players=3)
    moves = ["special:shurikens", "special:blowgun", "gate:west", "hide"]
    party = Party(game, moves, (0, 1))
    at_prompt(party, "Aki", 3, "undo", "undo", "special:diagonal", "special:blowgun")
    party.play()
    assert party.state.moves == ["special:diagonal", "special:blowgun"]


def test_undo_over_a_bots_move_is_refused() -> None:
    """It may have shown something: the hiding screen itself says whose turn it is."""
    party = Party(BUSHIDO, ASKED, (0, 2))  # the bot at seat 1 picks in between
    at_prompt(party, "Enter: I am Chie", 1, "undo")
    party.play()
    assert "Nothing can be undone here." in party.hand_overs()[-1]
    assert party.state.moves == ASKED[:2]


def test_BB_30_whether_an_answer_could_be_taken_back_is_a_secret() -> None:
    """Typing undo at any hiding screen shows the same in both worlds."""
    for number in range(1, 20):
        shown = []
        for moves in (ASKED, UNASKED):
            party = Party(BUSHIDO, moves, EVERYONE)
            at_prompt(party, "Enter: I am", number, "undo")
            shown.append(party.play().hand_overs())
        assert shown[0] == shown[1]


# --- a game that was interrupted ------------------------------------------------------------


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("RYUMON_DATA", str(tmp_path))
    return tmp_path


def interrupted(moves: list[str], people: tuple[int, ...], length: int) -> Party:
    """A game that was left after so many moves, and is played on by the same persons."""
    shelf = Shelf.of("bushido")
    Party(BUSHIDO, moves[:length], people, shelf=shelf).play()
    shelf.release()
    shelf = Shelf.of("bushido")
    party = Party(BUSHIDO, moves, people, shelf=shelf, resume=True)
    shelf.release()
    return party


def test_an_interrupted_game_goes_on_with_the_same_persons(data: Path) -> None:
    names = ["Aki", "Bot 1 (thumb)", "Chie", "Bot 3 (thumb)"]
    for length in range(0, len(ASKED), 3):
        party = interrupted(ASKED, (0, 2), length)
        assert party.table.recorded_names() == names
        assert "A game shared by Aki, Chie is unfinished: 4 players" in party.pages[0].text
        assert party.play().state.moves == ASKED
        (data / "saved" / "bushido.jsonl").unlink()


def test_what_was_missed_is_told_also_after_a_break(data: Path) -> None:
    """Chie has not looked since she played; what came then is told when she comes back."""
    party = interrupted(ASKED, EVERYONE, ASKED.index("smoke") + 1).play()
    first = party.pages_of(2)[0]
    assert "Ben escapes by a Smoke Bomb" in first
    assert "picks a special" not in first


def test_BB_30_a_break_does_not_tell_who_was_asked(data: Path) -> None:
    """In the second round Ben is asked in one world; in the other the round is judged already. The
    offer to go on and all hand-overs are the same."""
    shown = []
    for moves in (ASKED, UNASKED):
        card = [k for k, move in enumerate(moves) if move == "s1:alarm"][1]
        party = interrupted(moves, EVERYONE, card + 1)
        phase = BUSHIDO.replay(moves[: card + 1]).view(PUBLIC)["phase"]
        shown.append([phase, party.pages[0].text.replace("begun", "\0").partition("\0")[0]])
        shown[-1] += party.play().hand_overs()[1:]
        assert party.state.moves == moves
        (data / "saved" / "bushido.jsonl").unlink()
    asked, unasked = shown
    assert asked[0] != unasked[0]
    assert "resolving the round" in " ".join(asked[1].split())
    assert asked[1:] == unasked[1:]
    assert len(asked) > 5


def test_a_shared_game_is_not_taken_up_where_nothing_can_be_hidden(data: Path) -> None:
    """It stays where it is."""
    shelf = Shelf.of("bushido")
    Party(BUSHIDO, ASKED[:9], (0, 2), shelf=shelf).play()
    paper = Paper("en", open_console(io.StringIO(), width=80), interactive=False)
    with pytest.raises(ryumon.Refused, match="can share only a terminal"):
        setup.interrupted(paper, SeedChance(1), shelf, renew=False)
    shelf.release()
    assert Record.read(data / "saved" / "bushido.jsonl").moves == ASKED[:9]


def test_a_record_is_loaded_with_its_persons_or_with_those_asked_for(
    data: Path, tmp_path: Path
) -> None:
    file = tmp_path / "game.jsonl"
    names = ["Aki", "Bot 1 (random)", "Player 2", "Bot 3 (thumb)"]
    Record.of(BUSHIDO.replay(ASKED[:9]), names=names).write(file)
    shelf = Shelf.of("bushido")
    asked = setup.Seated(["", "thumb", "thumb", "thumb"], [""] * 4, chosen=False)
    paper = Party(BUSHIDO, [], (0, 1)).paper
    table = setup.loaded(paper, file, BUSHIDO.spec, SeedChance(1), shelf, asked)
    assert isinstance(table, Shared)
    assert table.recorded_names() == names
    asked = setup.Seated(["thumb", "", "", "thumb"], ["", "Emi", "Dan", ""])
    table = setup.loaded(paper, file, BUSHIDO.spec, SeedChance(1), shelf, asked)
    shelf.release()
    assert table.recorded_names() == ["Bot 0 (thumb)", "Emi", "Dan", "Bot 3 (thumb)"]


# --- whatever is typed ----------------------------------------------------------------------


def test_wrong_words_at_a_hiding_screen_and_quit() -> None:
    party = Party(BUSHIDO, ASKED, (0, 2))
    party.play("p1", "hide", "save x", "\x1b[A", "", "special:oracle", "special:diagonal")
    assert party.hand_overs()[0].count("Press Enter if you are Aki, or type quit.") == 4
    assert '"special:oracle" is not a move or a command' in " ".join(party.pages_of(0)[0].split())
    party = Party(BUSHIDO, ASKED, (0, 2))
    with pytest.raises(Leave):
        party.play("quit")
    assert party.state.moves == []


def test_what_leaves_the_screen_waits_for_enter() -> None:
    """The alternate screen cannot be scrolled back; no page is longer than the terminal."""
    for height, width in ((24, 80), (24, 60), (12, 60)):
        party = Party(BUSHIDO, ASKED, (0, 2), height=height, width=width)
        party.play("", "rules", *[""] * 30)
        for page in party.pages:
            first, *others = page.text.split(" > ")
            assert len(first.splitlines()) <= height
            assert all(len(part.splitlines()) - 1 <= height for part in others)


def test_names_are_shown_and_oneself_is_you() -> None:
    party = Party(BUSHIDO, ASKED, (0, 2)).play()
    own = party.pages_of(0)[-1]
    assert "You (Aki)" in own
    assert "Chie" in own
    assert "Chie > " not in own


# --- nothing hidden, nothing to hide --------------------------------------------------------


def test_tatsu_needs_no_hiding_screen() -> None:
    game = ryumon.game("tatsu")
    moves = support.finished(game, 2).moves[:30]
    party = Party(game, moves, (0, 1)).play()
    assert not party.hand_overs()
    shown = "".join(page.text for page in party.pages)
    assert "\x1b" not in shown
    assert "Aki > " in shown
    assert "Ben > " in shown
    assert shown.count("starts") <= 2  # told once, not to each


@pytest.mark.parametrize("name", ryumon.games())
def test_a_game_that_is_open_hides_nothing(name: str) -> None:
    """`is_open` may be said only where everyone sees the same."""
    game = ryumon.game(name)
    state = support.finished(game, 1)
    same = all(state.events(seat) == state.events(PUBLIC) for seat in range(game.players))
    assert same == game.spec.is_open
