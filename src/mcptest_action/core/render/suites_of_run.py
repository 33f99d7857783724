"""A run to what the renderers show of its tests. Apart from them: a run is slow to import."""

from mcptest_action.core.render.suites import Tests
from mcptest_action.core.run.measured import measured
from mcptest_action.core.run.rebuild import Rebuilt


def tests_of(run: Rebuilt, server: str) -> Tests:
    return Tests(server, run.record.tests, run.record.incomplete, measured(run.exchanges))
