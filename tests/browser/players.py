"""Somebody who plays: told by the live region alone what may be chosen, by mouse or by keyboard."""

from __future__ import annotations

import random
import re
from typing import NamedTuple

from playwright.sync_api import Error, Locator, Page, expect

from tests.browser.people import Person

STEPS = 1500
# to the control that has the name: Tab from group to group, arrows inside one
KEYS = 60
_WAY = """(wanted) => {
  const now = document.activeElement, group = wanted.closest('[role=group]');
  if (wanted === now || !group?.contains(now)) return wanted === now ? [] : ['Tab'];
  const all = [...group.querySelectorAll('button, a[href]')];
  const steps = (all.indexOf(wanted) - all.indexOf(now) + all.length) % all.length;
  return Array(steps).fill('ArrowRight');
}"""
_LOOK = """(control) => {
  const { outline, boxShadow } = getComputedStyle(control);
  return [control === document.activeElement, outline, boxShadow];
}"""


class Words(NamedTuple):
    """What the region says, in one language."""

    offers: re.Pattern[str]
    between: str
    ready: re.Pattern[str]
    over: str
    wins: str


WORDS = {
    "en": Words(re.compile(r"You may choose: (.*)\.$"), "; ", re.compile(r"Ready: (.*)\.$"),
                "The game is over", "wins"),
    "ja": Words(re.compile(r"選べるもの：(.*)。$"), "／", re.compile(r"決定できます：(.*)。$"),
                "ゲーム終了", "勝ち"),
}  # fmt: skip


class Player:
    """Chooses at random, but goes on with what it has begun, and wins where it can. A careful one
    looks at everything that it could begin with before it goes on with one."""

    def __init__(
        self, person: Person, seed: int, keyboard: bool, language: str = "en", careful: bool = False
    ) -> None:
        self.page: Page = person.page
        self.keyboard, self.words, self.careful = keyboard, WORDS[language], careful
        self.rng = random.Random(seed)
        self._known: set[str] = set()
        self._looked: set[str] = set()
        self.chosen: list[str] = []

    @property
    def over(self) -> bool:
        return self.page.get_by_role("dialog", name=self.words.over).is_visible()

    def heard(self) -> list[str]:
        """What the live region says now, line by line."""
        return self.page.get_by_role("status").locator("p").all_inner_texts()

    def step(self) -> bool:
        """Presses one control, if the region asks for something."""
        lines = self.heard()
        ready = [found[1] for line in lines if (found := self.words.ready.search(line))]
        offers = [found[1] for line in lines if (found := self.words.offers.search(line))]
        if not ready and not offers:
            self._known, self._looked = set(), set()
            return False
        name = ready[-1] if ready else self._choose(offers[-1].split(self.words.between))
        self.chosen.append(name)
        try:
            self._press(self.page.get_by_role("button", name=name, exact=True).first)
        except (Error, AssertionError):
            if self.heard() == lines:  # the table has not moved on meanwhile
                raise
        self._wait_for_other_words(lines)
        return True

    def _choose(self, names: list[str]) -> str:
        fresh = [name for name in names if name not in self._known] or names
        wins = [name for name in fresh if self.words.wins in name]
        unseen = [name for name in names if name in self._known - self._looked]
        chosen = self.rng.choice(wins or (self.careful and unseen) or fresh)
        self._known.update(names)
        self._looked.add(chosen)
        return chosen

    def _wait_for_other_words(self, before: list[str]) -> None:
        for _ in range(40):
            if self.over or self.heard() != before:
                return
            self.page.wait_for_timeout(50)

    def _press(self, control: Locator) -> None:
        if self.keyboard:
            reach(control)
            self.page.keyboard.press("Enter")
        elif control.evaluate("(button) => button.matches('.card')"):
            # of a fan the left edge shows
            control.click(position={"x": 8, "y": 16})
        else:
            control.click(timeout=5000)


def reach(control: Locator) -> None:
    """Moves the focus there as a person without a mouse does, and sees that it shows."""
    expect(control).to_be_visible()
    before = control.evaluate(_LOOK)
    for _ in range(KEYS):
        keys = control.evaluate(_WAY)
        if not keys:
            focused = before[0]  # it was there already
            assert focused or control.evaluate(_LOOK)[1:] != before[1:], f"no focus on {control}"
            return
        for key in keys:
            control.page.keyboard.press(key)
    raise AssertionError(f"Tab and arrows do not lead to {control}")


def finish(*players: Player) -> None:
    """Everybody plays until the page of each says that the game is over."""
    for _ in range(STEPS):
        if all(player.over for player in players):
            return
        moved = [player.step() for player in players if not player.over]
        if not any(moved):
            players[0].page.wait_for_timeout(100)
    heard = "\n".join(line for player in players for line in player.heard()[-3:])
    raise AssertionError(f"the game does not end; last heard: {heard}")
