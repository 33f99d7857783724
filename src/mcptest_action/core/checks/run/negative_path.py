"""The section `negative_path` of `run.json`: counts where something was sent, else a reason."""

from collections.abc import Mapping, Sequence
from typing import Any

from mcptest_action.core.text import plural
from .bad_requests import BadRequests, of_probes, of_tests
from .delivery import called_tool
from .rebuild import Rebuilt

_NUMBERS = ("checks_run", "failures", "held_back", "breaks", "tools_probed")


def negative_path_section(run: Rebuilt, breaks: int) -> dict[str, Any]:
    """`breaks`: how often the server died, hung or broke the connection."""
    made = of_probes(run.record.results).plus(of_tests(run.record.tests))
    probed = _tools_probed(run)
    looked: dict[str, Any] = {}
    if made.checks_run or probed:
        looked = {"breaks": breaks, "tools_probed": probed}
    elif breaks:
        looked = {"breaks": breaks}
    if not made.checks_run:
        return {"planned": made.planned, **looked, "because": _why_none(run, made)}
    return {**made._asdict(), "gate_passed": made.gate_passed, **looked}


def _tools_probed(run: Rebuilt) -> int:
    """How many tools really got a probe; plans don't count."""
    record = run.record
    bad = (name for result in record.tests if result.bad_requests for name in result.attempts)
    checks = {*(result.check for result in record.results), *bad}
    names = {row.tool.name for row in run.plan}
    of_probes = (exchange for exchange in run.exchanges if exchange.key.check in checks)
    return len(names & {called_tool(exchange) for exchange in of_probes})


def _why_none(run: Rebuilt, made: BadRequests) -> str:
    if not run.config.calls_tools:
        return "calls are switched off (--calls none)"
    if made.planned:
        return f"of {plural(made.planned, 'planned bad request')}, none got an answer to rule on"
    if made.held_back:
        return f"the execution policy holds back all {made.held_back} of them"
    if not run.config.probing:
        return "only tests were run, and none of them sends bad requests"
    return "none was planned"


def merged_negative_path(sections: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Of several runs. A run that planned some and sent none spoils the gate of all."""
    planned = sum(int(one["planned"]) for one in sections)
    sums = {
        name: sum(int(one.get(name, 0)) for one in sections)
        for name in _NUMBERS
        if any(name in one for one in sections)
    }
    if "checks_run" not in sums:
        return {"planned": planned, **sums, "because": sections[0]["because"]}
    passed = BadRequests(planned, sums["checks_run"], sums["failures"]).gate_passed
    return {"planned": planned, **sums, "gate_passed": passed}
