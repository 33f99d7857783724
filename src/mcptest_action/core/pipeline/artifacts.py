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
from mcptest_action.core.checks.results import Coverage
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
from mcptest_action.core.protocol.transcript import Exchange
from mcptest_action.core.text import unusable
from .configs import Configs
from .judging import CONFORMANCE, RUN, SECURITY, ArtifactFile


class Artifacts(NamedTuple):
    run: Rebuilt
    coverage: Coverage
    conformance: ConformanceReport | None
    """None where it was switched off; so for the scan."""
    security: ScanReport | None
    documents: Mapping[ArtifactFile, Mapping[str, Any]]
    """What to write of them."""


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
        exercises += exercises_of_scan(RULES, phases)
    coverage = coverage_of(exercises)
    documents: dict[ArtifactFile, Mapping[str, Any]] = {
        RUN: {**run_document(run), "coverage": coverage_document(coverage)}
    }
    if conformance is not None:
        documents[CONFORMANCE] = conformance_document(conformance)
    if configs.scan is not None:
        inputs = scan_input_of(run.surface, run.config.execution, run.config.tools)._replace(
            exchanges=run.exchanges,
            run=documents[RUN],
            conformance=documents.get(CONFORMANCE),
            url=configs.scan.place.url,
        )
        security = scan_report(scanned(inputs, RULES))
        documents[SECURITY] = security_document(security)
    return Artifacts(run, coverage, conformance, security, documents)
