"""Several runs, each of one server, as one document."""

from collections.abc import Mapping, Sequence
from typing import Any

from mcptest_action.core.run.document import SCHEMA

# What can be added up. The rest is left out: a rule about it has then nothing to go by, and fails.
_COUNTS = ("checks_run", "failures", "breaks", "tools_probed")


def merged_document(
    names: Sequence[str], documents: Sequence[Mapping[str, Any]]
) -> Mapping[str, Any]:
    """Of a single run, that run as it is."""
    if len(documents) == 1:
        return documents[0]
    paths = {name: _sum(documents, "negative_path", name) for name in _COUNTS}
    passed = int(bool(paths["checks_run"]) and not paths["failures"])
    files = dict.fromkeys(file for one in documents for file in one["suite"]["files"])
    return {
        "schema_version": SCHEMA,
        "servers": [
            {"name": name, "server": one["server"], "protocol": one["protocol"]}
            for name, one in zip(names, documents, strict=True)
        ],
        "source": documents[0]["source"],
        "incomplete": next((one["incomplete"] for one in documents if one["incomplete"]), None),
        "summary": _sums(documents, "summary", documents[0]["summary"]),
        "tests": [test for one in documents for test in one["tests"]],
        "negative_path": {**paths, "gate_passed": passed},
        "suite": {
            **_sums(documents, "suite", [*documents[0]["summary"], "ran"]),
            "files": list(files),
        },
    }


def _sums(documents: Sequence[Mapping[str, Any]], section: str, names: Any) -> dict[str, int]:
    return {name: _sum(documents, section, name) for name in names}


def _sum(documents: Sequence[Mapping[str, Any]], section: str, name: str) -> int:
    return sum(int(one[section][name]) for one in documents)
