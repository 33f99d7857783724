"""`fixtures/policy/<case>/`: a policy and its artifacts give what `expected.txt` says.

In `fixtures/layers` the policies extend others, which lie beside them.

`expected.txt` is written by hand from the specification. `reasons.txt` has the reasons of all cases,
and is a golden file; so is `verdict.json`, in the few folders that show what it can hold.
"""

import json
from pathlib import Path

import pytest
from conftest import FIXTURES, ROOT
from jsonschema import Draft202012Validator
from simulation import offline_gate

from mcptest_action.core.render.report_json import render_json
from mcptest_action.core.text.errors import InputError

SCHEMA = ROOT / "src" / "mcptest_action" / "schemas" / "verdict.schema.json"
VALIDATOR = Draft202012Validator(json.loads(SCHEMA.read_text()))
ROOMS = ("policy", "layers")
FOLDERS = sorted(path for room in ROOMS for path in (FIXTURES / room).iterdir() if path.is_dir())
REFUSED = [each for each in FOLDERS if (each / "expected.txt").read_text().startswith("error: ")]
CASES = [each for each in FOLDERS if each not in REFUSED]


def summary(verdict: dict) -> list[str]:
    """The whole verdict in the words of `expected.txt`."""
    breaches = len(verdict["waiver_breaches"])
    return [
        f"verdict: {verdict['verdict']}",
        *(f"{rule['id']}: {rule['outcome']}" for rule in verdict["rules"]),
        *(f"waiver {waiver['rule']}: {waiver['state']}" for waiver in verdict["waivers"]),
        *([f"breaches: {breaches}"] if breaches else []),
    ]


def reasons(verdict: dict) -> list[str]:
    """What users read beside it."""
    return [
        *(f"{rule['id']}: {rule['because']}" for rule in verdict["rules"]),
        *(f"waiver {waiver['rule']}: {waiver['because']}" for waiver in verdict["waivers"]),
        *(told["message"] for told in (*verdict["waiver_breaches"], *verdict["notices"])),
    ]


def judged(folder: Path) -> str:
    return render_json(offline_gate(folder))


@pytest.mark.parametrize("folder", REFUSED, ids=lambda folder: folder.name)
def test_input_that_is_refused(folder, golden):
    where, word = (folder / "expected.txt").read_text().splitlines()
    with pytest.raises(InputError) as caught:
        offline_gate(folder)
    sentence = str(caught.value)
    assert sentence.startswith(where.removeprefix("error: "))
    assert word.removeprefix("contains: ") in sentence
    golden(folder / "error.txt", f"{sentence}\n")


@pytest.mark.parametrize("folder", CASES, ids=lambda folder: folder.name)
def test_case(folder, golden):
    """`expected.txt` says all of the verdict: each rule's outcome, each waiver's state."""
    text = judged(folder)
    VALIDATOR.validate(json.loads(text))
    assert summary(json.loads(text)) == (folder / "expected.txt").read_text().splitlines()
    if (folder / "verdict.json").exists():
        golden(folder / "verdict.json", text)


@pytest.mark.parametrize("room", ROOMS)
def test_the_reasons(golden, room):
    folders = [folder for folder in CASES if folder.parent.name == room]
    said = {folder.name: reasons(json.loads(judged(folder))) for folder in folders}
    lines = [
        line for name, texts in said.items() for line in (name, *(f"  {t}" for t in texts), "")
    ]
    golden(FIXTURES / room / "reasons.txt", "\n".join(lines))


def test_there_are_enough_cases():
    assert len(FOLDERS) >= 60
    assert len(list((FIXTURES / "policy").glob("*/verdict.json"))) >= 3
