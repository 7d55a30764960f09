"""The five games drawn as text, a module each; slaughter.py says what such a module has."""
