"""A bot for Ryumon. It plays every game, and Tiger & Dragon with some sense:

ryumon play tiger-dragon --bots "cmd:python3 examples/bot.py"
"""

import json
import random
import sys


def tiger_dragon(turn):
    """Attack with what few tiles can answer, defend if possible, hide what many can answer."""
    answers = turn["aids"]["answers"]  # for each tile in the hand: unseen tiles that answer it
    hiding = turn["view"]["phase"] == "lap"

    def worth(move):
        if move == "pass":
            return -100
        held = turn["view"]["hand"].count(move.removeprefix("foretell:"))
        return 10 * held - answers.get(move, 0) * (-1 if hiding else 1)

    return max(turn["legal"], key=worth)


def any_move(turn):
    return random.Random(turn["seed"]).choice(turn["legal"])


def say(message):
    print(json.dumps(message), flush=True)


choose = any_move
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        say({"protocol": 1, "name": "Python example", "wants": ["view", "aids"]})
    elif message["type"] == "game":
        choose = tiger_dragon if message["game"] == "tiger-dragon" else any_move
    elif message["type"] == "turn":
        say({"move": choose(message)})
    # "over" and "quit" need no answer: the loop ends when the input does
