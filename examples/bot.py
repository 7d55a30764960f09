"""A bot for Ryumon. It plays every game, and Tiger & Dragon with some sense:

ryumon play tiger-dragon --bots "cmd:python3 examples/bot.py"
"""

import json
import random
import sys


def tiger_dragon(turn):
    """Attack with what few tiles can answer, defend if possible, hide what is hard to get rid of."""
    answers = turn["aids"]["answers"]  # for each tile in the hand: unseen tiles that answer it
    hiding = turn["view"]["phase"] == "lap"

    def worth(move):
        if move == "pass":
            return -100
        held = turn["view"]["hand"].count(move.removeprefix("foretell:"))
        return 10 * held - answers.get(move, 0) * (-1 if hiding else 1)

    return max(turn["legal"], key=worth)


SENSE = {"tiger-dragon": tiger_dragon}


def main():
    game = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            answer = {"protocol": 1, "name": "Python example", "wants": ["view", "aids"]}
        elif message["type"] == "turn":
            luck = random.Random(message["seed"])
            think = SENSE.get(game, lambda turn: luck.choice(turn["legal"]))
            answer = {"move": think(message)}
        else:
            game = message.get("game", game)  # "game" names it; "over" and "quit" need no answer
            continue
        print(json.dumps(answer), flush=True)


main()
