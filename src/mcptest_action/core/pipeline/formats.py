"""The formats of a report. Only the one asked for is imported: that is most of the start-up."""

from enum import StrEnum
from typing import assert_never

from mcptest_action.core.errors import unusable
from mcptest_action.core.render.report import Report


class Format(StrEnum):
    PRETTY = "pretty"
    JSON = "json"
    MARKDOWN = "markdown"
    JUNIT = "junit"
    ANNOTATIONS = "annotations"
    SARIF = "sarif"


FORMATS = tuple(str(name) for name in Format)


def render(report: Report, name: Format, *, colour: bool) -> str:
    match name:
        case Format.PRETTY:
            from mcptest_action.core.render.pretty import render_pretty

            return render_pretty(report, colour=colour)
        case Format.JSON:
            from mcptest_action.core.render.report_json import render_json

            return render_json(report)
        case Format.MARKDOWN:
            from mcptest_action.core.render.markdown import render_markdown

            return render_markdown(report)
        case Format.JUNIT:
            from mcptest_action.core.render.junit import render_junit

            return render_junit(report)
        case Format.ANNOTATIONS:
            from mcptest_action.core.render.annotations import render_annotations

            return render_annotations(report)
        case Format.SARIF:
            from mcptest_action.core.render.sarif import WITHOUT_POLICY, can_be_sarif, render_sarif

            if not can_be_sarif(report):
                raise unusable("--format sarif", WITHOUT_POLICY, "give --policy FILE")
            return render_sarif(report)
        case _:
            assert_never(name)
