"""What is said of an answer to a puzzle: right or not, why, and how one knows."""

from __future__ import annotations

from typing import NamedTuple

from ryumon.play.seat import Seat
from ryumon.play.sentence import fill
from ryumon.puzzles import Answer, Play, Puzzle

SENTENCES = {
    "en": {
        "every": "Proven: in each of the {worlds:,} ways in which what is hidden can lie, no other"
                 " answer is better, whatever the others do. It wins {best} on average; any other"
                 " at most {next}.",
        "proven": "Proven: over all {worlds:,} ways in which what is hidden can lie, and whatever"
                  " the others do, it wins at least {best}; any other at most {next}.",
        "one": "Proven: nothing is hidden any more. Whatever the others do, it wins {best}; any"
               " other at most {next}.",
        "searched": "{searches} long searches agree, with {simulations:,} simulations together: it"
                    " wins about {best}, the next best about {next}.",
    },
    "ja": {
        "every": "証明済み。隠れたものの並び方は全部で{worlds:,}通りあり、他の人が何をしても、その"
                 "どれでもこれより良い手はない。平均の勝率は{best}、他の手は高くても{next}。",
        "proven": "証明済み。隠れたものの並び方{worlds:,}通りすべてを通して、他の人が何をしても"
                  "勝率は{best}以上。他の手は高くても{next}。",
        "one": "証明済み。もう何も隠れていない。他の人が何をしても勝率は{best}。他の手は高くても"
               "{next}。",
        "searched": "合計{simulations:,}回のシミュレーションによる{searches}回の長い探索が一致。"
                    "勝率は約{best}、次に良い手は約{next}。",
    },
}  # fmt: skip


class Verdict(NamedTuple):
    right: bool
    given: Answer
    reason: str  # why a good player would think of the right answer; may be empty
    proof: str


def verdict(
    puzzle: Puzzle, seat: Seat, play: Play, language: str, names: list[str] | None = None
) -> Verdict | None:
    """Of an answer; None if it is none. `seat` is where the puzzle is asked."""
    given = puzzle.answer(play)
    if given is None:
        return None
    best = puzzle.answers[0]
    reason = seat.reason(best.plays[0][0], language, names)
    return Verdict(given == best, given, reason, proof(puzzle, language))


def proof(puzzle: Puzzle, language: str) -> str:
    """How one knows."""
    best, others = puzzle.answers[0], puzzle.answers[1:]
    proven = puzzle.proof == "proven"
    one = best.low if proven else (best.low + best.high) / 2
    two = max(other.high if proven else (other.low + other.high) / 2 for other in others)
    key = puzzle.proof
    if proven:
        key = "one" if puzzle.worlds == 1 else "every" if puzzle.every else "proven"
    facts = {"best": percent(one), "next": percent(two)}
    facts |= {
        "worlds": puzzle.worlds, "searches": puzzle.searches, "simulations": puzzle.simulations
    }  # fmt: skip
    return fill(SENTENCES[language][key], language, facts)


def percent(chance: float) -> str:
    return f"{round(100 * chance)}%"
