"""A run to what the renderers show of it. Apart from them: a run is slow to import."""

from mcptest_action.core.render.probes import Probes
from mcptest_action.core.run.measured import measured
from mcptest_action.core.run.rebuild import Rebuilt
from mcptest_action.core.transcript.noise import noise_warning


def probes_of(run: Rebuilt) -> Probes:
    config, record = run.config, run.record
    return Probes(
        record.results,
        record.incomplete,
        config.only,
        config.skip,
        record.active_probe.ruling if config.deep_scan else None,
        tuple(f"{tool}: {because}" for tool, because in run.unstable),
        noise_warning(run.exchanges),
        measured(run.exchanges),
    )
