"""What the numbers of a run report count, by name: tools, and tests."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from mcptest_action.core.facts.model import Document, Names
from mcptest_action.core.facts.value import Object

SECTION, LISTS = "safety", "by_name"
_Picked = Callable[[Object], bool]
# Which tests a fact is about. A list that says something else than the counts was refused before.
_TESTS: Mapping[str, _Picked] = {
    "run.failed": lambda test: test.get("status") == "failed",
    "run.inconclusive": lambda test: test.get("status") == "inconclusive",
    "negative_path.failures": lambda test: (
        test.get("status") == "failed" and test.get("bad_request") is True
    ),
    "suite.failed": lambda test: test.get("status") == "failed" and bool(test.get("suite")),
    "suite.inconclusive": lambda test: (
        test.get("status") == "inconclusive" and bool(test.get("suite"))
    ),
    "negative_path.breaks": lambda test: bool(test.get("breaks")),
}


def names_in(document: Document) -> Names:
    """By fact; a report that was made elsewhere may name nothing."""
    data = document.data
    tests = [test for test in _list(data.get("tests")) if isinstance(test, Mapping)]
    of_tests = {
        fact: _texts(test.get("id") for test in tests if picked(test))
        for fact, picked in _TESTS.items()
    }
    safety = data.get(SECTION)
    lists = safety.get(LISTS) if isinstance(safety, Mapping) else None
    of_tools = lists.items() if isinstance(lists, Mapping) else ()
    return {**of_tests, **{f"{SECTION}.{name}": _texts(_list(tools)) for name, tools in of_tools}}


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _texts(values: Iterable[Any]) -> tuple[str, ...]:
    return tuple(value for value in values if isinstance(value, str))
