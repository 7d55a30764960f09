"""The suites of the five games are known to whatever part of our tests runs. (Where another package
runs the conformance suite of a checkout, this file is read too, and `tests` is not ours.)"""

import importlib
from pathlib import Path

try:
    ours = importlib.import_module("tests.conftest").__file__  # what is compiled, and where kept
except ModuleNotFoundError:
    ours = None
if ours is not None and Path(ours).is_relative_to(Path(__file__).parent):
    importlib.import_module("tests.support")
