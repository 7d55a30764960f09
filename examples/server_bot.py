"""A program that plays at the tables of a Ryumon server, with nothing but Python:

python3 examples/server_bot.py URL TOKEN

It plays every game, at random. What it does for a move stands in `choose`.
"""

import json
import random
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid

URL, TOKEN = sys.argv[1:3]
ENDED = ("finished", "closed", "frozen")


def ask(path, body=None):
    """A request; its answer can be read line by line."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(URL + path, data, {"Authorization": f"Bearer {TOKEN}"})
    while True:
        try:
            return urllib.request.urlopen(request, timeout=30)
        except urllib.error.HTTPError as wrong:
            if wrong.code != 429:  # 429: too much at once, so wait
                raise
            time.sleep(1)


def lines(path):
    with ask(path) as stream:
        for line in stream:
            if line.strip():  # empty lines only say that the stream is still there
                yield json.loads(line)


def choose(turn, view):
    """One of the legal moves. What is left of a decision comes as the next turn."""
    return random.choice(turn["legal"])


def sit_down(table):
    """Play every seat that is ours there; in a season there may be several."""
    with ask(f"/api/tables/{table}") as answer:
        seats = json.load(answer)["you"]["seats"]
    for seat in seats:
        threading.Thread(target=play, args=(table, seat)).start()


def play(table, seat):
    """One seat to the end. The first line has everything, later ones what is new."""
    view = None
    for line in lines(f"/api/bot/tables/{table}/stream?seat={seat}"):
        if line["type"] in ("welcome", "step"):
            view = line["view"]
        elif line["type"] == "turn":
            move = {"seat": seat, "expected": line["n"], "moves": [choose(line, view)]}
            ask(f"/api/bot/tables/{table}/move", {**move, "id": uuid.uuid4().hex}).close()
        if line["type"] in ("welcome", "table") and line["table"]["status"] in ENDED:
            return


seated = set()
for line in lines("/api/bot/stream"):
    for row in line.get("tables", [line.get("table")]):
        if isinstance(row, dict) and row["table"] not in seated:
            seated.add(row["table"])
            sit_down(row["table"])
