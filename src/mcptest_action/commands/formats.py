"""The formats of a report. Only the one asked for is imported: that is most of the start-up."""

from mcptest_action.core.render.report import Report

FORMATS = ("pretty", "json", "markdown", "junit", "annotations")


def render(report: Report, name: str, *, colour: bool) -> str:
    match name:
        case "json":
            from mcptest_action.core.render.report_json import render_json

            return render_json(report)
        case "markdown":
            from mcptest_action.core.render.markdown import render_markdown

            return render_markdown(report)
        case "junit":
            from mcptest_action.core.render.junit import render_junit

            return render_junit(report)
        case "annotations":
            from mcptest_action.core.render.annotations import render_annotations

            return render_annotations(report)
        case _:
            from mcptest_action.core.render.pretty import render_pretty

            return render_pretty(report, colour=colour)
