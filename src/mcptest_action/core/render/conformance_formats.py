"""The formats of an examination. Each is imported only when it is asked for."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

from mcptest_action.core.conformance.report import ConformanceReport


class ConformanceView(NamedTuple):
    """How it is to be shown."""

    verbose: bool
    """Whether a terminal also gets what did not fail."""
    file: str
    """The one that names the server, for formats that must point into one."""


def _pretty(report: ConformanceReport, view: ConformanceView) -> str:
    from mcptest_action.core.render.conformance_pretty import conformance_pretty

    return conformance_pretty(report, verbose=view.verbose)


def _json(report: ConformanceReport, _view: ConformanceView) -> str:
    from mcptest_action.core.conformance.document import conformance_document
    from mcptest_action.core.render.report_json import dump

    return dump(conformance_document(report))


def _markdown(report: ConformanceReport, _view: ConformanceView) -> str:
    from mcptest_action.core.render.conformance_markdown import conformance_markdown

    return conformance_markdown(report)


def _junit(report: ConformanceReport, _view: ConformanceView) -> str:
    from mcptest_action.core.render.conformance_junit import conformance_junit

    return conformance_junit(report)


def _sarif(report: ConformanceReport, view: ConformanceView) -> str:
    from mcptest_action.core.render.conformance_sarif import conformance_sarif

    return conformance_sarif(report, view.file)


CONFORMANCE_FORMATS: Mapping[str, Callable[[ConformanceReport, ConformanceView], str]] = {
    "pretty": _pretty,
    "json": _json,
    "markdown": _markdown,
    "junit": _junit,
    "sarif": _sarif,
}
