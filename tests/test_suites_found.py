"""`mcptest run` without a suite: what it takes, in which order, and what it says if there is none."""

import json
import sys

import pytest
from in_process import mcptest_text

SERVERS = f"servers: {{demo: {{command: '{sys.executable}', args: [-m, mcptest_action, mock, --preset, demo]}}}}\n"  # fmt: skip
SUITE = "tools: [{name: %s, tool: search_records, args: {query: a}}]\n"


def ran(folder, *words):
    """The tests that it ran."""
    done = mcptest_text("run", *words, "--reporter", "json", "--output", "run.json", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "note: running " in done.stderr or words
    tests = json.loads((folder / "run.json").read_text())["tests"]
    return [test["id"].rpartition("::")[2] for test in tests]


@pytest.fixture
def place(tmp_path):
    (tmp_path / "mcptest.yml").write_text(SERVERS)
    for name in ("one", "two", "three"):
        (tmp_path / f"{name}.yml").write_text(SUITE % name)
    return tmp_path


def test_without_any_it_says_what_it_looked_for(place):
    done = mcptest_text("run", "--reporter", "json", "--output", "run.json", cwd=place)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "error: mcptest run: there is no suite here; looked for suites: in mcptest.yml, "
        "mcptest-suite.yml and suites/ (name a suite, or write one: "
        "mcptest scaffold --output mcptest-suite.yml)\n"
    )
    assert not (place / "run.json").exists()


def test_the_usual_names_are_found_all_of_them(place):
    (place / "one.yml").rename(place / "mcptest-suite.yml")
    assert ran(place) == ["one"]
    (place / "suites").mkdir()
    (place / "two.yml").rename(place / "suites" / "two.yml")
    assert ran(place) == ["one", "two"]
    (place / "mcptest-suite.yml").unlink()
    assert ran(place) == ["two"]


@pytest.mark.parametrize("said", ["suites: three.yml\n", "gate: {suite: [three.yml], out: x}\n"])
def test_the_configuration_comes_first_and_a_word_before_it(place, said):
    (place / "one.yml").rename(place / "mcptest-suite.yml")
    (place / "mcptest.yml").write_text(SERVERS + said)
    assert ran(place) == ["three"]
    assert ran(place, "two.yml") == ["two"]
    (place / "mcptest.yml").rename(place / "other.yml")
    assert ran(place, "--config", "other.yml") == ["three"]


def test_an_empty_list_says_nothing(place):
    (place / "mcptest.yml").write_text(f"{SERVERS}suites: []\n")
    assert mcptest_text("run", cwd=place).returncode == 2


def test_the_gate_runs_the_same_suites(place):
    (place / "mcptest.yml").write_text(f"{SERVERS}suites: [three.yml]\n")
    done = mcptest_text("gate", "--conformance", "off", cwd=place)
    assert done.returncode == 0, done.stderr
    run = json.loads((place / "mcptest-out" / "run.json").read_text())
    assert run["suite"]["ran"] == 1


def test_the_reporter_goes_by_the_name_that_other_commands_have(place):
    words = ("run", "one.yml", "--calls", "none")
    done = [mcptest_text(*words, name, "junit", cwd=place) for name in ("--reporter", "--format")]
    assert done[0].stdout == done[1].stdout
    assert "<testsuites" in done[0].stdout
    both = mcptest_text(*words, "--reporter", "json", "--format", "json", cwd=place)
    assert both.returncode == 2
    assert "is given twice" in both.stderr
