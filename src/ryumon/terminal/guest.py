"""The command `ryumon bot LEVEL --server URL`: a level that sits at the tables of a server."""

from __future__ import annotations

import sys

from ryumon.bots.broken import SENTENCES
from ryumon.bots.remote import Lost, Player, Server, account
from ryumon.play.refusal import refused
from ryumon.terminal.console import Paper
from ryumon.terminal.settings import language_of

WORDS = {
    "en": {
        "token": "The token of the new account, to come back with: {token}",
        "ready": "Ready. Ctrl-C ends it.",
        "table": "Sitting at table {table}.",
    },
    "ja": {
        "token": "新しいアカウントのトークン（次回も使える）: {token}",
        "ready": "準備ができた。Ctrl-Cで終わる。",
        "table": "卓{table}に着いた。",
    },
}


def run(
    level: str, url: str, token: str, name: str, links: list[str], seasons: list[str]
) -> None:  # fmt: skip
    """Play until it is interrupted."""
    paper = Paper(language_of(None))
    words = WORDS[paper.language]

    def say(key: str, **parts: str) -> None:
        paper.show_whole(words[key].format(**parts))
        sys.stdout.flush()

    try:
        if not token:
            token = account(url, name)
            say("token", token=token)
        player = Player(level, Server(url, token), lambda table: say("table", table=table))
        for link in links:
            player.join(link)
        for season in seasons:
            player.enter(season)
    except Lost:
        raise refused(SENTENCES, "server-gone", url=url) from None
    say("ready")
    player.run()
