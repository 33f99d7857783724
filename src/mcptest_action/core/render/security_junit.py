"""The scan as JUnit XML: a case per finding, and one for every rule that found nothing."""

from collections.abc import Iterator, Mapping
from typing import Any

from junit_xml import TestCase, TestSuite, to_xml_report_string

from mcptest_action.core.render.escape import for_xml
from mcptest_action.core.render.links import page
from mcptest_action.core.render.numbered import numbered
from mcptest_action.core.render.security_rows import (
    DEFECT,
    EVERY_DEFECT,
    EXPOSURE,
    Gated,
    Row,
    inventory,
    quoted,
    subject_of,
)

SUITE = "mcptest.security"
# No view of test results is of use beyond this, and some give up long before.
MOST_CASES = 2_000


def security_junit(
    document: Mapping[str, Any], gated: Gated = EVERY_DEFECT, kind: str | None = None
) -> str:
    xml: str = to_xml_report_string([security_suite(document, gated, kind)])
    return xml


def security_suite(document: Mapping[str, Any], gated: Gated, kind: str | None = None) -> TestSuite:
    """The cases. A finding that gates nothing is shown as skipped, with the reason."""
    rows = [row for row in document["findings"] if _in_full(row, gated, kind)]
    names = numbered([_name(row) for row in rows[:MOST_CASES]])
    cases = [_case(row, name, gated) for row, name in zip(rows, names, strict=False)]
    if len(rows) > MOST_CASES:
        cases.append(_rest(rows[MOST_CASES:], gated))
    if document["incomplete"]:
        ended = TestCase("complete", classname=SUITE)
        ended.add_error_info(message=for_xml(document["incomplete"]), error_type="incomplete")
        cases.append(ended)
    cases += _quiet(document, {row["rule"] for row in rows}, kind)
    return TestSuite(SUITE, cases, properties={"rules_not_run": str(document["rules_not_run"])})


def _in_full(row: Row, gated: Gated, kind: str | None) -> bool:
    """An exposure is a case of its own where it gates, or where it was asked for."""
    return row["kind"] == (kind or DEFECT) or (kind is None and gated.has(row))


def _name(row: Row) -> str:
    return for_xml(f"{row['rule']} {subject_of(row)} {row['pointer']}".rstrip())


def _case(row: Row, name: str, gated: Gated) -> TestCase:
    case = TestCase(name, classname=f"{SUITE}.{row['kind']}.{row['severity']}")
    said = f"{row['severity']}: {row['because']}"
    link = page("security-rules.md", row["rule"].lower())
    # One by one: of all of it together, the remedy would be cut.
    parts = [f"{said}."]
    if text := quoted(row):
        parts.append(f"Text: {text}")
    parts.append(f"Remedy: {row['remediation']} See {link}")
    output = " ".join(map(for_xml, parts))
    why_not = gated.why_not(row)
    if why_not:
        case.add_skipped_info(message=for_xml(f"found, but {why_not}: {said}"), output=output)
    else:
        case.add_failure_info(for_xml(said), output, failure_type=row["severity"])
    return case


def _rest(rows: list[Row], gated: Gated) -> TestCase:
    case = TestCase(f"{len(rows)} more findings", classname=SUITE)
    text = f"{len(rows)} more findings, see security.json"
    if any(gated.has(row) for row in rows):
        case.add_failure_info(text, text, failure_type="more")
    else:
        case.add_skipped_info(message=text, output=text)
    return case


def _quiet(document: Mapping[str, Any], told: set[str], kind: str | None) -> Iterator[TestCase]:
    """The rules without a finding above: they found nothing, inventory only, or did not run."""
    exposed = {row.rule: row for row in inventory(document)}
    for rule in document["rules"]:
        if rule["id"] in told or (kind is not None and rule["kind"] != kind):
            continue
        case = TestCase(rule["id"], classname=f"{SUITE}.{rule['kind']}.{rule['severity']}")
        if rule["status"] == "not_run":
            text = for_xml(f"not run: {rule['because']}")
            case.add_skipped_info(message=text, output=text)
        elif rule["id"] in exposed:
            row = exposed[rule["id"]]
            case.stdout = for_xml(f"{row.times} of this kind of {EXPOSURE}: {row.finds}")
        else:
            case.stdout = "found nothing"
        yield case
