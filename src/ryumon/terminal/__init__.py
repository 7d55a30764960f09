"""Play in the terminal, for any game.

`table` plays a game with a person or only bots, `hotseat` with several people at one terminal,
`replay` steps through a record, `saves` keeps unfinished games. How a game looks and how its moves
are typed is in `screens`; a game of another package brings a `screen` module in its folder.
"""
