"""Set-up for all tests: no compiler starts by itself, and nothing of the user's is touched."""

from __future__ import annotations

import os
import tempfile

# One cache for the whole run, shared by its processes: what one test compiles the next one loads.
os.environ.setdefault("RYUMON_CACHE", os.path.join(tempfile.gettempdir(), "ryumon-tests"))
os.environ.setdefault("RYUMON_DATA", tempfile.mkdtemp(prefix="ryumon-data-"))
