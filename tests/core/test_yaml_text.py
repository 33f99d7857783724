"""YAML is read strictly; every refusal says where."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest_action.core.document.scalar import resolve
from mcptest_action.core.document.tree import Fields, Items, Scalar, kind_of
from mcptest_action.core.document.yaml_text import read_yaml
from mcptest_action.core.text.errors import InputError


def plain(node):
    """The tree without its positions."""
    match node:
        case Scalar(value=value):
            return value
        case Items(items=items):
            return [plain(item) for item in items]
        case Fields(fields=fields):
            return {field.name.text: plain(field.value) for field in fields}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("no", "no"), ("Yes", "Yes"), ("on", "on"), ("true", True), ("False", False), ("NULL", None),
        ("~", None), ("1", 1), ("-7", -7), ("+7", 7), ("007", 7), ("0o17", 15), ("0x1F", 31), ("0x" + "f" * 4000, math.inf),
        ("1.0", 1.0), (".5", 0.5), ("1.", 1.0), ("1e3", 1000.0), (".inf", math.inf),
        ("-.INF", -math.inf), ("2026-12-31", "2026-12-31"), ("12:30:45", "12:30:45"), ("1_000", "1_000"),
        ("0b1", "0b1"), ("-", "-"), ("nan", "nan"), ("inf", "inf"), ("T1", "T1"), ("tRue", "tRue"),
        ("9" * 4001, math.inf), ("-" + "9" * 4001, -math.inf), ("9" * 4000, int("9" * 4000)),
    ],
)  # fmt: skip
def test_unquoted_words_mean_what_yaml_1_2_says(text, value):
    resolved = resolve(text)
    assert (type(resolved), resolved) == (type(value), value)


def test_not_a_number_is_one_of_those_words():
    assert math.isnan(resolve(".NaN"))


def test_quotes_make_text():
    assert plain(read_yaml("a: '1'\nb: \"true\"\nc: |\n  no\n", "f")) == {
        "a": "1", "b": "true", "c": "no\n",
    }  # fmt: skip


def test_every_node_knows_its_place():
    root = read_yaml("rules:\n  - id: x\n    max: 0\n", "f")
    rule = root.fields[0].value.items[0]
    assert rule.start[:2] == (2, 5)
    assert rule.fields[1].value.start[:2] == (3, 10)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "f:1:1: the file is empty"),
        ("# only a comment\n", "f:1:1: the file is empty"),
        ("a: 1\nb: 2\na: 3\n", "f:3:1: the key 'a' appears twice (first on line 1; keep one)"),
        ("a: &x 1\n", "f:1:4: anchors (&x) are not allowed (repeat the value)"),
        ("a: *x\n", "f:1:4: aliases (*name) are not allowed (repeat the value)"),
        ("a: !!str 1\n", "f:1:4: the tag 'tag:yaml.org,2002:str' is not allowed (write the plain value)"),
        ("a: !x [1]\n", "f:1:4: the tag '!x' is not allowed (write the plain value)"),
        ("a: 1\n---\nb: 2\n", "f:2:1: a second document starts here (keep one per file)"),
        ("? [a]\n: 1\n", "f:1:3: a key must be a plain word"),
        ("[" * 51 + "]" * 51, "f:1:51: nested more than 50 levels deep"),
        ("a: [1\n", "f:2:1: not valid YAML: did not find expected ',' or ']'"),
        ("a: \x00\n", "f:1:4: the character U+0000 does not belong in a text file (is this a binary file?)"),
        ("a: 1\nb: \x1b[31m\n", "f:2:4: the character U+001B does not belong in a text file (is this a binary file?)"),
    ],
    ids=lambda value: repr(value)[:30],
)  # fmt: skip
def test_refusals(text, sentence):
    with pytest.raises(InputError) as caught:
        read_yaml(text, "f")
    assert str(caught.value) == sentence


def test_a_file_of_dashes_is_not_a_policy():
    with pytest.raises(InputError, match=r"f:150000:3: more than 150,000 values"):
        read_yaml("- a\n" * 200_000, "f")


def test_a_deep_document_does_not_exhaust_the_stack():
    with pytest.raises(InputError, match="levels deep"):
        read_yaml("[" * 500_000, "f")


@pytest.mark.parametrize(
    ("text", "kind"),
    [("[]", "a list"), ("{}", "a mapping"), ("~", "empty"), ("true", "a boolean"), ("x", "text"),
     ("1", "a number")],
)  # fmt: skip
def test_kinds_have_names(text, kind):
    assert kind_of(read_yaml(text, "f")) == kind


@given(st.text(max_size=60))
def test_any_text_is_a_tree_or_one_located_sentence(text):
    try:
        read_yaml(text, "f")
    except InputError as error:
        (problem,) = error.problems
        assert problem.line >= 1
        assert problem.column >= 1
