"""Which properties an object must have, and which it may have besides."""

from collections.abc import Iterator
from itertools import islice

from mcptest_action.core.samples.effort import Effort
from mcptest_action.core.samples.model import Made, Pick, Place
from mcptest_action.core.samples.plain import Plain
from mcptest_action.core.samples.texts import texts

_MOST = 300


def needed_names(plain: Plain) -> list[str]:
    """What is required, and what that requires in turn."""
    names = dict.fromkeys(plain.get("required", []))
    needs = plain.get("dependentRequired", {})
    todo = list(names)
    while todo:
        new = [name for name in needs.get(todo.pop(), []) if name not in names]
        names |= dict.fromkeys(new)
        todo += new
    return list(names)


def more_names(plain: Plain, place: Place, pick: Pick, effort: Effort) -> Iterator[str]:
    """Names to add where more properties are asked for: known ones first."""
    yield from plain.get("properties", {})
    sources = [
        texts({"patterns": [pattern]}, effort) for pattern in plain.get("patternProperties", {})
    ]
    if "propertyNames" in plain:
        sources.append(pick({"allOf": [{"type": "string"}, plain["propertyNames"]]}, place))
    if plain.get("additionalProperties", True) is not False:
        sources.append(texts({}, effort))
    for source in sources:
        for attempt in islice(source, _MOST):
            if isinstance(attempt, Made):
                yield attempt.value
