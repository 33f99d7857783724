"""`waiver list`, `policy facts`, `schema`: lists to read."""

from collections.abc import Iterable
from typing import NamedTuple

from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.app.simulate import read_policy
from mcptest_action.core.policy import is_over, list_waivers
from mcptest_action.core.render.fact_catalogue import facts_document, facts_markdown, facts_pretty
from mcptest_action.core.render.report_json import dump
from mcptest_action.core.render.waiver_list import waivers_document, waivers_pretty
from mcptest_action.core.text import flag
from mcptest_action.core.text.duration import after, parse_duration
from mcptest_action.shell.schemas import read_schema


class WaiversRequest(NamedTuple):
    policy: str
    expiring_in: str | None
    fail_on: str | None
    """One of `FAIL_ON`: which waivers are exit code 1."""
    now: str | None
    form: str
    output: str | None


def list_policy_waivers(request: WaiversRequest, context: Context) -> ExitCode:
    now, end = context.at(request.now), None
    if request.expiring_in is not None:
        named = flag("expiring-in")
        end = after(now, parse_duration(request.expiring_in, named), named)
    policy = read_policy(request.policy)
    listed = list_waivers(policy, now=now, ending_by=end)
    if request.form == "json":
        text = dump(waivers_document(listed))
    else:
        text = waivers_pretty(policy, listed)
    context.deliver(text, request.output)
    if request.fail_on and any(is_over(one, request.fail_on, ending_by=end) for one in listed):
        return ExitCode.GATE_FAILED
    return ExitCode.OK


def list_facts(
    form: str, output: str | None, commands: Iterable[str], context: Context
) -> ExitCode:
    """List the facts that can be made, and which of the commands make them."""
    match form:
        case "json":
            text = dump(facts_document())
        case "markdown":
            text = facts_markdown(commands)
        case _:
            text = facts_pretty()
    context.deliver(text, output)
    return ExitCode.OK


def print_schema(name: str, output: str | None, context: Context) -> ExitCode:
    context.deliver(read_schema(name), output)
    return ExitCode.OK
