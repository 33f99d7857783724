"""Conformance as SARIF 2.1.0. Code scanning wants a file: it is the one that names the server."""

import hashlib
from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from mcptest_action.core.render.conformance_rows import badge_properties, failures, link_of
from mcptest_action.core.render.escape import for_sarif
from mcptest_action.core.render.links import HOME
from mcptest_action.core.render.report_json import dump
from mcptest_action.core.render.sarif import SCHEMA

_LEVEL = {"MUST": "error", "SHOULD": "warning", "INFO": "note"}


def conformance_sarif(document: Mapping[str, Any], file: str) -> str:
    rows = failures(document)
    driver = {
        "name": "mcptest-action",
        "informationUri": HOME,
        "rules": [_rule(row) for row in rows],
    }
    run = {
        "tool": {"driver": driver},
        "invocations": [_invocation(document)],
        "columnKind": "unicodeCodePoints",
        "results": [_result(row, number, file) for number, row in enumerate(rows)],
    }
    return dump({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def _rule(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "id": f"conformance/{row['id']}",
        "shortDescription": {"text": for_sarif(row["expects"])},
        "fullDescription": {"text": for_sarif(row["expects"])},
        "help": {"text": for_sarif(row["remedy"])},
        "helpUri": link_of(row),
        "defaultConfiguration": {"level": _LEVEL[row["level"]]},
        "properties": {"tags": ["mcp"]},
    }


def _result(row: Mapping[str, Any], number: int, file: str) -> dict[str, Any]:
    mark = hashlib.sha256(f"conformance/{row['id']}".encode()).hexdigest()[:16]
    place = {
        "artifactLocation": {"uri": quote(file.removeprefix("./"))},
        "region": {"startLine": 1, "startColumn": 1},
    }
    return {
        "ruleId": f"conformance/{row['id']}",
        "ruleIndex": number,
        "level": _LEVEL[row["level"]],
        "message": {"text": for_sarif(f"{row['id']}: {row['because']}")},
        "locations": [{"physicalLocation": place}],
        "partialFingerprints": {"primaryLocationLineHash": f"{mark}:1", "mcptestFinding/v1": mark},
    }


def _invocation(document: Mapping[str, Any]) -> dict[str, Any]:
    made: dict[str, Any] = {
        "executionSuccessful": not document["incomplete"],
        "properties": badge_properties(document),
    }
    if document["incomplete"]:
        text = for_sarif(f"The examination is incomplete: {document['incomplete']}")
        made["toolExecutionNotifications"] = [{"level": "error", "message": {"text": text}}]
    return made
