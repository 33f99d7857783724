"""JSON is read strictly; every refusal says where."""

import json
import math
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest_action.core.document import json_text
from mcptest_action.core.document.json_text import MOST_VALUES, read_json
from mcptest_action.core.text.errors import InputError


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "f:1:1: the file is empty"),
        (" \n", "f:1:1: the file is empty"),
        ('{"a": 1,}', None),
        ("{'a': 1}", None),
        ('{"a": 1} x', "f:1:10: not valid JSON: extra data"),
        ('{"a": 1,\n "b": {"c": 1, "c": 2}}', "f:2:16: the key 'c' appears twice in one object (keep one of them)"),
        ('[{"a": 1}, {"a": 1, "\\u0061": 2}]', "f:1:21: the key 'a' appears twice in one object (keep one of them)"),
        ("[" * 100_000 + "]" * 100_000, "f:1:201: nested more than 200 levels deep"),
        ('[{"a":' * 101 + "0" + "}]" * 101, "f:1:601: nested more than 200 levels deep"),
        ("[" + "[]," * MOST_VALUES + "[]]", f"f: holds more than {MOST_VALUES:,} values (no artifact of ours is that large)"),
    ],
    ids=lambda value: repr(value)[:30],
)  # fmt: skip
def test_refusals(text, sentence):
    with pytest.raises(InputError) as caught:
        read_json(text, "f")
    assert sentence in (None, str(caught.value))


def test_what_strings_hold_is_not_counted():
    """A server may send a long text, and a transcript must read back what it sent."""
    long = {"text": ',[{"\\' * 2_000_000, ',[{"\\' * 1_000: [",", "\\", '"', '\\"', "[{"]}
    text = json.dumps(long, separators=(",", ":"))
    assert len(text) > 10_000_000
    assert read_json(text, "f") == long


def test_many_values_between_long_strings_are_refused():
    text = '["' + "," * 2_000_000 + '",' + "[]," * MOST_VALUES + '"' + '\\"' * 2_000_000 + '"]'
    with pytest.raises(InputError, match="holds more than"):
        read_json(text, "f")


def test_two_hundred_levels_are_fine():
    assert read_json("[" * 200 + "]" * 200, "f")


def test_the_place_of_a_problem_behind_a_long_text_is_found_in_little_memory():
    program = """
import resource
from mcptest_action.core.document.json_text import read_json
from mcptest_action.core.text.errors import InputError
try:
    read_json('{"a": "' + r'\\n' * 15_000_000 + '", "b": 1, "b": 2}', "f")
except InputError as error:
    print(error)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024 < 500)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=False)
    said = b"f:1:30000019: the key 'b' appears twice in one object (keep one of them)\nTrue\n"
    assert (done.stdout, done.stderr) == (said, b"")


def test_many_keys_are_no_slower_to_refuse():
    text = "{" + ",".join(f'"k{n}": 0' for n in range(100_000)) + ', "k5": 1}'
    with pytest.raises(InputError, match="'k5' appears twice"):
        read_json(text, "f")


def test_numbers_no_reader_can_hold_are_not_finite():
    assert read_json("[NaN, 1e999, -Infinity]", "f")[1:] == [math.inf, -math.inf]
    assert read_json("9" * 5000, "f") == math.inf


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


@given(_JSON)
def test_valid_json_reads_as_python_reads_it(value):
    assert read_json(json.dumps(value), "f") == value


def structure(value):
    """How many commas and opening brackets the text of the value has outside of strings."""
    if not isinstance(value, dict | list):
        return 0
    inside = value.values() if isinstance(value, dict) else value
    return 1 + max(len(value) - 1, 0) + sum(map(structure, inside))


@given(_JSON, st.integers(0, 12), st.integers(1, 20))
def test_only_structure_counts_wherever_the_text_is_cut(value, limit, block):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(json_text, "MOST_VALUES", limit)
        patch.setattr(json_text, "_BLOCK", block)
        text = json.dumps(value, ensure_ascii=False)
        assert json_text._holds_too_much(text) is (structure(value) > limit)


@given(st.text(max_size=60))
def test_any_text_is_a_value_or_one_sentence(text):
    try:
        read_json(text, "f")
    except InputError as error:
        assert len(error.problems) == 1


def test_a_document_may_be_wide():
    wide = [[{}] for _ in range(2 * json_text.JSON_DEPTH)]
    assert read_json(json.dumps(wide), "f") == wide


def test_brackets_in_a_text_are_no_levels():
    text = "[" * 2 * json_text.JSON_DEPTH
    assert read_json(json.dumps(text), "f") == text
