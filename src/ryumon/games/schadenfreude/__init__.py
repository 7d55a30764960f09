"""Schadenfreude (シャーデンフロイデ): trick taking in which the second highest card wins."""

from ryumon.games.schadenfreude import guess, rules, sense, sight, table, words
from ryumon.play.kinds import Kind

GAME = Kind(
    name="schadenfreude",
    title={"en": "Schadenfreude", "ja": "シャーデンフロイデ"},
    players=(3, 4, 5),
    default_players=4,
    rules=rules,
    sight=sight,
    words=words,
    table=table,
    sense=sense,
    guess=guess,
)
