"""What a reviewer reads is what counts: no line ends or turns without being seen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcptest_action.core.authoring.mock.source import read_source
from mcptest_action.core.checks.conformance.expected import load_expected
from mcptest_action.core.checks.suite.load import load_suite
from mcptest_action.core.document.reviewed import check_reviewed
from mcptest_action.core.document.yaml_text import read_yaml
from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.request.config import load_config
from mcptest_action.core.text import InputError, is_blank

READERS = {
    "policy": lambda text: load_policy(text, "f"),
    "suite": lambda text: load_suite(text, "f", {}),
    "configuration": lambda text: load_config(text, "f"),
    "expected failures": lambda text: load_expected(text, "f"),
    "manifest of a mock": lambda text: read_source(text, "f.yml"),
}
ENDS = ", or write it as an escape in double quotes"
REFUSED = {
    **dict.fromkeys(
        "\r\x85\u2028\u2029",
        f"ends the line for a machine, but not in a diff (end lines with LF or CR LF{ENDS})",
    ),
    **dict.fromkeys(
        "\u061c\u200e\u200f\u202a\u202e\u2066\u2069",
        f"changes the order in which people see what follows (remove it{ENDS})",
    ),
    **dict.fromkeys(
        "\xad\u034f\u115f\u180e\u200b\u200c\u200d\u2060\u2064\u3164\ufe00\ufe0f\uffa0\ufff9\U0001bca0\U0001d173"
        "\U000e0041\U000e0100",
        f"cannot be seen (remove it{ENDS})",
    ),
    "\ufeff": "cannot be seen, and belongs at the start of a file only (remove it)",
    "\x0b": "does not belong in a text file (is this a binary file?)",
    "\x0c": "does not belong in a text file (is this a binary file?)",
}
SOUND = [
    "a: 1\r\nb: 2\r\n",
    "a: שלום עולם\nb: مرحبا\n",
    "a: 👩\u200d💻 ⚠\ufe0f ☎\ufe0e ©\ufe0f 1\ufe0f\u20e3\n",
    "a: 🏳\ufe0f\u200d🌈 👩🏽\u200d❤\ufe0f\u200d💋\u200d👨🏿\n",
    "a: 🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f\n",
    "a: می\u200cخواهم کتاب\u200cها\n",
    "a: क्\u200dष र\u200d्य\nb: ന്\u200d\n",
    "a: a\u00a0b\tc\n",
    'a: "\\u2028 \\N \\L \\P \\r \\u202e \\uFEFF"\n',
]


@pytest.mark.parametrize("reader", READERS)
@pytest.mark.parametrize("character", REFUSED, ids=ascii)
def test_every_file_that_people_review_is_read_so(reader, character):
    text = f'version: "1.0"\r\n# end{character}  more: here\n'
    with pytest.raises(InputError) as caught:
        READERS[reader](text)
    (problem,) = caught.value.problems
    assert (problem.line, problem.column) == (2, 6)
    code = f"the character U+{ord(character):04X}"
    assert problem.sentence == f"{code} {REFUSED[character]}"


@pytest.mark.parametrize("text", SOUND, ids=ascii)
def test_other_writing_emoji_and_escapes_may_stay(text):
    check_reviewed(text, "f")
    read_yaml(text, "f")


@pytest.mark.parametrize(
    "text",
    [
        "leaks\u200b", "le\u00adaks", "leaks\ufe0f", "leaks\u200d", "1\ufe0f", "é\u200dé", "é\ufe0f",
        "می\u200c", "می\u200c\u200cخ", "👩\u200d", "👩\u200dx", "👩\u200c💻", "⚠\ufe0f\ufe0f", "我\ufe0f",
        "🏴\U000e006c\U000e0065\U000e0061\U000e006b", "x\U000e0067\U000e007f", "שלום\u200f",
    ],
    ids=ascii,
)  # fmt: skip
def test_where_nothing_needs_it_an_invisible_character_is_refused(text):
    """A test that expects `not: {contains: …}` would pass, and a reviewer would not see why."""
    with pytest.raises(InputError, match=r"^f:1:\d+: the character U\+"):
        check_reviewed(f"a: {text}\n", "f")


@given(st.text(st.characters(exclude_characters="\n"), max_size=20))
def test_behind_any_comment_the_next_line_begins_where_an_editor_says(comment):
    try:
        root = read_yaml(f"# {comment}\nkey: 1\n", "f")
    except InputError:
        return
    assert [field.name.text for field in root.fields] == ["key"]
    assert root.start[:2] == (2, 1)


UNSEEN = [
    "", " \t\n", "\u00a0\u3000\u2003", "\u200b", "\u200d\u2060\ufeff", "\u3164\u115f\u1160\uffa0",
    "\u2800", "\u00ad\u034f\u061c", "\ufe0f\U000e0100", "\U000e0041\U000e007f", "\u0301\u20dd",
    "\ue000", "\U0001d159", "\U00013441", "\u180e\u17b4", "\x7f\x85", "\ud800", "\u2028",
    "\ufffc",
]  # fmt: skip


@pytest.mark.parametrize("text", UNSEEN, ids=ascii)
def test_nobody_can_see_it(text):
    assert is_blank(text)


@pytest.mark.parametrize(
    "text", ["x", "é", "e\u0301", "我", "ש", ".", "0", "👩\u200d💻", "\u3164a"]
)
def test_somebody_can_see_it(text):
    assert not is_blank(text)


WAIVED = """\
version: "1.0"
rules: [{{id: a, fact: run.total, min: 1}}]
waivers:
  - rule: a
    owner: {owner}
    reason: {reason}
    issue: {issue}
    expiry: "2099-01-01T00:00:00Z"
waiver_policy: {{require_issue: true}}
"""


@pytest.mark.parametrize("unseen", ["\u2800", "\ufffc", '"\\u200b"', '"\\u3164"', '"\\u3000"'])
@pytest.mark.parametrize(("key", "line"), [("owner", 5), ("reason", 6), ("issue", 7)])
def test_an_owner_whom_nobody_can_see_is_missing(key, line, unseen):
    fields = {"owner": "me", "reason": "because", "issue": "GH-1"}
    load_policy(WAIVED.format(**fields), "policy.yml")
    with pytest.raises(InputError) as caught:
        load_policy(WAIVED.format(**fields | {key: unseen}), "policy.yml")
    problem = caught.value.problems[-1]
    assert problem.where == f"policy.yml:{line}:5"
    assert problem.what.startswith(f"waivers[0]: {key} ")


def test_an_id_that_nobody_can_see_is_missing():
    text = 'version: "1.0"\nrules: [{id: "\\u200b", fact: run.total, min: 1}]\n'
    with pytest.raises(InputError, match=r"rules\[0\]: id holds nothing that can be seen"):
        load_policy(text, "policy.yml")
