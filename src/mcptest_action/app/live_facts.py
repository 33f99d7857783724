"""`policy facts --live`: the facts of artifacts on disk, with their values."""

from collections.abc import Mapping
from typing import NamedTuple

from mcptest_action.app.artifact_files import left_by_a_gate, sources_of
from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.core.facts import read_facts
from mcptest_action.core.pipeline.judging import documents_in
from mcptest_action.core.render.fact_catalogue import live_facts_document, live_facts_pretty
from mcptest_action.core.render.report_json import dump
from mcptest_action.core.text import flag, unusable


class LiveFactsRequest(NamedTuple):
    artifacts: Mapping[str, str]
    """Files, by the flag that names them; none for those of the last gate."""
    out: str
    """Where the last gate has left its artifacts."""
    now: str | None
    form: str
    output: str | None


def show(request: LiveFactsRequest, context: Context) -> ExitCode:
    if request.form == "markdown":
        what = "the values of facts are shown as pretty or json"
        raise unusable(flag("format", request.form), what, f"leave out {flag('live')}, or choose")
    artifacts = request.artifacts or left_by_a_gate(request.out, context)
    if not artifacts:
        what = "there is no artifact to read facts from"
        hint = f"name one, such as {flag('run-report')}, or run mcptest gate first"
        raise unusable(request.out, what, hint)
    documents = documents_in(sources_of(artifacts))
    pool = read_facts(documents, now=context.at(request.now))
    text = dump(live_facts_document(pool)) if request.form == "json" else live_facts_pretty(pool)
    context.deliver(text, request.output)
    return ExitCode.OK
