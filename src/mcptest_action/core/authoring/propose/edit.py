"""Add expectations and remarks to the text of a suite, leaving every other character as it is.

As with waivers, the edit is made by position and then checked by reading the result: the new
file must say what the old one said, plus these expectations. If it would not, nothing is changed.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile

from mcptest_action.core.authoring.scaffold import REVIEW, Assertion, comment
from mcptest_action.core.checks.results import Case, CaseKind
from mcptest_action.core.checks.suite import Environment
from mcptest_action.core.checks.suite.load import load_suite
from mcptest_action.core.document import Fields, Items, Node, Scalar, text_edit
from mcptest_action.core.document.yaml_text import read_yaml
from mcptest_action.core.document.yaml_value import flow, item_lines, without_variables
from mcptest_action.core.text import InputError, unusable

_SHIFT = 2
Additions = Mapping[str, Sequence[Assertion]]
"""By the name of the test."""


def edit_suite(
    text: str,
    file: str,
    additions: Additions,
    environment: Environment | None,
    reviews: Mapping[str, str] | None = None,
) -> str:
    """The new text. `reviews`: why a person looks at a test first, by its name."""
    tests = _tests(read_yaml(text, file))
    edits = [
        _edit(text, node, additions[name]) for name, node in tests.items() if additions.get(name)
    ]
    for name, why in (reviews or {}).items():
        edits += _marked(text, tests[name], why)
    made = text_edit.apply_edits(text, edits)
    _check(text, made, file, additions, environment)
    return made


def _tests(root: Node) -> dict[str, Fields]:
    field = text_edit.field_of(root, CaseKind.TOOL)
    items = field.value.items if field and isinstance(field.value, Items) else ()
    named = ((item, text_edit.field_of(item, "name")) for item in items if isinstance(item, Fields))
    return {
        name.value.text: item
        for item, name in named
        if name is not None and isinstance(name.value, Scalar)
    }


def _edit(text: str, test: Fields, expected: Sequence[Assertion]) -> text_edit.Edit:
    inert = [without_variables(dict(one)) for one in expected]
    field = text_edit.field_of(test, "expect")
    if field is None and test.flow:
        at = test.fields[-1].value.end.offset
        return text_edit.Edit(at, at, f", expect: [{', '.join(map(flow, inert))}]")
    if field is None:
        column = test.start.column - 1
        lines = [f"{' ' * column}expect:"]
        lines += [line for one in inert for line in item_lines(one, column + _SHIFT)]
        return _inserted(text, test, column, lines)
    listed = field.value
    if isinstance(listed, Items) and not listed.flow:
        dash = listed.start.column - 1
        lines = [line for one in inert for line in item_lines(one, dash)]
        return _inserted(text, listed, dash, lines)
    # A list on one line, which isn't empty: otherwise the suite could not have been read.
    at = (listed.items[-1] if isinstance(listed, Items) else listed).end.offset
    return text_edit.Edit(at, at, "".join(f", {flow(one)}" for one in inert))


def _marked(text: str, test: Fields, why: str) -> Iterator[text_edit.Edit]:
    """A comment above the test, unless it has one, or shares its line with others."""
    at = text.rfind("\n", 0, test.start.offset) + 1
    dash = text[at : test.start.offset]
    above = takewhile(_is_comment, reversed(text[:at].splitlines()))
    if dash.strip() == "-" and not any(REVIEW in line for line in above):
        line = comment(f"{REVIEW}: {why}", len(dash) - len(dash.lstrip()))
        yield text_edit.Edit(at, at, f"{line}{text_edit.newline_of(text)}")


def _is_comment(line: str) -> bool:
    return line.lstrip().startswith("#")


def _inserted(text: str, behind: Node, column: int, lines: Sequence[str]) -> text_edit.Edit:
    newline = text_edit.newline_of(text)
    at = text_edit.after_comments(text, text_edit.line_below(text, behind), column)
    return text_edit.insert_lines(text, at, "".join(f"{line}{newline}" for line in lines))


def _check(
    before: str, made: str, file: str, additions: Additions, environment: Environment | None
) -> None:
    """The edit is sound if reading it back gives what was meant."""
    old = load_suite(before, file, environment)
    try:
        new = load_suite(made, file, environment)
    except InputError:
        raise _too_unusual(file) from None
    meant = {case.name: _content(case, len(case.expect)) for case in old.cases}
    found = {}
    for case in new.cases:
        added = len(additions.get(case.name, ()))
        found[case.name] = _content(case, len(case.expect) - added)
    same_rest = old._replace(cases=()) == new._replace(cases=())
    if not same_rest or found != meant or not additions.keys() <= meant.keys():
        raise _too_unusual(file)


def _content(case: Case, known: int) -> tuple[Case, int]:
    """The test as it was before anything was added, independent of its place."""
    return case._replace(expect=case.expect[:known]).placeless, known


def _too_unusual(file: str) -> InputError:
    what = "this file's layout is too unusual to edit safely"
    return unusable(file, what, "write each test as a block, one key per line")
