"""Two people in two browsers, and bots, finish every game on a real server.

One sits at a phone, plays by touching and reads only Japanese; the other has no mouse, finds every
control by role and name, and knows only what the live region says.
"""

from __future__ import annotations

import json
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Page, expect

from tests.browser.english import english
from tests.browser.near_end import last_decisions, make, origin
from tests.browser.people import DESKTOP, People, Person
from tests.browser.players import Player, finish, reach
from tests.server.process import Server

pytestmark = pytest.mark.slow


_SHOWN = """() => {
  const texts = (what) => [...document.querySelectorAll(what)].map((one) => one.textContent.trim());
  const pieces = [...document.querySelectorAll('main [data-id]')].map((one) => one.dataset.id);
  return [texts('.table > .sr').join(' '), pieces.sort(), texts('.side .log li').slice(-10)];
}"""


class Late(NamedTuple):
    """How many moves are left, and a seed with which random moves come to such a decision."""

    least: int
    most: int
    seed: int


LATE = {
    "slaughter": Late(6, 12, 0),
    "schadenfreude": Late(6, 16, 0),
    "tiger-dragon": Late(4, 14, 0),
    "tatsu": Late(2, 3, 19),
}
ROUNDS = 2  # of Bushido, which can be made short


def beginning(game: str) -> tuple[dict[str, Any], int, int]:
    """What to ask the server for, and the seats of the two: the one to move and the next."""
    if game == "bushido":
        return {"players": 3, "options": {"turns": ROUNDS}, "bots": [None, None, "thumb"]}, 0, 1
    least, most, seed = LATE[game]
    state = last_decisions(game, least, most, range(seed, 100))
    seats = state.turn, (state.turn + 1) % state.game.players
    bots = [None if seat in seats else "thumb" for seat in range(state.game.players)]
    return {"bots": bots, "origin": origin(state)}, *seats


class Reader(Player):
    """Looks at the whole page, whatever is pressed, and reads no English."""

    def step(self) -> bool:
        assert not (found := english(self.page)), found
        return super().step()


class Witness(Player):
    """Without a mouse; remembers what the table showed whenever there was something to decide."""

    def __init__(self, person: Person, **more: Any) -> None:
        super().__init__(person, 2, keyboard=True, **more)
        self.person = person
        self.saw: dict[int, Seen] = {}

    def step(self) -> bool:
        told, before = last_event(self.person), shown(self.page)
        if asked := super().step():
            self.saw.setdefault(told, before)
        return asked


class Seen(NamedTuple):
    """The table in words, its pieces, and the end of the log."""

    words: str
    pieces: list[str]
    log: list[str]


def shown(page: Page) -> Seen:
    return Seen(*page.evaluate(_SHOWN))


def last_event(person: Person) -> int:
    """The number of the newest event that this person was told of."""
    messages = map(json.loads, reversed(person.told))
    return next((m["events"][-1]["n"] for m in messages if m.get("events")), 0)


@pytest.mark.parametrize("game", [*LATE, "bushido"])
def test_two_people_and_bots_finish_a_game(people: People, server: Server, game: str) -> None:
    asked, seat, other = beginning(game)
    aki = people.come(language="ja", name="あき", speed="off")
    # a replay has no aids, so the table to compare it with has none either
    ben = people.come(DESKTOP, name="ベン", speed="off", aids=False)
    there = make(aki.page, server.url, game=game, seat=seat, name="あき", **asked)
    aki.page.goto(there)
    link = aki.page.get_by_role("textbox", name="このリンクを友だちに送ってください")
    ben.page.goto(link.input_value())
    take = ben.page.get_by_role("listitem").nth(other).get_by_role("button", name="Take this seat")
    reach(take)
    ben.page.keyboard.press("Enter")
    expect(aki.page.get_by_role("list")).to_contain_text("ベン")
    assert not (found := english(aki.page)), found
    aki.page.get_by_role("button", name="始める", exact=True).click()

    careful = game == "tatsu"
    reader = Reader(aki, 1, keyboard=False, language="ja", careful=careful)
    witness = Witness(ben, careful=careful)
    finish(reader, witness)
    assert reader.chosen  # both had a part in it
    assert witness.chosen
    _read_after_the_game(reader)
    _replay_equals_the_game(witness, there, other)


def _read_after_the_game(reader: Reader) -> None:
    """The result, the replay and its menu have no English either."""
    page = reader.page
    page.get_by_role("link", name="再生と振り返り").click()
    page.get_by_role("slider").press("End")
    page.get_by_role("button", name="メニュー").click()
    expect(page.get_by_role("dialog", name="メニュー")).to_be_visible()
    assert not (found := english(page)), found


def _replay_equals_the_game(witness: Witness, there: str, seat: int) -> None:
    """The replay shows what the table showed: at the end, and at each move that was looked at."""
    page = witness.page
    end = page.get_by_role("dialog", name=witness.words.over)
    replayed = page.request.get(f"{there.replace('/table/', '/api/tables/')}/replay?viewer={seat}")
    newest, at = 0, dict[int, list[int]]()
    for move, step in enumerate(replayed.json()["steps"], 1):
        newest = step["events"][-1]["n"] if step["events"] else newest
        at.setdefault(newest, []).append(move)
    last = shown(page)
    reach(end.get_by_role("link", name="Replay"))
    page.keyboard.press("Enter")
    slider = page.get_by_role("slider")
    for told, saw in [*witness.saw.items(), (newest, last)]:
        found: list[Seen] = []
        for move in at[told]:  # several, if moves are made that nobody is told of
            slider.fill(str(move))
            found.append(shown(page))
        assert saw in found, told
