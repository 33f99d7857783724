"""The reports of an examination. Each is imported only when it is asked for."""

import argparse
from collections.abc import Mapping
from typing import Any

FORMATS = ("pretty", "json", "markdown", "junit", "sarif")


def rendered(document: Mapping[str, Any], args: argparse.Namespace, file: str) -> str:
    match args.format:
        case "pretty":
            from mcptest_action.core.render.conformance_pretty import conformance_pretty

            return conformance_pretty(document, verbose=args.verbose)
        case "markdown":
            from mcptest_action.core.render.conformance_markdown import conformance_markdown

            return conformance_markdown(document)
        case "junit":
            from mcptest_action.core.render.conformance_junit import conformance_junit

            return conformance_junit(document)
        case "sarif":
            from mcptest_action.core.render.conformance_sarif import conformance_sarif

            return conformance_sarif(document, file)
        case _:
            from mcptest_action.core.render.report_json import dump

            return dump(document)
