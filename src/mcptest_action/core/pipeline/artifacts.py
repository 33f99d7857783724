"""From a transcript to artifacts: the run, the examination, the scan, and what they covered."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from mcptest_action.core.checks.conformance import (
    ConformanceReport,
    conformance_document,
    conformance_report,
    examine,
    run_part_of,
)
from mcptest_action.core.checks.coverage import (
    coverage_document,
    coverage_of,
    exercises_of_exam,
    exercises_of_run,
    exercises_of_scan,
    exercises_of_suites,
)
from mcptest_action.core.checks.readiness import (
    BY_NAME,
    Material,
    ReadinessReport,
    ReadyConfig,
    readiness_document,
)
from mcptest_action.core.checks.readiness import examine as examine_readiness
from mcptest_action.core.checks.results import RULES_ON_PROBE, Coverage, Status
from mcptest_action.core.checks.run import Rebuilt, Recording, rebuild, run_document
from mcptest_action.core.checks.security import (
    Phase,
    ScanReport,
    scan_input_of,
    scan_report,
    scanned,
    security_document,
)
from mcptest_action.core.checks.security.catalogue import RULES
from mcptest_action.core.protocol.surface import surface_file
from mcptest_action.core.protocol.transcript import Exchange
from mcptest_action.core.text import unusable
from .configs import Configs
from .judging import CONFORMANCE, READINESS, RUN, SECURITY, SURFACE, ArtifactFile


class Artifacts(NamedTuple):
    run: Rebuilt
    coverage: Coverage
    conformance: ConformanceReport | None
    """None where it was switched off; so for the scan."""
    security: ScanReport | None
    readiness: ReadinessReport | None
    """None where no rule asks for it."""
    documents: Mapping[ArtifactFile, Mapping[str, Any]]
    """What to write of them."""

    @property
    def see(self) -> dict[str, str]:
        """By probe: the failed conformance check that rules on what it found."""
        found = self.conformance
        rulers = {} if found is None else {p: found.ruled_failure(p) for p in RULES_ON_PROBE}
        return {probe: check for probe, check in rulers.items() if check}


def artifacts_of(
    exchanges: Sequence[Exchange], configs: Configs, recording: Recording | None = None
) -> Artifacts:
    """What the exchanges say. A transcript read from a file is compared with its run."""
    client_version = configs.client_version
    run = rebuild(exchanges, configs.run, client_version, recording)
    if not isinstance(run, Rebuilt):
        raise unusable("the run", run.because)
    exercises = [*exercises_of_run(run), *exercises_of_suites(run.record.tests)]
    conformance = security = None
    if configs.exam is not None:
        part = run_part_of(run)
        examined = examine(exchanges, configs.exam, part, client_version, recording)
        conformance = conformance_report(examined, configs.exam)
        exercises += exercises_of_exam(conformance.rows)
    if configs.scan is not None:
        phases = {Phase.SURFACE, Phase.PROBE} | ({Phase.TRANSPORT} if conformance else set())
        exercises += exercises_of_scan(RULES, phases, run.surface)
    coverage = coverage_of(exercises)
    document = {**run_document(run), "coverage": coverage_document(coverage)}
    document["tests"] = [_with_reference(test, conformance) for test in document["tests"]]
    documents: dict[ArtifactFile, Mapping[str, Any]] = {RUN: document}
    if conformance is not None:
        documents[CONFORMANCE] = conformance_document(conformance)
    if configs.scan is not None:
        inputs = scan_input_of(run.surface, run.config.execution, run.config.tools)._replace(
            exchanges=run.exchanges,
            run=documents[RUN],
            conformance=documents.get(CONFORMANCE),
            url=configs.scan.place.url,
        )
        given = configs.scan.baseline
        security = scan_report(scanned(inputs, RULES), given and given.known)
        documents[SECURITY] = security_document(security)
    if run.listed:
        documents[SURFACE] = surface_file(run.surface)
    readiness = _readiness(run, configs.ready)
    if readiness is not None:
        documents[READINESS] = readiness_document(readiness)
    return Artifacts(run, coverage, conformance, security, readiness, documents)


def _readiness(run: Rebuilt, config: ReadyConfig | None) -> ReadinessReport | None:
    if config is None:
        return None
    directories = [BY_NAME[name] for name in config.directories]
    return examine_readiness(Material(run.surface, config.registry), directories)


def _with_reference(test: dict[str, Any], conformance: ConformanceReport | None) -> dict[str, Any]:
    """The test; one whose cause a conformance check has failed for refers to that check."""
    see = None if conformance is None else conformance.ruled_failure(test["check"])
    return {**test, "see": see} if see and test["status"] == Status.FAILED else test
