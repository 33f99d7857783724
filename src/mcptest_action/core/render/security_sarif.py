"""The scan as SARIF 2.1.0, for code scanning: each finding on its line of the file it is in."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from mcptest_action.core.render.escape import for_sarif
from mcptest_action.core.render.links import HOME, page
from mcptest_action.core.render.report_json import dump
from mcptest_action.core.render.sarif import SCHEMA
from mcptest_action.core.render.security_rows import DEFECT, Row, findings, subject_of

_LEVEL = {"critical": "error", "high": "error", "medium": "warning", "low": "note", "info": "note"}
# What GitHub makes its own words of: critical from 9.0, high from 7.0, medium from 4.0.
_SCORE = {"critical": "9.5", "high": "8.0", "medium": "5.5", "low": "2.5", "info": "0.5"}
# GitHub takes 25,000 results of a run and shows 5,000.
MOST_RESULTS = 5_000


def security_sarif(
    document: Mapping[str, Any],
    file: str,
    lines: Mapping[str, int] | None = None,
    kind: str | None = None,
) -> str:
    """`lines`: on which line of the file each pointer leads; where it says nothing, the first."""
    rows = findings(document, kind or DEFECT)
    shown = rows[:MOST_RESULTS]
    ids = list(dict.fromkeys(row["rule"] for row in shown))
    known = {rule["id"]: rule for rule in document["rules"]}
    remedies = {row["rule"]: row for row in shown}
    driver = {
        "name": "mcptest-action",
        "informationUri": HOME,
        "rules": [_rule(known[rule_id], remedies[rule_id]) for rule_id in ids],
    }
    name = document["server"]["name"] or "server"
    run = {
        "tool": {"driver": driver},
        "automationDetails": {"id": f"mcptest-security/{quote(name, safe='')}/"},
        "invocations": [_invocation(document, len(rows) - len(shown))],
        "columnKind": "unicodeCodePoints",
        "results": [_result(row, ids.index(row["rule"]), file, lines or {}) for row in shown],
    }
    return dump({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(rule: Mapping[str, Any], row: Row) -> dict[str, Any]:
    mappings = row["mappings"]
    tags = [f"external/cwe/{name.lower()}" for name in mappings["cwe"]]
    return {
        "id": f"security/{rule['id']}",
        "shortDescription": {"text": for_sarif(rule["finds"])},
        "fullDescription": {"text": for_sarif(rule["finds"])},
        "help": {"text": for_sarif(row["remediation"])},
        "helpUri": page("security-rules.md", rule["id"].lower()),
        "defaultConfiguration": {"level": _LEVEL[rule["severity"]]},
        "properties": {
            "tags": ["security", "mcp", rule["kind"], *mappings["owasp"], *tags],
            "security-severity": _SCORE[rule["severity"]],
        },
    }


def _result(row: Row, index: int, file: str, lines: Mapping[str, int]) -> dict[str, Any]:
    mark = row["fingerprint"]
    place = {
        "artifactLocation": {"uri": quote(file.removeprefix("./"))},
        "region": {"startLine": lines.get(row["pointer"], 1), "startColumn": 1},
    }
    text = f"{subject_of(row)}: {row['because']}"
    state = {"baselineState": "new" if row["new"] else "unchanged"} if "new" in row else {}
    return {
        "ruleId": f"security/{row['rule']}",
        "ruleIndex": index,
        "level": _LEVEL[row["severity"]],
        "message": {"text": for_sarif(text)},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"primaryLocationLineHash": f"{mark}:1", "mcptestFinding/v1": mark},
        **state,
        "properties": {
            "severity": row["severity"],
            "confidence": row["confidence"],
            "pointer": for_sarif(row["pointer"]),
        },
    }


def _invocation(document: Mapping[str, Any], left_out: int) -> dict[str, Any]:
    notes = []
    if document["incomplete"]:
        notes.append(("error", f"The scan is incomplete: {document['incomplete']}"))
    if left_out:
        notes.append(("warning", f"{left_out} more findings stand in security.json only."))
    made: dict[str, Any] = {"executionSuccessful": not document["incomplete"]}
    if notes:
        made["toolExecutionNotifications"] = [
            {"level": level, "message": {"text": for_sarif(text)}} for level, text in notes
        ]
    return made
