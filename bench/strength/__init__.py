"""How strong the bots are: every claim about strength as a match that is played."""
