"""The one comparator of a rule, or why it has none."""

from mcptest_action.core.document import Items, Node, Problems, Record, Scalar, is_number, kind_of
from .model import Comparator, Equals, Malformed, Max, Min, OneOf
from .wording import as_text

COMPARATORS = ("max", "min", "equals", "one_of")


def load_comparator(problems: Problems, record: Record) -> Comparator:
    """The comparator. None or several is malformed, as is a limit that nothing compares with."""
    given = [name for name in COMPARATORS if name in record.fields]
    if len(given) != 1:
        found = " and ".join(given) or "none"
        return Malformed(f"a rule needs exactly one of {', '.join(COMPARATORS)}; found {found}")
    name = given[0]
    node = record.fields[name].value
    if name == "one_of":
        return _one_of(problems, record, node)
    if not isinstance(node, Scalar):
        problems.add(node, f"{record.label}: {name} is {kind_of(node)}, not a single value")
        return Malformed(f"{name} is {kind_of(node)}")
    if name == "equals":
        return _equals(node)
    if not is_number(node.value):
        return Malformed(f"{name} is {_shown(node)}, not a finite number")
    return Max(node.value) if name == "max" else Min(node.value)


def _equals(node: Scalar) -> Comparator:
    value = node.value
    if value is None or (isinstance(value, float) and not is_number(value)):
        return Malformed(f"equals is {_shown(node)}, which no fact can equal")
    return Equals(value)


def _shown(node: Scalar) -> str:
    """The value as written, quotes included: they are often what is wrong."""
    if node.value is None:
        return "empty"
    return f"the text '{node.text}'" if isinstance(node.value, str) else node.text


def _one_of(problems: Problems, record: Record, node: Node) -> Comparator:
    if not isinstance(node, Items):
        problems.add(node, f"{record.label}: one_of is {kind_of(node)}, not a list", "use [a, b]")
        return Malformed("one_of is not a list")
    choices: list[str] = []
    for item in node.items:
        if not isinstance(item, Scalar):
            problems.add(item, f"{record.label}: one_of holds {kind_of(item)}, not single values")
        elif item.value is None or (isinstance(item.value, float) and not is_number(item.value)):
            return Malformed(f"one_of holds {_shown(item)}, which no fact can be")
        else:
            choices.append(as_text(item.value))
    return OneOf(tuple(choices)) if choices else Malformed("one_of is empty")
