"""What a page must be for everybody: the scan of axe, the size of targets, all in the window."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

from playwright.sync_api import Page

from hatch_build import SOURCES

PHONE, DESKTOP = (390, 844), (1440, 900)
SIZES = ((360, 740), PHONE, (960, 640), DESKTOP, (3840, 2160))

# Everything that axe knows but its experiments; `best-practice` asks for landmarks and headings.
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
_RUN = """async ([tags, rules]) => {
  const runOnly = rules ? { type: 'rule', values: rules } : { type: 'tag', values: tags };
  const { violations } = await axe.run(document, { runOnly, resultTypes: ['violations'] });
  const told = ({ target, any }) => `${target.join(' ')} ${any[0]?.message ?? ''}`;
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(told).join(' | ')}`);
}"""

# A target may be larger than it looks, by a pseudo-element. Links inside a sentence are as high as
# its line (WCAG 2.5.8 lets them); the segments of Tatsu lie turned on an arc, and a test of their
# own measures them along it.
_SMALL = """() => [...document.querySelectorAll('button, a, input, select, [role=button]')]
  .filter((thing) => thing.checkVisibility({ visibilityProperty: true }) && !thing.closest('.sr'))
  .filter((thing) => !(thing.matches('a') && getComputedStyle(thing).display === 'inline'))
  .filter((thing) => !thing.matches('.target'))
  .flatMap((thing) => {
    const label = thing.matches('[type=checkbox], [type=radio]') ? thing.closest('label') : null;
    const target = label ?? thing;
    const more = ['::before', '::after'].map((which) => getComputedStyle(target, which));
    const most = (side) => Math.max(target['offset' + side],
      ...more.map((style) => parseFloat(style[side.toLowerCase()]) || 0));
    const [width, height] = [most('Width'), most('Height')].map(Math.round);
    const name = thing.getAttribute('aria-label') ?? thing.textContent.trim() ?? thing.tagName;
    return !width || (width >= 44 && height >= 44) ? [] : [`${name} ${width}x${height}`];
  })"""

# What scrolls by itself (a log, a sheet of rules) may hold more than it shows.
_OUTSIDE = """() => [...document.querySelectorAll('main.app button, main.app [data-move]')]
  .filter((thing) => thing.checkVisibility({ visibilityProperty: true }))
  .filter((thing) => {
    for (let box = thing.parentElement; box && !box.matches('main'); box = box.parentElement)
      if (/auto|scroll/.test(getComputedStyle(box).overflow)) return false;
    return true;
  })
  .flatMap((thing) => {
    const { left, right, top, bottom } = thing.getBoundingClientRect();
    const inside = left >= -1 && right <= innerWidth + 1 && top >= -1 && bottom <= innerHeight + 8;
    const name = thing.getAttribute('aria-label') ?? thing.textContent.trim();
    return inside ? [] : [`${name} ${[left, right, top, bottom].map(Math.round)}`];
  })"""


@functools.cache
def _axe() -> str:
    return (SOURCES / "node_modules" / "axe-core" / "axe.min.js").read_text("utf-8")


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})


def violations(page: Page, *rules: str) -> list[str]:
    """What axe finds, by all its rules or by those named."""
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe())  # not a script of the page: its content policy would forbid it
    return page.evaluate(_RUN, [TAGS, list(rules) or None])


def problems(page: Page) -> list[str]:
    """All that is wrong with a page, at phone and desktop size, in light and dark."""
    found: list[str] = []
    for size in (PHONE, DESKTOP):
        resize(page, size)
        page.emulate_media(color_scheme="light")
        found += _at(size, "light", violations(page))
        page.emulate_media(color_scheme="dark")  # changes colours and nothing else
        found += _at(size, "dark", violations(page, "color-contrast"))
    page.emulate_media(color_scheme="light")
    return found + misfits(page)


def misfits(page: Page, sizes: Iterable[tuple[int, int]] = SIZES) -> list[str]:
    """What is too small for a thumb, sticks out of the window, or makes it scroll sideways."""
    found: list[str] = []
    for size in sizes:
        resize(page, size)
        misfit = _misfits_at(page, size)
        for _ in range(20):  # boards measure themselves, and draw once more
            if not misfit:
                break
            page.wait_for_timeout(100)
            misfit = _misfits_at(page, size)
        found += misfit
    return found


def _misfits_at(page: Page, size: tuple[int, int]) -> list[str]:
    found: list[str] = []
    if page.evaluate("document.documentElement.scrollWidth > innerWidth"):
        found += _at(size, "", ["it scrolls sideways"])
    found += _at(size, "too small:", page.evaluate(_SMALL))
    return found + _at(size, "outside:", page.evaluate(_OUTSIDE))


def _at(size: tuple[int, int], what: str, found: list[Any]) -> list[str]:
    return [f"{size[0]} {what} {one}" for one in found]
