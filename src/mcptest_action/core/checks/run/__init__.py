"""A run: which probe goes to which tool, in which order, and what comes of it."""

from . import active
from .active import ACTIVE_PROBE
from .delivery import CALL, called_once
from .case_script import request_of
from .conduct import conduct
from .config import RunConfig, config_document, config_of_document
from .document import run_document
from .ended import Ended, Endurance, ended_in, incomplete
from .feed import Feeder, Recording
from .measured import is_break, measured
from .mirrored import mirrored, param_header, schemas_of
from .model import ActiveProbe, NotStarted, Pool, RunContext, Task, durations_in
from .rebuild import Rebuilt, rebuild
from .state import RECONNECT
from .subject import NoSubject, check_samples, subject_of
from .suite_document import merged_document
from .upstream import upstream_of

__all__ = [
    "ACTIVE_PROBE", "CALL", "RECONNECT", "ActiveProbe", "Ended", "Endurance", "Feeder", "NoSubject",
    "NotStarted", "Pool", "Rebuilt", "Recording", "RunConfig", "RunContext", "Task", "active",
    "called_once", "check_samples", "conduct", "config_document", "config_of_document",
    "durations_in", "ended_in", "incomplete", "is_break", "measured", "merged_document", "mirrored",
    "param_header", "rebuild", "request_of", "run_document", "schemas_of", "subject_of",
    "upstream_of",
]  # fmt: skip
