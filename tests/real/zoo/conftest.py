"""The table of the zoo: one line per case, at the end of the run and in a file if one is named."""

import json
import shutil
from pathlib import Path

import pytest
from real.zoo.cases import LEFT_OUT, cases
from real.zoo.outcome import Line
from xdist.scheduler import LoadScopeScheduling

HEAD = ("case", "revisions", "badge", "MUST ruled", "verdict", "red")
BEFORE = ("badge before", "ruled before", "verdict before")
PACKAGES = {case.name: case.family.package for case in cases()}
UNKNOWN = {"badge": "?", "must_ruled": "?", "verdict": "?"}


def pytest_addoption(parser):
    parser.addoption("--zoo-table", metavar="FILE", help="write the table of the zoo there as well")
    parser.addoption("--zoo-before", metavar="FILE", help="JSON: what each case had been before")
    parser.addoption("--zoo-keep", metavar="FOLDER", help="keep the artifacts of each case there")


class ByPackage(LoadScopeScheduling):
    """All cases of a package go to one worker: two must not install it at the same time."""

    def _split_scope(self, nodeid):
        package = PACKAGES.get(nodeid.partition("[")[2].rstrip("]"))
        return f"{package.name} {package.version}" if package else nodeid


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config, log):
    return ByPackage(config, log)


@pytest.fixture(scope="session")
def zoo_folder(pytestconfig):
    """Where the artifacts of a case are kept, made anew; nothing if they are not."""
    keep = pytestconfig.getoption("--zoo-keep", None)

    def folder(name):
        if keep is None:
            return None
        place = Path(keep).absolute() / name
        shutil.rmtree(place, ignore_errors=True)
        place.mkdir(parents=True)
        return place

    return folder


def pytest_terminal_summary(terminalreporter, config):
    lines = sorted(
        Line(*value)
        for group in terminalreporter.stats.values()
        for report in group
        if getattr(report, "when", None) == "call"
        for name, value in report.user_properties
        if name == "zoo"
    )
    if not lines:
        return
    before = config.getoption("--zoo-before", None)
    text = table(lines, json.loads(Path(before).read_text()) if before else None) + left_out()
    terminalreporter.section("the zoo")
    terminalreporter.write(text)
    if config.getoption("--zoo-table", None):
        Path(config.getoption("--zoo-table")).write_text(text)


def table(lines, before):
    if before is None:
        return markdown(HEAD, lines)
    wide = []
    for line in lines:
        old = before.get(line.case, UNKNOWN)
        wide.append((*line, old["badge"], old["must_ruled"], old["verdict"]))
    return markdown((*HEAD, *BEFORE), wide)


def left_out():
    rows = [(each.package, each.version or "all", each.why) for each in LEFT_OUT]
    return "\nLeft out:\n\n" + markdown(("package", "version", "why"), rows)


def markdown(head, rows):
    cells = [head, tuple("---" for _ in head), *rows]
    return "".join(f"| {' | '.join(row)} |\n" for row in cells)
