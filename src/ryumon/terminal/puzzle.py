"""Puzzles in the terminal: a position, a question, and what is said of the answer."""

from __future__ import annotations

import datetime

import ryumon
from ryumon.play.refusal import Refused, refused
from ryumon.play.sentence import fill
from ryumon.puzzles import Play, Puzzle, puzzles
from ryumon.puzzles.verdict import percent, verdict
from ryumon.table import seats
from ryumon.table.chance import SeedChance
from ryumon.terminal.console import Paper
from ryumon.terminal.parsing import command_of, words_of
from ryumon.terminal.table import Table

SENTENCES = {
    "en": {
        "title": "{title}: puzzle {number} of {of}. One move is clearly best. Which?",
        "right": "Right: {move}.",
        "wrong": "Not the best: {given} wins {worth}. Better is {move}.",
        "between": "{low} to {high}",
        "half": "This is not the whole answer: type all the moves of the turn.",
        "not-here": "There is no {command} in a puzzle: type your move, or quit.",
        "next": "Enter: the next puzzle; q: leave",
        "row": "{game} {number}: {players} players, {proof}",
        "proven": "proven",
        "searched": "searched",
        "none": "There are no puzzles of {game!q}.",
        "no-number": "{game} has the puzzles 1 to {of}, not {number}.",
        "which-game": "Say the game first: ryumon puzzle GAME --number {number}.",
        "both": "Either --number or --today.",
    },
    "ja": {
        "title": "{title}: 問題{number}（全{of}問）。明らかに一番良い手が一つある。どれか。",
        "right": "正解: {move}。",
        "wrong": "最善ではない。{given}の勝率は{worth}。より良いのは{move}。",
        "between": "{low}から{high}",
        "half": "まだ途中の答えである。手番の手をすべて入力する。",
        "not-here": "問題では {command} は使えない。手を入力するか、quit で終わる。",
        "next": "Enter: 次の問題、q: 終わる",
        "row": "{game} {number}: {players}人、{proof}",
        "proven": "証明済み",
        "searched": "探索による",
        "none": "{game!q}の問題はない。",
        "no-number": "{game}の問題は1から{of}まで。{number}はない。",
        "which-game": "先にゲームを指定する: ryumon puzzle GAME --number {number}。",
        "both": "--number か --today のどちらか一方。",
    },
}
NOT_HERE = ("undo", "hint", "save")


def todays(game: str | None, day: datetime.date) -> tuple[str, int]:
    """The puzzle of a day: the games take turns, and so do the puzzles of each."""
    with_any = [name for name in ryumon.games() if puzzles(name)]
    turn = day.toordinal()
    if game is None:
        game = with_any[turn % len(with_any)]
        turn //= len(with_any)
    return game, turn % len(_of(game)) + 1


def chosen(game: str | None, number: int | None, today: bool) -> tuple[str, int]:
    """Which puzzle is meant; refused if there is none."""
    if number is not None and today:
        raise refused(SENTENCES, "both")
    if number is not None and game is None:
        raise refused(SENTENCES, "which-game", number=number)
    if game is None or today:
        return todays(game, datetime.datetime.now().astimezone().date())
    of = len(_of(game))
    if number is not None and not 1 <= number <= of:
        raise refused(SENTENCES, "no-number", game=game, of=of, number=number)
    return game, number or 1


def _of(game: str) -> tuple[Puzzle, ...]:
    found = puzzles(game)
    if not found:
        raise refused(SENTENCES, "none", game=game)
    return found


def show_list(paper: Paper, game: str | None) -> None:
    for name in [game] if game is not None else ryumon.games():
        for number, one in enumerate(_of(name) if game else puzzles(name), 1):
            words = SENTENCES[paper.language]
            facts = {"game": name, "number": number, "players": one.table().players}
            facts["proof"] = words[one.proof]
            paper.show(fill(words["row"], paper.language, facts))


class Asked(Table):
    """A puzzle. Commands that go back, help or keep do nothing here."""

    def __init__(self, paper: Paper, game: str, number: int) -> None:
        self.puzzle, self.number, self.of = _of(game)[number - 1], number, len(_of(game))
        state = self.puzzle.state()
        super().__init__(paper, state, [seats.PERSON] * state.game.players, SeedChance(0), None)
        self.seat = self.puzzle.seat
        self.teller = self.teller_for(self.seat)

    def say(self, key: str, **parts: object) -> None:
        self.paper.show_whole(fill(SENTENCES[self.paper.language][key], self.paper.language, parts))

    def show_question(self) -> None:
        title = self.state.game.spec.title[self.paper.language]
        self.say("title", title=title, number=self.number, of=self.of)
        self.teller.skip(self.state)
        self.show_table()

    def play(self) -> None:
        """Ask until there is an answer. Leave or EOFError if the person goes."""
        self.show_question()
        while True:
            line = self.paper.read(self.prompt())
            words = words_of(line)
            if not words:
                self.show_table()
                continue
            command = command_of(words, self.screen.WORDS)
            if command in NOT_HERE:
                self.say("not-here", command=command)
            elif not self.obeyed(words, line) and self.answered(words) is not None:
                return

    def answered(self, words: list[str]) -> bool | None:
        """Is this answer right? None if it is none, and why is said."""
        try:
            moves = self.screen.read(words, self.look())
        except Refused as misread:
            self.refuse(misread.refusal)
            return None
        seat, names = self.state.seat(self.seat), self.names_for(self.seat).short
        found = verdict(self.puzzle, seat, moves, self.paper.language, names)
        if found is None:
            refusal = seat.refusal(moves)
            if refusal is None:
                self.say("half")
            else:
                self.refuse(refusal)
            return None
        best = _spelled(self.puzzle.answers[0].plays[0])
        if found.right:
            self.say("right", move=best)
        else:
            worth = self._between(found.given.low, found.given.high)
            self.say("wrong", given=_spelled(moves), worth=worth, move=best)
        for sentence in filter(None, (found.reason, found.proof)):
            self.paper.show_whole(sentence)
        return found.right

    def _between(self, low: float, high: float) -> str:
        language = self.paper.language
        least, most = percent(low), percent(high)
        if least == most:
            return least
        return fill(SENTENCES[language]["between"], language, {"low": least, "high": most})


def _spelled(play: Play) -> str:
    return " ".join(play)


def ask_on(paper: Paper, game: str, number: int) -> None:
    """One puzzle after the other, until the person has enough."""
    while True:
        asked = Asked(paper, game, number)
        asked.play()
        if not paper.interactive or number == asked.of:
            return
        paper.show()
        if paper.read(SENTENCES[paper.language]["next"]).strip():
            return
        number += 1
