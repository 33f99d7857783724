"""The table of the zoo: one line per case, at the end of the run and in a file if one is named."""

from pathlib import Path

HEAD = ("case", "revisions", "badge", "MUST ruled", "verdict", "seconds", "red")


def pytest_addoption(parser):
    parser.addoption("--zoo-table", metavar="FILE", help="write the table of the zoo there as well")


def pytest_terminal_summary(terminalreporter, config):
    reports = [report for group in terminalreporter.stats.values() for report in group]
    rows = [
        value
        for report in reports
        for name, value in getattr(report, "user_properties", ())
        if name == "zoo" and report.when == "call"
    ]
    if not rows:
        return
    lines = [HEAD, tuple("---" for _ in HEAD), *sorted(map(tuple, rows))]
    text = "".join(f"| {' | '.join(line)} |\n" for line in lines)
    terminalreporter.section("the zoo")
    terminalreporter.write(text)
    if config.getoption("--zoo-table", None):
        Path(config.getoption("--zoo-table")).write_text(text)
