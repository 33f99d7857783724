"""Golden files, fixture folders, and an environment that CI cannot colour."""

import os
import subprocess
import sys
from difflib import unified_diff
from itertools import islice
from pathlib import Path

import outside  # noqa: F401 - read before our own variables are taken out of sight
import pytest
from coverage import Coverage
from hypothesis import HealthCheck, is_hypothesis_test, settings

ROOT = Path(__file__).parent.parent
FIXTURES = ROOT / "fixtures"
_SCRUBBED = (
    *("GITHUB_", "RUNNER_", "CI", "NO_COLOR", "FORCE_COLOR", "MCPTEST_", "COLUMNS"),
    "COVERAGE_",  # core is covered by tests of core, not by what some process passes through
)

# The tests start a thousand processes: each would compile all of us again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False

# The same examples on every machine: a red build must be red for everybody.
settings.register_profile(
    "repeatable", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("repeatable")


def pytest_addoption(parser):
    parser.addoption("--update-golden", action="store_true", help="rewrite the golden files")


def pytest_collection():
    """The workers have started by now; whatever else starts sees nothing of what CI sets."""
    for name in [name for name in os.environ if name.startswith(_SCRUBBED)]:
        del os.environ[name]


def pytest_collection_modifyitems(config, items):
    """Tests of core, written by hand, cover core: not what a command or a search passes through."""
    core = ROOT / "tests" / "core"
    for item in items:
        of_core = core in item.path.parents or item.get_closest_marker("traced")
        if not of_core or is_hypothesis_test(getattr(item, "obj", None)):
            item.add_marker("untraced")
    if config.getoption("--update-golden"):
        items[:] = [item for item in items if "golden" in item.fixturenames]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item):
    tracing = Coverage.current() if item.get_closest_marker("untraced") else None
    if tracing is None:
        return (yield)
    tracing.stop()
    try:
        return (yield)
    finally:
        tracing.start()


@pytest.fixture
def golden(request):
    """Compare with a file that people can open; write it only when asked to."""

    def check(path: Path, actual: str) -> None:
        if request.config.getoption("--update-golden"):
            path.write_text(actual, encoding="utf-8", newline="")
        assert path.exists(), f"no golden file {path}; run make golden and read the diff"
        where = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
        expected = path.read_bytes().decode()
        diff = unified_diff(expected.splitlines(), actual.splitlines(), "golden", "now", n=1)
        shown = "\n".join(islice(diff, 40))
        assert actual == expected, f"{where} differs; see make golden\n{shown}"

    return check


@pytest.fixture
def git(tmp_path):
    """Commit everything below `tmp_path`; the commit's number."""

    def run(*words):
        who = ["-c", "user.name=n", "-c", "user.email=e@example.org", "-c", "commit.gpgsign=false"]
        done = subprocess.run(
            ["git", *who, *words], cwd=tmp_path, check=True, capture_output=True, text=True
        )
        return done.stdout.strip()

    def commit(message):
        run("init", "--quiet")
        run("add", "--all")
        run("commit", "--quiet", "--allow-empty", "-m", message)
        return run("rev-parse", "HEAD")

    return commit
