"""The suites of the five games are known to whatever part of the tests runs."""

import importlib

importlib.import_module(
    "tests.conftest"
)  # before anything else: what is compiled, where it is kept
importlib.import_module("tests.support")
