"""What the renderers show of a run. Separate from them, because a run is slow to import."""

from mcptest_action.core.checks.run import Rebuilt, measured, upstream_of
from mcptest_action.core.protocol.transcript import noise_warning
from .probes import Probes
from .suites import ServerTests


def probes_of(run: Rebuilt) -> Probes:
    config, record, upstream = run.config, run.record, upstream_of(run.exchanges)
    return Probes(
        record.results,
        record.incomplete,
        config.only,
        config.skip,
        record.active_probe.ruling if config.deep_scan or config.deep_scan_lacks else None,
        tuple(f"{tool}: {because}" for tool, because in run.unstable),
        noise_warning(run.exchanges),
        measured(run.exchanges),
        tuple(upstream.told()),
        upstream.rejections(),
    )


def suites_of(run: Rebuilt, server: str = "") -> ServerTests:
    """By default under the tests' name for the server, or under the server's own."""
    named = (result.case.server for result in run.record.tests if not result.case.elsewhere)
    own = run.surface.server.get("name")
    name = server or next(filter(None, named), "") or (own if isinstance(own, str) else "")
    return ServerTests(
        name or "the server", run.record.tests, run.record.incomplete, measured(run.exchanges)
    )
