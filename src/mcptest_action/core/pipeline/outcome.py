"""From a transcript to artifacts, verdict and reports. `gate` and `replay` both end here."""

from collections.abc import Iterator, Sequence
from datetime import datetime

from mcptest_action.core.checks.run import Recording
from mcptest_action.core.policy.own_rule import with_own_rules
from mcptest_action.core.protocol.surface import cost_in
from mcptest_action.core.protocol.transcript import Exchange
from mcptest_action.core.render import Source
from mcptest_action.core.render.of_run import probes_of, suites_of
from mcptest_action.core.render.report_json import dump
from .artifacts import artifacts_of
from .configs import Configs
from .formats import reports_of
from .judging import RUN, SURFACE, Given, Outcome, judge


def outcome_of(
    exchanges: Sequence[Exchange],
    configs: Configs,
    given: Given,
    now: datetime,
    recording: Recording | None = None,
) -> Outcome:
    """Everything that follows from the transcript; one that was read is compared with its run."""
    made = artifacts_of(exchanges, configs, recording)
    texts = {artifact: dump(document) for artifact, document in made.documents.items()}
    sources = [Source(of.flag, of.file, text.encode()) for of, text in texts.items()]
    report = judge(given._replace(sources=(*given.sources, *sources)), now)
    report = report._replace(
        sources=(*report.sources, *_baseline(configs)),
        verdict=with_own_rules(
            report.verdict, made.documents[RUN], report.pool, given.policy.settled
        ),
        probes=probes_of(made.run)._replace(see=made.see),
        conformance=made.conformance,
        security=made.security,
        readiness=made.readiness,
        coverage=made.coverage,
        tests=suites_of(made.run) if configs.run.suites else None,
        surface_cost=cost_in(made.documents[SURFACE]) if SURFACE in made.documents else None,
    )
    files = {artifact.file: text for artifact, text in texts.items()}
    return Outcome(report, {**files, **reports_of(report)})


def _baseline(configs: Configs) -> Iterator[Source]:
    """No artifact, but the verdict rests on it as well."""
    if configs.scan is not None and configs.scan.baseline is not None:
        file, content, _ = configs.scan.baseline
        yield Source("--baseline", file, content)
