"""What a gate was asked to do, and what it needs before it starts anything."""

import os
from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from mcptest_action.app.artifact_files import sources_of
from mcptest_action.app.deciding_files import DecidingFiles
from mcptest_action.app.policy_file import POLICY
from mcptest_action.app.policy_layers import read_given
from mcptest_action.app.publisher import PublishRequest
from mcptest_action.app.registry_files import paths_of, ready_config
from mcptest_action.app.report_files import ReportFiles
from mcptest_action.app.suite_environment import for_suites
from mcptest_action.app.suites_over_base import read_deciding_suites
from mcptest_action.app.target import TargetRequest
from mcptest_action.core.checks.readiness import ReadyConfig
from mcptest_action.core.checks.suite import SuiteFile, servers_in
from mcptest_action.core.facts import conformance, readiness, run_report, security, surface
from mcptest_action.core.pipeline.judging import Given, built_in_policy
from mcptest_action.core.policy import Rule
from mcptest_action.core.policy.default import Looked
from mcptest_action.core.render import Source
from mcptest_action.core.request.config import Config
from mcptest_action.core.text import flag, unusable
from mcptest_action.shell.files import cited
from mcptest_action.shell.our_image import MOUNT, goes_with_us

if TYPE_CHECKING:
    from mcptest_action.core.pipeline.configs import RecordedBaseline


class GateRequest(NamedTuple):
    target: TargetRequest
    policy: str | None
    """None for `policy.yml`, if it is there, else for the built-in one."""
    deciding: DecidingFiles
    """Where policy, baseline and suites come from."""
    baseline: str | None
    suites: tuple[str, ...]
    artifacts: Mapping[str, str]
    """Files of artifacts made elsewhere, by the flag that names them."""
    files: ReportFiles
    publishing: PublishRequest
    plan: bool
    """Whether to say what would be called, and stop."""
    only: tuple[str, ...]
    skip: tuple[str, ...]
    deep_scan: bool
    conformance: str | None
    """on, off, or None for what goes without saying; so for the scan."""
    security_scan: str | None
    server_json: str | None
    """What is published to the MCP registry, for policies that ask about it."""
    token_env: str
    form: str

    @property
    def examines(self) -> bool:
        """Whether the gate checks conformance. Users who pick probes want those, and quickly."""
        return self.conformance == "on" or (self.conformance is None and not self.only)

    @property
    def scans(self) -> bool:
        """Whether the gate scans by itself. It doesn't if the user brings a scan along."""
        brought = security.FLAG in self.artifacts
        return self.security_scan == "on" or (self.security_scan is None and not brought)


class GateInputs(NamedTuple):
    """What a gate needs besides the server, read before it starts anything."""

    given: Given
    suites: tuple[SuiteFile, ...]
    target: TargetRequest
    """Where nothing else names a server, the suites do."""
    policy: str | None
    """The path of the policy; None for the built-in one."""
    baseline: "RecordedBaseline | None" = None
    """The known findings that this gate's scan is held against."""
    ready: ReadyConfig | None = None
    """What the policy asks on behalf of directories; None where a report was brought along."""

    @property
    def live(self) -> bool:
        """Whether there is a server to talk to."""
        return bool(self.target.is_named or self.target.config.servers or self.suites)


def read_inputs(request: GateRequest, now: datetime) -> GateInputs:
    source, policy = _policy(request)
    home = request.files.here.home
    suites: tuple[SuiteFile, ...] = ()
    if request.suites:
        environment = for_suites(os.environ, request.token_env)
        suites = read_deciding_suites(request.deciding, request.suites, environment, home)
    target = request.target._replace(config=_with_servers(request.target, suites))
    inputs = GateInputs(read_given(source, request.deciding), suites, target, policy)
    _refuse_made_twice(request, live=inputs.live)
    inputs = inputs._replace(baseline=_baseline(request, now, live=inputs.live))
    given = inputs.given._replace(sources=(source, *sources_of(request.artifacts, home)))
    ready = None
    if inputs.live and readiness.FLAG not in request.artifacts:
        ready = ready_config(given.policy, request.server_json, home)
    return inputs._replace(given=given, ready=ready)


def _baseline(request: GateRequest, now: datetime, *, live: bool) -> "RecordedBaseline | None":
    """The known findings. Without a scan of this gate there is nothing to hold against them."""
    path, brought = request.baseline, request.artifacts.get(security.FLAG)
    if path is None:
        return None
    if not live:
        what, hint = "there is no server to scan", "name one, or leave it out"
    elif brought:
        what = f"the scan is not made by this gate, but comes from {brought}"
        hint = f"leave one of them out, or add {flag('baseline')} where that scan is made"
    elif not request.scans:
        what, hint = (
            f"nothing is scanned with {flag('security-scan', 'off')}",
            "leave one of them out",
        )
    else:
        # Imported late: a verdict on artifacts, and most gates, have none.
        from mcptest_action.core.pipeline.configs import read_baseline  # noqa: PLC0415

        content = request.deciding.needed(path)
        return read_baseline(content, cited(path, request.files.here.home), path, now=now)
    raise unusable(flag("baseline"), what, hint)


def protecting(request: GateRequest, inputs: GateInputs) -> GateRequest:
    """The request, which writes no report over what the inputs name in turn either: policies that
    the policy extends, and files of packages.
    """
    named = [parent.path for parent in inputs.given.parents]
    if request.server_json and inputs.ready and inputs.ready.registry:
        named += paths_of(request.server_json, inputs.ready.registry)
    files = request.files._replace(inputs=(*request.files.inputs, *named))
    files.check()
    return request._replace(files=files)


def _policy(request: GateRequest) -> tuple[Source, str | None]:
    """The policy named by the user, policy.yml, or ours; and its path. Reports cite it from the
    workspace.
    """
    named, files = request.policy, request.deciding
    content = files.optional(POLICY) if named is None else files.needed(named)
    if content is None:
        return built_in_policy(_looked_at(request)), None
    path = named or POLICY
    return Source("--policy", cited(path, request.files.here.home), content, path), path


def _looked_at(request: GateRequest) -> Looked:
    # Imported late: a verdict on artifacts doesn't need the probes.
    from mcptest_action.core.checks.probes import CALLING, CHECKS, REJECTED  # noqa: PLC0415

    only = set(request.only)
    tools = only - {check.id for check in CHECKS}
    return Looked(
        conformance=request.examines or conformance.FLAG in request.artifacts,
        security=request.scans or security.FLAG in request.artifacts,
        suites=bool(request.suites),
        bad_requests=not only or bool(tools or only & REJECTED),
        calls=not only or bool(tools or only & CALLING),
    )


def _with_servers(target: TargetRequest, files: tuple[SuiteFile, ...]) -> Config:
    """The configuration; if nothing else names a server, the suites do."""
    config = target.config
    if target.is_named or config.servers:
        return config
    servers = tuple(servers_in([file.suite for file in files]).values())
    file = next((file.suite.file for file in files if file.suite.servers), config.file)
    return config._replace(servers=servers, file=file if servers else config.file)


def _refuse_made_twice(request: GateRequest, *, live: bool) -> None:
    """An artifact comes from elsewhere, or from this very run."""
    makes = {
        run_report.FLAG: (live, "run", f"the server; {flag('config')} names a file that has none"),
        conformance.FLAG: (
            live and request.examines,
            "conformance",
            f"add {flag('conformance', 'off')}",
        ),
        security.FLAG: (live and request.scans, "security", flag("security-scan", "on")),
        surface.FLAG: (live, "surface", f"the server; {flag('config')} names a file that has none"),
    }
    for name, (made, what, otherwise) in makes.items():
        if made and name in request.artifacts:
            said = f"the {what} report is made by this very run"
            raise unusable(flag(name.removeprefix("--")), said, f"leave it out, or {otherwise}")


def circumstances(request: GateRequest, inputs: GateInputs, root: str = "") -> Iterator[str]:
    """Notes on circumstances that users may not expect."""
    if inputs.policy is None:
        none = f"there is no {POLICY} {request.deciding.where}"
        yield f"{none}, so the built-in policy is used (mcptest policy init)"
    if security.FLAG in request.artifacts and request.security_scan is None and inputs.live:
        brought = request.artifacts[security.FLAG]
        yield f"the security scan of this gate is off: {brought} is used instead"
    if inputs.baseline is not None and not any(map(_asks_for_new, inputs.given.policy.rules)):
        yield (
            f"{request.baseline} changes nothing about the verdict: "
            "no rule of the policy is about security.new_high or one of its kind"
        )
    if request.server_json and (inputs.ready is None or inputs.ready.registry is None):
        yield f"{request.server_json} is not looked at: {_why_not_looked_at(request, inputs)}"
    if not request.plan and goes_with_us(os.curdir, root):
        lost = f"what is written to {request.files.out} is lost when the container ends"
        yield f"no folder is mounted here: {lost}; use {MOUNT}"


def _why_not_looked_at(request: GateRequest, inputs: GateInputs) -> str:
    if brought := request.artifacts.get(readiness.FLAG):
        return f"{brought} is used instead"
    if not inputs.live:
        return "there is no server to look at"
    return "no rule names a fact readiness.registry_…"


def _asks_for_new(rule: Rule) -> bool:
    return rule.fact.startswith(("security.new_", "security.stale_baseline"))
