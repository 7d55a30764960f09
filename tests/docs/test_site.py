"""The site builds without a warning and loads nothing from other hosts."""

import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# <link rel=...> that a browser acts upon; the others (canonical, next, ...) are only statements.
LOADING_LINKS = {
    "apple-touch-icon",
    "dns-prefetch",
    "icon",
    "manifest",
    "mask-icon",
    "modulepreload",
    "preconnect",
    "prefetch",
    "preload",
    "shortcut",
    "stylesheet",
}
ELSEWHERE = re.compile(r"\s*(?:[a-z][a-z0-9+.-]*:)?//", re.IGNORECASE)
IN_STYLES = re.compile(
    r"""(?:url\(\s*|@import\s+)["']?((?:[a-z][a-z0-9+.-]*:)?//[^"')\s]+)""", re.IGNORECASE
)


class Loads(HTMLParser):
    """Collects what a browser would fetch from elsewhere when it shows the page."""

    def __init__(self) -> None:
        super().__init__()
        self.foreign: list[str] = []
        self.diagrams = False
        self._in_style = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        addresses = [values.get(name, "") for name in ("src", "poster", "data", "background")]
        addresses += [part.strip() for part in values.get("srcset", "").split(",")]
        if tag == "link" and LOADING_LINKS & set(values.get("rel", "").lower().split()):
            addresses.append(values.get("href", ""))
        if tag in {"image", "use"}:  # inside SVG
            addresses += [values.get("href", ""), values.get("xlink:href", "")]
        self.foreign += [f"<{tag}> {a}" for a in addresses if ELSEWHERE.match(a)]
        self.foreign += [f"<{tag} style> {a}" for a in IN_STYLES.findall(values.get("style", ""))]
        self.diagrams |= "mermaid" in values.get("class", "").split()
        self._in_style = tag == "style"

    def handle_endtag(self, tag: str) -> None:
        self._in_style = False

    def handle_data(self, data: str) -> None:
        if self._in_style:
            self.foreign += [f"<style> {address}" for address in IN_STYLES.findall(data)]


def loads(html: str) -> Loads:
    page = Loads()
    page.feed(html)
    page.close()
    return page


@pytest.mark.parametrize(
    "html",
    [
        '<script src="https://host.example/a.js"></script>',
        '<link rel="stylesheet" href="//host.example/a.css">',
        '<link href="https://host.example" rel="preconnect" crossorigin>',
        '<img srcset="a.png 1x, https://host.example/b.png 2x">',
        "<style>@font-face{src:url(https://host.example/a.woff2)}</style>",
        '<style>@import "https://host.example/a.css";</style>',
        '<p style="background:url(//host.example/a.png)">',
    ],
)
def test_foreign_loads_are_noticed(html: str) -> None:
    assert loads(html).foreign


@pytest.mark.parametrize(
    "html",
    [
        '<script src="assets/a.js"></script>',
        '<link rel="stylesheet" href="../a.css">',
        '<link rel="canonical" href="https://host.example/">',
        '<a href="https://host.example/">a link that a reader may follow</a>',
        '<img src="data:image/png;base64,AAAA">',
    ],
)
def test_own_files_and_plain_links_are_fine(html: str) -> None:
    assert not loads(html).foreign


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    # Not --quiet: it drops the warnings before --strict can count them.
    build = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", folder],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert build.returncode == 0, build.stdout + build.stderr
    return folder


@pytest.mark.slow
def test_site_loads_nothing_from_other_hosts(site: Path) -> None:
    pages = {path: loads(path.read_text("utf-8")) for path in site.rglob("*.html")}
    assert site / "index.html" in pages
    foreign = [
        f"{path.relative_to(site)}: {address}"
        for path, page in pages.items()
        for address in page.foreign
    ]
    for path in site.rglob("*.css"):
        addresses = IN_STYLES.findall(path.read_text("utf-8"))
        foreign += [f"{path.relative_to(site)}: {address}" for address in addresses]
    assert not foreign, "\n".join(foreign)


@pytest.mark.slow
def test_site_has_no_mermaid_diagrams(site: Path) -> None:
    # The theme's script fetches Mermaid from another host as soon as a page has a diagram.
    pages = [p for p in site.rglob("*.html") if loads(p.read_text("utf-8")).diagrams]
    assert not pages


@pytest.mark.parametrize("page", sorted((ROOT / "docs").rglob("*.md")), ids=lambda page: page.name)
def test_pages_can_be_read_as_plain_files(page: Path) -> None:
    """No snippet, box or attribute that stands there raw until a site is built."""
    shown = re.sub(r"^```.*?^```", "", page.read_text("utf-8"), flags=re.MULTILINE | re.DOTALL)
    assert not re.findall(r"--8<--|^[!?]{3}|^=== \"|\{ ?[.#:]", shown, re.MULTILINE)
