"""Set-up for all tests: no compiler starts by itself, and nothing of the user's is touched."""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import signal
import tempfile
from pathlib import Path

# Python's collector looks at all that pytest and the libraries keep, again and again, and finds
# hardly anything: a tenth of the time. Seldom is enough.
gc.set_threshold(100_000, 20, 20)

# Under nohup the hang-up signal is ignored, also by programs that tests start and hang up on.
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

# Tests say themselves what is compiled: no command that they run asks for it.
os.environ.setdefault("RYUMON_JIT", "off")

# One cache for all runs and their processes: what one test compiles the next one loads.
os.environ.setdefault("RYUMON_CACHE", str(Path(tempfile.gettempdir()) / "ryumon-tests"))
if "RYUMON_DATA" not in os.environ:
    os.environ["RYUMON_DATA"] = tempfile.mkdtemp(prefix="ryumon-data-")
    atexit.register(shutil.rmtree, os.environ["RYUMON_DATA"], ignore_errors=True)
