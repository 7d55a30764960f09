"""Looks for English where everything should be Japanese."""

from __future__ import annotations

import re

from playwright.sync_api import Page

# names that are the same in Japanese, ids of rules, names of licences
ALLOWED = re.compile(r"Ryumon|MIT|QR|(?<![A-Za-z])(?:SD|SF|TD|TA|BB)-\d+")
_WORD = re.compile(r"[A-Za-z]{2,}")
# whatever is marked as another language is meant to be; addresses are no language
_TEXTS = """() => {
  const read = (node) => !node.parentElement?.closest('script, style, noscript, [lang]:not([lang=ja]), [readonly]');
  const texts = [document.title];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) if (read(walker.currentNode)) texts.push(walker.currentNode.data);
  for (const one of document.body.querySelectorAll('[aria-label], [title], [placeholder], [alt]'))
    if (!one.closest('[lang]:not([lang=ja])'))
      for (const name of ['aria-label', 'title', 'placeholder', 'alt']) texts.push(one.getAttribute(name) ?? '');
  return texts;
}"""  # noqa: E501


def english(page: Page) -> set[str]:
    """Texts and labels of the page with a word in Latin letters."""
    assert page.evaluate("document.documentElement.lang") == "ja"
    texts = (text.strip() for text in page.evaluate(_TEXTS))
    return {text for text in texts if _WORD.search(ALLOWED.sub("", text))}
