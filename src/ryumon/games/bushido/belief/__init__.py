"""Bushido Breaker: what a viewer may believe about hidden ninja.

`actions` says what one ninja's action would have shown and left, `rounds` what everyone saw of each
round, `filter` goes through the rounds and weighs everything that fits (`compiled` is its inner
loop), `questions` looks at a round that waits for an answer, `sample` draws whole histories, and
`survey` lays a belief out as numbers for a search.
"""
