"""What a person can type besides a move."""

from __future__ import annotations

import math
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.text import Text

from ryumon.play.record import Record
from ryumon.table.undo import decisions
from ryumon.terminal.layout import flow, grid
from ryumon.terminal.words import COMMANDS, HELP

if TYPE_CHECKING:
    from ryumon.terminal.table import Table


class Leave(Exception):
    """The person wants to go."""


def show_help(table: Table, words: list[str], line: str) -> None:
    now, paper = table.look(), table.paper
    parts = {"rule": table.screen.rules_now(now)[0], "move": _example(table)}
    paper.show(table.screen.question(now))
    rows = [["  " + typed.format(**parts), does.format(**parts)]
            for command, (typed, does) in HELP[paper.language].items()
            if not (table.idle and command in ("why", "hint", "undo", "table"))]  # fmt: skip
    paper.show(grid(rows, "ll", paper.width))
    paper.say("abbreviate")


def show_all_rules(table: Table, words: list[str], line: str) -> None:
    lines = [line for rule in _rules(table) for line in _rule(table, rule)]
    table.paper.show_pages(lines)


def show_rules_now(table: Table, words: list[str], line: str) -> None:
    """The rules of this decision, or those that are named or speak of a word: `? SD-9`."""
    asked = [word for word in [words[0].removeprefix("?"), *words[1:]] if word]
    wanted: list[str] = []
    for word in asked:
        found = _rules_about(table, word)
        if not found:
            table.paper.say("no-rule", rule=word, rules=" ".join(_rules(table)))
            return
        wanted += found
    if not asked:
        table.paper.show(table.screen.question(table.look()))
        wanted = list(table.screen.rules_now(table.look()))
    lines = [line for rule in dict.fromkeys(wanted) for line in _rule(table, rule)]
    table.paper.show_pages(lines)


def _rules_about(table: Table, word: str) -> list[str]:
    """The rule of this id, else all that have the word in their text, in whichever language."""
    every = table.state.game.spec.words.RULES
    if word.upper() in every["en"]:
        return [word.upper()]
    texts = {rule: " ".join(rules[rule] for rules in every.values()) for rule in every["en"]}
    return [rule for rule, text in texts.items() if word in text.casefold()]


def _rules(table: Table) -> dict[str, str]:
    return table.state.game.spec.words.RULES[table.paper.language]


def _rule(table: Table, rule: str) -> list[Text]:
    text = Text.assemble((f"{rule} ", "bold"), _rules(table)[rule])
    return flow([text], table.paper.width, 1)


def explain(table: Table, words: list[str], line: str) -> None:
    if table.idle:
        table.paper.say("idle")
        return
    if len(words) == 1:
        table.paper.say("why-what", move=_example(table))
        return
    wrong = table.wrong_with(words[1:])
    if wrong is not None:
        table.refuse(wrong)
    else:
        moves = table.screen.read(words[1:], table.look())
        named = [move for move in moves if move.lower() in words]  # not the `done` that ends them
        table.paper.say("may", move=" ".join(named or moves))


def _example(table: Table) -> str:
    """A move to ask `why` about: a card in hand that cannot be played now, if there is one."""
    now = table.look()
    held = [card for card in getattr(now.view, "hand", None) or () if card not in now.legal]
    return "".join([*held, *now.legal][:1]).lower()


HINT, BEST = 1.0, 5  # seconds of thought, moves shown


def hint(table: Table, words: list[str], line: str) -> None:
    """What a search from the person's own knowledge thinks of the moves."""
    from ryumon.bots.advice import analyse

    paper = table.paper
    if table.idle:
        paper.say("idle")
        return
    legal = table.state.legal()
    if len(legal) == 1:
        paper.say("hint-forced", move=legal[0])
        return
    try:
        found = analyse(table.state, table.seat, HINT, seed=table.chance.seed_of(table.seat))
    except KeyboardInterrupt:  # ends the hint, not the game
        paper.show()
        paper.say("hint-stopped")
        return
    rows = []
    tried_at_all = [one for one in found.moves if one.simulations]
    for one in tried_at_all[:BEST]:
        # rounded up: ± 0 would say that it is certain
        error = "" if one.error is None else f" ± {math.ceil(1000 * one.error) / 10:.1f}"
        chance = paper.words("hint-win", chance=f"{100 * one.chance:.1f}{error}")
        tried = paper.words("hint-tried", number=f"{one.simulations:,}")
        rows.append(["  " + one.move, chance, tried])
    paper.show(grid(rows, "lrr", paper.width))
    names = table.teller.names.short
    seat = table.state.seat(table.seat, events=False)
    reason = seat.reason(found.moves[0].move, paper.language, names)
    if reason:
        said = paper.words("hint-reason", move=found.moves[0].move, reason=reason)
        paper.show(flow([table.screen.tint(said)], paper.width, 1))
    told = " ".join(found.line(paper.language, names))
    paper.show(flow([table.screen.tint(paper.words("hint-line", line=told))], paper.width, 1))


def undo(table: Table, words: list[str], line: str) -> None:
    """Back to the person's previous decision."""
    earlier = [] if table.idle else decisions(table.state, table.seat)[:-1]
    if not earlier:
        table.paper.say("no-undo")
        return
    # several decisions that were typed in one line are taken back together
    before = min([earlier[-1], *table.typed_at[-1:]])
    if not table.may_go_back(before):
        table.paper.say("undo-seen")
    else:
        table.go_back(before)
        table.paper.say("undone")


def show_log(table: Table, words: list[str], line: str) -> None:
    """This round's sentences, or with `all` the whole game's."""
    sentences = table.teller.sentences(table.state)
    kinds = [event["kind"] for event in table.teller.events(table.state)]
    start = getattr(table.screen, "ROUND_START", None)
    ends = [k + 1 for k, kind in enumerate(kinds) if kind == table.screen.ROUND_END]
    ends += [k for k, kind in enumerate(kinds) if kind == start]
    if words[1:] != ["all"] and ends:
        sentences = sentences[max(ends) :]
    for sentence in sentences:
        table.paper.show(flow([table.screen.tint(sentence)], table.paper.width, 1))


def show_score(table: Table, words: list[str], line: str) -> None:
    table.paper.show(table.screen.sheet(table.look()))


def show_aids(table: Table, words: list[str], line: str) -> None:
    table.paper.show(table.screen.aids(table.look()))


def show_table(table: Table, words: list[str], line: str) -> None:
    table.show_table()


def save(table: Table, words: list[str], line: str) -> None:
    name = line.strip().partition(" ")[2].strip()  # as typed: a file may have any name
    if not name:
        _save_here(table)
        return
    path = Path(name).expanduser().absolute()
    try:
        if path.exists() and path not in table.written:
            table.paper.say("exists", path=path)
            return
        date = None if table.shelf is None else table.shelf.date
        Record.of(table.state, table.recorded_names(), date=date).write(path)
    except (OSError, ValueError) as wrong:  # ValueError: a name with a NUL
        table.paper.say("not-saved", path=path, why=wrong)
        return
    table.written.add(path)
    table.paper.say("saved", path=path)


def _save_here(table: Table) -> None:
    """Where every move is kept anyway."""
    table.keep()
    if table.shelf is not None:
        key = "not-saved" if table.shelf.trouble else "saved"
        table.paper.say(key, path=table.shelf.path, why=table.shelf.trouble)


def leave(table: Table, words: list[str], line: str) -> None:
    raise Leave


DO: dict[str, Callable[[Table, list[str], str], None]] = {
    "help": show_help, "?": show_rules_now, "rules": show_all_rules, "why": explain,
    "hint": hint, "undo": undo, "log": show_log, "score": show_score, "aids": show_aids,
    "table": show_table, "save": save, "quit": leave,
}  # fmt: skip
assert set(DO) == set(COMMANDS)
