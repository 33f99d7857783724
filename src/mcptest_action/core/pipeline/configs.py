"""What a live run consists of."""

from typing import NamedTuple

from mcptest_action.core.conformance.config import ExamConfig
from mcptest_action.core.run.config import RunConfig
from mcptest_action.core.security.config import ScanConfig


class Configs(NamedTuple):
    """What was done, beside the server: probes, and examination and scan unless they were off."""

    client_version: str
    run: RunConfig
    exam: ExamConfig | None = None
    scan: ScanConfig | None = None
