"""Studies of the games: what is true of them beyond a single play."""
