"""Everything that is said: moves, events, rules and refusals, in all languages."""

from typing import Any

from hidden_nim.rules import (
    CHANCE,
    FROM_OWN,
    LEAST,
    MOST_OPEN,
    MOST_OWN,
    MOVES,
    SEAT_MOVES,
    TAKEN,
)  # fmt: skip
from ryumon.play.refusal import Refusal

NAMES = [
    *(f"open:{k}" for k in range(1, TAKEN + 1)),
    *(f"own:{k}" for k in range(1, TAKEN + 1)),
    *(f"~pile:{k}" for k in range(LEAST, MOST_OPEN + 1)),
    *(f"~own:{k}" for k in range(1, MOST_OWN + 1)),
]

# (said of another, said to oneself)
LOG = {
    "en": {
        "pile": ("The open pile has {stones} stones.", ""),
        "own": ("{who} has looked at a pile.", "Your own pile has {stones} stone{stones:|s}."),
        "take": (
            "{who} takes {stones} from the open pile.",
            "You take {stones} from the open pile.",
        ),
        "take-own": ("{who} takes from the own pile.", "You take {stones} from your own pile."),
        "end": (
            "{winners} wins: there was nothing left to take.",
            "You win: there was nothing left to take.",
        ),
    },
    "ja": {
        "pile": ("場の山は{stones}個。", ""),
        "own": ("{who}は自分の山を見た。", "あなたの山は{stones}個。"),
        "take": ("{who}は場の山から{stones}個取る。", "場の山から{stones}個取る。"),
        "take-own": ("{who}は自分の山から取る。", "自分の山から{stones}個取る。"),
        "end": (
            "{winners}の勝ち。相手には取る石がなかった。",
            "あなたの勝ち。相手には取る石がなかった。",
        ),
    },
}

RULES = {
    "en": {
        "HN-1": "An open pile of 7 to 10 stones, and for each player one of 1 to 5 that only its "
        "owner sees.",
        "HN-2": "In turn, take 1 to 3 stones from the open pile or from your own.",
        "HN-3": "Others see how many you take from the open pile; of your own only that you took.",
        "HN-4": "Whoever has nothing left to take on their turn loses.",
    },
    "ja": {
        "HN-1": "場の山は7〜10個。各自の山は1〜5個で、持ち主だけが見る。",
        "HN-2": "順番に、場の山か自分の山から1〜3個取る。",
        "HN-3": "場の山から取った数は皆に見える。自分の山からは、取ったことだけが見える。",
        "HN-4": "自分の番に取る石がなければ負け。",
    },
}

REFUSED = {
    "en": {
        "chance": "Chance is to move now, not a player.",
        "dealt": "{move} is a move of chance, and the piles are dealt.",
        "order": "Another pile is dealt now.",
        "open": "The open pile has only {stones}.",
        "own": "Your own pile has only {stones}.",
    },
    "ja": {
        "chance": "今は偶然の番である。",
        "dealt": "{move}は偶然の手で、山はもう配られている。",
        "order": "今は別の山が配られる。",
        "open": "場の山は{stones}個しかない。",
        "own": "自分の山は{stones}個しかない。",
    },
}


def rule_of(s: Any) -> str:
    return "HN-1" if s.player == CHANCE else "HN-2"


def refuse(s: Any, move: int) -> Refusal:
    """Why a move of NAMES is not legal now."""
    stones = s.pile
    if s.player == CHANCE:
        key = "order" if move >= SEAT_MOVES else "chance"
    elif move >= SEAT_MOVES:
        key = "dealt"
    elif move < FROM_OWN:
        key = "open"
    else:
        key, stones = "own", s.own[s.player]
    return Refusal.of(REFUSED, key, rule_of(s), move=NAMES[move], stones=stones)


assert len(NAMES) == MOVES
