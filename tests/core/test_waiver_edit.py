"""`fixtures/waiver-add/<case>/`: granting a waiver turns `before.yml` into `after.yml`.

The request is `rule` of `grant.json` (or its defaults); what must not change, does not.
"""

import difflib
import json

import pytest
from conftest import FIXTURES
from simulation import NOON

from mcptest_action.core.document.yaml_value import quote
from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.policy.waiver_edit import Grant, edit_waiver
from mcptest_action.core.policy.waiver_grant import WaiverRequest, grant
from mcptest_action.core.text.errors import InputError
from mcptest_action.core.text.timestamp import parse_timestamp

NOW = parse_timestamp(NOON)
FOLDER = FIXTURES / "waiver-add"
CASES = sorted(path for path in FOLDER.iterdir() if path.is_dir())
DEFAULTS = {"rule": "slow", "owner": "web-team", "reason": "A fix is in review."}


def request_of(folder):
    file = folder / "grant.json"
    given = json.loads(file.read_text()) if file.exists() else {}
    expiry = parse_timestamp("2027-02-16T12:00:00Z")
    given["findings"] = tuple(given.get("findings", ()))
    return WaiverRequest(**{**DEFAULTS, "expires_at": expiry, "created": NOW, **given})


@pytest.mark.parametrize("folder", CASES, ids=lambda folder: folder.name)
def test_edit(folder, golden):
    before = (folder / "before.yml").read_bytes().decode()
    try:
        edited = edit_waiver(before, "policy.yml", grant(request_of(folder)))
    except InputError as error:
        assert folder.name.startswith("bad-"), error
        golden(folder / "error.txt", f"{error}\n")
        return
    assert not folder.name.startswith("bad-")
    golden(folder / "after.yml", edited.text)
    comments = [line for line in before.splitlines() if line.lstrip().startswith("#")]
    assert [c for c in comments if c not in edited.text] == []
    assert edited.renewed == folder.name.startswith("renew")
    line = edited.text.splitlines()[edited.line - 1]
    assert quote(request_of(folder).rule) in line or "rule" in line or line.strip() == "-"
    again = edit_waiver(edited.text, "policy.yml", grant(request_of(folder)))
    assert (again.text, again.renewed) == (edited.text, True), "renewing twice changes nothing"


def test_only_lines_are_added_when_a_rule_gets_its_first_waiver():
    folder = FOLDER / "block-list"
    before, after = (
        (folder / name).read_text().splitlines() for name in ("before.yml", "after.yml")
    )
    changes = [line[0] for line in difflib.ndiff(before, after)]
    assert "-" not in changes


@pytest.mark.parametrize(
    ("field", "value", "sentence"),
    [
        ("owner", "  ", "--owner: it is empty (write something)"),
        ("owner", "\u3164", "--owner: it holds nothing that can be seen (write something)"),
        ("reason", "\u2800\u200b", "--reason: it holds nothing that can be seen (write something)"),
        (
            "reason",
            "a\u2028b",
            "--reason: it holds a line break or a character that cannot be seen",
        ),
        (
            "owner",
            "sec\u3164team",
            "--owner: it holds a line break or a character that cannot be seen",
        ),
        ("reason", "a\nb", "--reason: it holds a line break or a character that cannot be seen"),
        (
            "issue",
            "\u202e1",
            "--issue: it holds a line break or a character that cannot be seen",
        ),
        ("up_to", "many", "--up-to: 'many' is not a finite number"),
        ("up_to", ".inf", "--up-to: '.inf' is not a finite number"),
        ("up_to", "true", "--up-to: 'true' is not a finite number"),
    ],
)
def test_a_request_is_checked_before_anything_is_written(field, value, sentence):
    request = request_of(FOLDER / "block-list")._replace(**{field: value})
    with pytest.raises(InputError) as caught:
        grant(request)
    assert str(caught.value) == sentence


@pytest.mark.parametrize(
    "text",
    ["plain", "two words", "no", "true", "null", "1", "1e5", "2026-12-31", "a: b", "a #b", "- x",
     "[x]", "{x}", "*x", "&x", "!x", "%x", "@x", "'x'", '"x"', "back\\slash", "x:", "Ünïcode", "😀",
     "全角\u3000空白", "trailing.", "a  b", "~"],
)  # fmt: skip
def test_a_quoted_word_reads_back_as_itself(text):
    fields = {"owner": quote(text), "reason": quote(text), "expiry": quote("2027-01-01T00:00:00Z")}
    before = 'version: "1.0"\nrules: [{id: slow, fact: run.total, max: 1}]\n'
    edited = edit_waiver(before, "policy.yml", Grant("slow", fields))
    (waiver,) = load_policy(edited.text, "policy.yml").waivers
    assert (waiver.owner, waiver.reason) == (text, text)
