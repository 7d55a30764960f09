"""Seasons: contests whose tables the server makes by itself (docs/seasons.md)."""
