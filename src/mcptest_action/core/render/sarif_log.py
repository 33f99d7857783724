"""What every SARIF 2.1.0 log of ours has in common. It is for code scanning."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import quote

from mcptest_action.core.render.escape import for_sarif
from mcptest_action.core.render.links import HOME
from mcptest_action.core.render.report_json import dump

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


class SarifRule(NamedTuple):
    id: str
    short: str
    full: str
    remedy: str
    page: str
    level: str
    tags: tuple[str, ...] = ("mcp",)
    properties: Mapping[str, str] = {}


class SarifResult(NamedTuple):
    rule: str
    level: str
    text: str
    file: str
    fingerprint: str
    """What makes it the same result in the next run, wherever it stands by then."""
    line: int = 1
    column: int = 1
    more: Mapping[str, Any] = {}


class Invocation(NamedTuple):
    """How it went."""

    successful: bool = True
    properties: Mapping[str, str] = {}
    notes: Sequence[tuple[str, str]] = ()
    """What is to be said beside the results, each with its level."""


def sarif_log(
    rules: Sequence[SarifRule],
    results: Sequence[SarifResult],
    invocation: Invocation,
    category: str = "",
) -> str:
    number = {rule.id: index for index, rule in enumerate(rules)}
    driver = {
        "name": "mcptest-action",
        "informationUri": HOME,
        "rules": [_rule(rule) for rule in rules],
    }
    run = {
        "tool": {"driver": driver},
        **({"automationDetails": {"id": category}} if category else {}),
        "invocations": [_invocation(invocation)],
        "columnKind": "unicodeCodePoints",
        "results": [_result(result, number[result.rule]) for result in results],
    }
    return dump({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(rule: SarifRule) -> dict[str, Any]:
    return {
        "id": rule.id,
        "shortDescription": {"text": for_sarif(rule.short)},
        "fullDescription": {"text": for_sarif(rule.full)},
        "help": {"text": for_sarif(rule.remedy)},
        "helpUri": rule.page,
        "defaultConfiguration": {"level": rule.level},
        "properties": {"tags": list(rule.tags), **rule.properties},
    }


def _result(result: SarifResult, index: int) -> dict[str, Any]:
    mark = result.fingerprint
    place = {
        "artifactLocation": {"uri": quote(result.file.removeprefix("./"))},
        "region": {"startLine": result.line, "startColumn": result.column},
    }
    return {
        "ruleId": result.rule,
        "ruleIndex": index,
        "level": result.level,
        "message": {"text": for_sarif(result.text)},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"primaryLocationLineHash": f"{mark}:1", "mcptestFinding/v1": mark},
        **result.more,
    }


def _invocation(invocation: Invocation) -> dict[str, Any]:
    made: dict[str, Any] = {"executionSuccessful": invocation.successful}
    if invocation.properties:
        made["properties"] = invocation.properties
    if invocation.notes:
        made["toolExecutionNotifications"] = [
            {"level": level, "message": {"text": for_sarif(text)}}
            for level, text in invocation.notes
        ]
    return made
