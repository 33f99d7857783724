"""Do arguments fit the schema of their tool? As much of JSON Schema as these tools use."""

from typing import Any

_TYPES: dict[str, Any] = {"string": str, "integer": int}


def problem_with(arguments: Any, schema: dict[str, Any]) -> str:
    """What is wrong with the arguments; empty if nothing is."""
    if not isinstance(arguments, dict):
        return "arguments must be an object"
    for name in schema["required"]:
        if name not in arguments:
            return f"the argument {name!r} is missing"
    for name, value in arguments.items():
        if name not in schema["properties"]:
            return f"there is no argument {name[:40]!r}"
        problem = _problem(value, schema["properties"][name])
        if problem:
            return f"the argument {name!r} must be {problem}"
    return ""


def _problem(value: Any, schema: dict[str, Any]) -> str:
    kind = schema.get("type")
    if kind and (isinstance(value, bool) or not isinstance(value, _TYPES[kind])):
        return f"of type {kind}"
    if "enum" in schema and value not in schema["enum"]:
        return f"one of {', '.join(schema['enum'])}"
    if kind == "string" and len(value) < schema.get("minLength", 0):
        return "longer"
    if kind == "integer" and not schema["minimum"] <= value <= schema["maximum"]:
        return f"between {schema['minimum']} and {schema['maximum']}"
    return ""
