"""Golden playthroughs: whole games as text that a person can read, one file per option set."""
