"""What is not part of the repository, named by variables.

Read once, when `conftest.py` is loaded first: later, our own variables are out of sight.
"""

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
REAL_CACHE = Path(os.environ.get("MCPTEST_REAL_CACHE") or ROOT / ".real").absolute()
"""Where real servers are kept."""
REAL_WORLD = Path(os.environ.get("MCPTEST_REAL_WORLD") or "not-given").absolute()
"""The data of the calibration."""
needs_real_world = pytest.mark.skipif(
    not os.environ.get("MCPTEST_REAL_WORLD"),
    reason="MCPTEST_REAL_WORLD does not name the folder of the real-world data",
)
SPECIFICATION = Path(os.environ.get("MCPTEST_SPECIFICATION") or "not-given").absolute()
"""The pages of the specification, a folder for each revision."""
needs_specification = pytest.mark.skipif(
    not os.environ.get("MCPTEST_SPECIFICATION"),
    reason="MCPTEST_SPECIFICATION does not name the folder of the specification",
)
