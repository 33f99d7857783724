"""The formats of a scan."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from mcptest_action.core.checks.security import ScanReport, security_document
from .gating import FindingFilter
from .report_json import dump
from .security import security_markdown, security_pretty
from .security_junit import security_junit
from .security_sarif import security_sarif


class SecurityView(NamedTuple):
    """How it is to be shown."""

    kind: str | None
    """Only these findings, and in full."""
    gated: FindingFilter
    """What counts as a failure, for formats that know failures."""
    file: str
    lines: Callable[[], Mapping[str, int]]
    """Where in the file a pointer leads, for formats that point into one."""


SECURITY_FORMATS: Mapping[str, Callable[[ScanReport, SecurityView], str]] = {
    "pretty": lambda report, view: security_pretty(report, view.kind),
    "json": lambda report, _: dump(security_document(report)),
    "markdown": lambda report, view: security_markdown(report, view.kind),
    "junit": lambda report, view: security_junit(report, view.gated, view.kind),
    "sarif": lambda report, view: security_sarif(report, view.file, view.lines(), view.kind),
}
