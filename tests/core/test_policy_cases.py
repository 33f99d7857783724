"""`fixtures/policy/<case>/`: a policy and its artifacts give what `expected.txt` says.

`expected.txt` is written by hand from the specification; `verdict.json` is the golden file.
"""

import json

import pytest
from conftest import FIXTURES
from simulation import offline_gate

from mcptest_action.core.errors import InputError
from mcptest_action.core.render.report_json import render_json

CASES = sorted(path for path in (FIXTURES / "policy").iterdir() if path.is_dir())


def summary(verdict: dict, asked: list[str]) -> list[str]:
    """The verdict in the words of `expected.txt`, as far as that file asks."""
    lines = [f"verdict: {verdict['verdict']}"]
    lines += [f"{rule['id']}: {rule['outcome']}" for rule in verdict["rules"]]
    states = {f"waiver {w['rule']}": w["state"] for w in verdict["waivers"]}
    states["breaches"] = str(len(verdict["waiver_breaches"]))
    wanted = [line.rpartition(": ")[0] for line in asked[len(lines) :]]
    return lines + [f"{name}: {states.get(name, 'not there')}" for name in wanted]


@pytest.mark.parametrize("folder", CASES, ids=lambda folder: folder.name)
def test_case(folder, golden):
    expected = (folder / "expected.txt").read_text().splitlines()
    if expected[0].startswith("error: "):
        where = expected[0].removeprefix("error: ")
        word = expected[1].removeprefix("contains: ")
        with pytest.raises(InputError) as caught:
            offline_gate(folder)
        sentence = str(caught.value)
        assert sentence.startswith(where)
        assert word in sentence
        golden(folder / "error.txt", f"{sentence}\n")
        return
    text = render_json(offline_gate(folder))
    assert summary(json.loads(text), expected) == expected
    golden(folder / "verdict.json", text)


def test_there_are_enough_cases():
    assert len(CASES) >= 60
