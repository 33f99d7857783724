"""Results of the official suite: what failed there, and where we disagree; the rest in numbers."""

from collections.abc import Iterator

from mcptest_action.core.checks.official import (
    FAULTS,
    Disagreement,
    Found,
    OfficialCheck,
    OfficialReport,
    OfficialRun,
    Scenario,
)
from mcptest_action.core.text import for_markdown, for_terminal, plural
from .lines import for_a_terminal, joined, table


def tally(run: OfficialRun) -> str:
    """The numbers, as phrases."""
    parts = [f"{run.count(Found.SUCCESS)} of {plural(run.total, 'check')} passed"]
    parts += [f"{run.count(Found.FAILURE)} failed", plural(run.count(Found.WARNING), "warning")]
    if run.untestable:
        parts.append(f"{run.untestable} of those because the server lacks what the check needs")
    return ", ".join(parts)


def source(run: OfficialRun) -> str:
    version = run.suite_version or "unknown"
    revisions = ", ".join(run.revisions) or "unknown"
    many = plural(len(run.scenarios), "scenario")
    return f"{many}; version of the suite: {version}; revisions: {revisions}"


def beside_ours(report: OfficialReport) -> str:
    """How it compares with our own examination, in a sentence."""
    if report.ours is None:
        return "not compared: add --with conformance.json, the report of our own checks"
    ended = "; our own examination is incomplete" if report.ours.is_incomplete else ""
    part = "; our own report is on a part of the checks" if report.ours.is_partial else ""
    if not report.compared:
        return f"not compared: there is nothing on which both have ruled{ended or part}"
    many = len(report.disagreements)
    asked = plural(report.compared, "question")
    found = f"they disagree on {many}" if many else "they agree on all of them"
    return f"both have ruled on {asked}, and {found}{ended or part}"


def faults(run: OfficialRun) -> list[tuple[Scenario, OfficialCheck]]:
    """Failures before warnings; what could not be tested comes last in each."""
    return [
        each
        for found in FAULTS
        for each in sorted(run.having(found), key=lambda pair: pair[1].is_untestable)
    ]


def where(scenario: Scenario, check: OfficialCheck) -> str:
    revision = f" in {scenario.revision}" if scenario.revision else ""
    return f"{scenario.name or scenario.file}:{check.id}{revision}"


def sides(each: Disagreement) -> tuple[str, str, str]:
    """What it is about, what the suite says, what we say."""
    ids = ", ".join(dict.fromkeys(check.id for check in each.theirs))
    where_found = f" in {each.revision}" if each.revision else ""
    theirs = "; ".join(dict.fromkeys(f"{check.found}: {check.because}" for check in each.theirs))
    ours = "; ".join(f"{row.id} {row.status}: {row.because}" for row in each.ours)
    return f"{ids}{where_found}", theirs, ours


@for_a_terminal
def official_pretty(report: OfficialReport) -> Iterator[str]:
    run = report.run
    yield f"official suite: {tally(run)}"
    yield f"  source      {for_terminal(source(run))}"
    if run.incomplete:
        yield f"  incomplete  {for_terminal(run.incomplete)}"
    yield f"  ours        {beside_ours(report)}"
    for each in report.disagreements:
        about, theirs, ours = map(for_terminal, sides(each))
        yield f"  DISAGREE    {about}"
        yield f"                they say: {theirs}"
        yield f"                we say: {ours}"
    for scenario, check in faults(run):
        yield f"  {check.found:<10}  {for_terminal(where(scenario, check))}"
        yield f"                {for_terminal(check.because)}"


@joined
def official_markdown(report: OfficialReport) -> Iterator[str]:
    run = report.run
    yield from ("### Official conformance suite", "", tally(run))
    yield from ("", f"Source: {for_markdown(source(run))}")
    if run.incomplete:
        yield from ("", f"- ❌ incomplete: {for_markdown(run.incomplete)}")
    yield from ("", f"- {for_markdown(beside_ours(report))}")
    rows = [f"| {' | '.join(map(for_markdown, sides(each)))} |" for each in report.disagreements]
    yield from table("| Question | They say | We say |", rows, "conformance.json")
    yield from table("| | Check | Found |", [_row(*each) for each in faults(run)], "checks.json")


def _row(scenario: Scenario, check: OfficialCheck) -> str:
    mark = "❌" if check.found is Found.FAILURE else "⚠️"
    cells = map(for_markdown, (where(scenario, check), check.because))
    return f"| {mark} {check.found} | {' | '.join(cells)} |"
