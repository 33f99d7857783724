"""`security`: scan what a server lists, from a file or from the server itself. Calls no tool."""

from collections.abc import Mapping
from typing import NamedTuple

from mcptest_action.app.context import Context
from mcptest_action.app.exit_code import ExitCode
from mcptest_action.app.security_baseline import (
    GrantRequest,
    before,
    read_baseline,
    write,
    write_of_report,
)
from mcptest_action.app.session import opened, talk
from mcptest_action.app.setup import Setup
from mcptest_action.app.target import TargetRequest, server_of
from mcptest_action.core.checks.security import (
    Kind,
    Path,
    ScanInput,
    Scanned,
    ScanReport,
    Severity,
    ToList,
    as_known,
    lines_of,
    load_dump,
    rewritten,
    scan_input_of,
    scan_report,
    scanned,
    sentence_of,
)
from mcptest_action.core.checks.security.catalogue import RULES
from mcptest_action.core.document import read_json
from mcptest_action.core.protocol.surface import Surface
from mcptest_action.core.protocol.target import address_of
from mcptest_action.core.render.gating import EVERY_DEFECT, FindingFilter
from mcptest_action.core.render.security_formats import SECURITY_FORMATS, SecurityView
from mcptest_action.core.text import flag, for_terminal, unusable
from mcptest_action.shell.files import ARTIFACT_LIMIT, read_text, same_file

SEVERITIES = tuple(map(str, Severity))


class SecurityRequest(NamedTuple):
    target: TargetRequest
    dump: str | None
    """A file with what `tools/list` returned, instead of a server."""
    fail_on: str | None
    baseline: str | None
    write_baseline: str | None
    granted: GrantRequest
    report: str | None
    """A `security.json` to write a baseline from, instead of a scan."""
    kind: str | None
    form: str
    output: str | None
    transcript: str | None

    @property
    def gated(self) -> FindingFilter:
        """What counts as a failure. Without a demand, every defect is shown as a failure."""
        severities = EVERY_DEFECT.severities
        if self.fail_on:
            worse = SEVERITIES[: SEVERITIES.index(self.fail_on) + 1]
            severities = frozenset((Kind.DEFECT, severity) for severity in worse)
        return (
            FindingFilter(frozenset(), severities) if self.baseline else FindingFilter(severities)
        )


class Scan(NamedTuple):
    found: Scanned
    file: str
    """What findings are pointed at in: the dump, or the file that names the server."""
    text: str = ""
    """Of the dump."""
    places: Mapping[str, Path] = {}

    def lines(self) -> dict[str, int]:
        """Where in the file the findings are; empty for a file that only names the server."""
        if not self.text:
            return {}
        pointers = {finding.hit.pointer for finding in self.found.findings}
        lines = lines_of(self.text, self.places, pointers)
        # By the pointers as they stand in the document, where all can be seen.
        return {sentence_of(pointer): line for pointer, line in lines.items()}


def run(request: SecurityRequest, context: Context) -> ExitCode:
    _check_outputs(request)
    if request.report and request.write_baseline:
        write_of_report(request.report, request.write_baseline, request.granted, context)
        return ExitCode.OK
    now = context.now
    baseline = read_baseline(request.baseline, now) if request.baseline else None
    grant = request.granted.grant(now)
    old = before(request.write_baseline, baseline, now) if request.write_baseline else None
    with context.replacing(request.output):
        scan = _scan(request, context)
    report = scan_report(scan.found, baseline)
    view = SecurityView(request.kind, request.gated, scan.file, scan.lines)
    context.deliver(SECURITY_FORMATS[request.form](report, view), request.output)
    if request.write_baseline:
        write(request.write_baseline, rewritten(_written(scan.found, report), old, grant), context)
    unmet = _unmet(report, request)
    if not unmet:
        return ExitCode.OK
    context.console.note(f"exit 1: {for_terminal(unmet)}")
    return ExitCode.GATE_FAILED


def _check_outputs(request: SecurityRequest) -> None:
    outputs = (("output", request.output), ("write-baseline", request.write_baseline))
    for name, path in outputs:
        if path and request.dump and same_file(path, request.dump):
            raise unusable(flag(name), f"would overwrite the input {path}", "choose another file")


def _written(found: Scanned, report: ScanReport) -> ToList:
    """What a baseline is made of."""
    waiting = tuple(rule.id for rule in report.rules if report.why_not_run(rule))
    return ToList(tuple(map(as_known, found.findings)), waiting, bool(report.incomplete))


def _scan(request: SecurityRequest, context: Context) -> Scan:
    config = request.target.config
    if request.dump is None:
        return Scan(scanned(_of_server(request, context), RULES), config.file)
    text = read_text(request.dump, ARTIFACT_LIMIT)
    dump = load_dump(read_json(text, request.dump), request.dump)
    inputs = scan_input_of(dump.surface, config.execution, config.tools)
    return Scan(scanned(inputs, RULES), request.dump, text, dump.places)


def _of_server(request: SecurityRequest, context: Context) -> ScanInput:
    server, config = server_of(request.target), request.target.config
    setup = Setup(server, request.target, context, request.transcript)
    inputs = scan_input_of(talk(lambda: _list(setup)), config.execution, config.tools)
    return inputs._replace(url=address_of(server.target).url)


async def _list(setup: Setup) -> Surface:
    async with opened(setup) as session:
        return session.surface


def _unmet(report: ScanReport, request: SecurityRequest) -> str:
    """Which demand isn't met; empty if there is no demand. An incomplete scan meets none."""
    if request.fail_on is None:
        return ""
    if report.incomplete:
        return f"the scan is incomplete: {report.incomplete}"
    if not any(report.listed):
        return "nothing was scanned: there is nothing in the lists"
    failing = sum(map(request.gated.has, report.findings))
    new = "new " if request.baseline else ""
    defects = "defect" if failing == 1 else "defects"
    return f"{failing} {new}{defects} of severity {request.fail_on} or worse" if failing else ""
