"""Conformance as JUnit XML: a case per check."""

from collections.abc import Collection, Mapping
from typing import Any

from junit_xml import TestCase, TestSuite, to_xml_report_string

from mcptest_action.core.render.conformance_rows import badge_properties, link_of, where_found
from mcptest_action.core.render.escape import for_xml

SUITE = "mcptest.conformance"


def conformance_junit(document: Mapping[str, Any]) -> str:
    xml: str = to_xml_report_string([conformance_suite(document)])
    return xml


def conformance_suite(
    document: Mapping[str, Any], gated: Collection[str] = ("MUST", "SHOULD")
) -> TestSuite:
    """The cases. A failure on a level that gates nothing is shown as skipped."""
    cases = [_case(row, gated) for row in document["checks"]]
    if document["incomplete"]:
        ended = TestCase("complete", classname=SUITE)
        ended.add_error_info(message=for_xml(document["incomplete"]), error_type="incomplete")
        cases.append(ended)
    return TestSuite(SUITE, cases, properties=badge_properties(document))


def _case(row: Mapping[str, Any], gated: Collection[str]) -> TestCase:
    case = TestCase(row["id"], classname=f"{SUITE}.{row['level']}")
    because = for_xml(row["because"])
    said = f"{for_xml(row['expects'])} Found: {because}"
    if row["status"] == "failed":
        said += f" ({where_found(row)}) Remedy: {for_xml(row['remedy'])} See {link_of(row)}"
    match row["status"]:
        case "failed" if row["level"] in gated:
            case.add_failure_info(message=said, output=said, failure_type=row["level"])
        case "failed":
            text = f"failed, but gates nothing: {said}"
            case.add_skipped_info(message=text, output=said)
        case "passed":
            case.stdout = because
        case _:
            case.add_skipped_info(message=f"{row['status']}: {because}", output=because)
    return case
