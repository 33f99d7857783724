"""What every SARIF 2.1.0 log of ours has in common. It is for code scanning."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any
from urllib.parse import quote

from mcptest_action.core.text import HOME, for_sarif
from .report_json import dump

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
Entry = dict[str, Any]


def sarif_log(
    rules: Sequence[Entry], results: Iterable[Entry], invocation: Entry, category: str = ""
) -> str:
    number = {rule["id"]: index for index, rule in enumerate(rules)}
    driver = {"name": "mcptest-action", "informationUri": HOME, "rules": rules}
    run = {
        "tool": {"driver": driver},
        **({"automationDetails": {"id": category}} if category else {}),
        "invocations": [invocation],
        "columnKind": "unicodeCodePoints",
        "results": [{**result, "ruleIndex": number[result["ruleId"]]} for result in results],
    }
    return dump({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]})


def sarif_rule(
    rule: str, texts: tuple[str, str, str], uri: str, level: str, **properties: Any
) -> Entry:
    """The texts: the short description, the full one, and the remedy."""
    short, full, remedy = ({"text": for_sarif(text)} for text in texts)
    return {
        "id": rule,
        "shortDescription": short,
        "fullDescription": full,
        "help": remedy,
        "helpUri": uri,
        "defaultConfiguration": {"level": level},
        "properties": {"tags": ["mcp"], **properties},
    }


def sarif_result(
    rule: str, level: str, text: str, place: tuple[str, int, int], mark: str, **more: Any
) -> Entry:
    """The place: file, line and column. The mark: what makes it the same in the next run."""
    file, line, column = place
    location = {
        "artifactLocation": {"uri": quote(file.removeprefix("./"))},
        "region": {"startLine": line, "startColumn": column},
    }
    return {
        "ruleId": rule,
        "ruleIndex": 0,
        "level": level,
        "message": {"text": for_sarif(text)},
        "locations": [{"physicalLocation": location}],
        "partialFingerprints": {"primaryLocationLineHash": f"{mark}:1", "mcptestFinding/v1": mark},
        **more,
    }


def sarif_invocation(
    incomplete: str = "",
    properties: Mapping[str, str] | None = None,
    notes: Sequence[tuple[str, str]] = (),
) -> Entry:
    """How the run went, and the notes besides the results, each with its level."""
    said = [*([("error", incomplete)] if incomplete else []), *notes]
    shown = [{"level": level, "message": {"text": for_sarif(text)}} for level, text in said]
    return {
        "executionSuccessful": not incomplete,
        **({"properties": properties} if properties else {}),
        **({"toolExecutionNotifications": shown} if shown else {}),
    }
