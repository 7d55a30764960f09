"""Hidden Nim: take from the open pile, or from the one that only you have seen."""

from hidden_nim import heuristics, hidden, position, rules, sight, words
from ryumon.play.registry import GameSpec

GAME = GameSpec(
    name="hidden-nim",
    title={"en": "Hidden Nim", "ja": "隠しニム"},
    players=(2,),
    default_players=2,
    rules=rules,
    sight=sight,
    words=words,
    heuristics=heuristics,
    hidden=hidden,
    position=position,
)
