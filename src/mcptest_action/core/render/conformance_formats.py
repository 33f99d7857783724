"""The formats of an examination."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from mcptest_action.core.checks.conformance import ConformanceReport, conformance_document
from .conformance import conformance_markdown, conformance_pretty
from .conformance_junit import conformance_junit
from .conformance_sarif import conformance_sarif
from .report_json import dump


class ConformanceView(NamedTuple):
    """How it is to be shown."""

    verbose: bool
    """Whether a terminal also gets what did not fail."""
    file: str
    """The one that names the server, for formats that must point into one."""


CONFORMANCE_FORMATS: Mapping[str, Callable[[ConformanceReport, ConformanceView], str]] = {
    "pretty": lambda report, view: conformance_pretty(report, verbose=view.verbose),
    "json": lambda report, _: dump(conformance_document(report)),
    "markdown": lambda report, _: conformance_markdown(report),
    "junit": lambda report, _: conformance_junit(report),
    "sarif": lambda report, view: conformance_sarif(report, view.file),
}
