"""What a live run consists of."""

from typing import NamedTuple

from mcptest_action.core.checks.conformance import ExamConfig
from mcptest_action.core.checks.run import RunConfig
from .scan_config import ScanConfig


class Configs(NamedTuple):
    """What was done, beside the server: probes, and examination and scan unless they were off."""

    client_version: str
    run: RunConfig
    exam: ExamConfig | None = None
    scan: ScanConfig | None = None
