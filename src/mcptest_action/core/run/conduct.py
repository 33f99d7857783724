"""The run itself, as a generator: it yields tasks and receives what came of them.

The shell drives it at a server, and a replay from a transcript. Both get the same record.
"""

from collections.abc import Generator, Iterator
from typing import Any

from mcptest_action.core.exchange.handshake import Hello, NoHello
from mcptest_action.core.exchange.reaction import Reaction
from mcptest_action.core.exchange.reconnect import reconnect
from mcptest_action.core.probes import error_leaks_internals as leaks
from mcptest_action.core.probes.catalogue import PROBES
from mcptest_action.core.probes.model import (
    NO_TOOL,
    Aim,
    Family,
    Probe,
    Ruling,
    Skip,
    Status,
    Subject,
)
from mcptest_action.core.run.active import ACTIVE_PROBE, probe_actively
from mcptest_action.core.run.config import RunConfig
from mcptest_action.core.run.endurance import Endurance
from mcptest_action.core.run.model import ActiveProbe, RunRecord, Task, TestResult
from mcptest_action.core.run.selection import why_not
from mcptest_action.core.run.subject import NoSubject, subject_of
from mcptest_action.core.run.watch import watched
from mcptest_action.core.safety.decide import Calls
from mcptest_action.core.safety.plan import Planned
from mcptest_action.core.safety.settings import NO_SETTINGS
from mcptest_action.core.surface.model import Surface

Conduct = Generator[Task, Any, RunRecord]
