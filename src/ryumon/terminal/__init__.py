"""Play in the terminal, for any game.

`table` plays a game with a person or only bots, `sharing` with several persons at one terminal,
`replay` steps through a record, `shelf` keeps games that are under way. How a game looks and how
its moves are typed is said by the `screen` module in its folder; games/slaughter/screen.py
describes what such a module has.
"""
