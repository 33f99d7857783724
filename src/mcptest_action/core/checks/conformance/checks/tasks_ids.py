"""The ids of tasks: text, each its own, and no guess away from the next."""

from itertools import pairwise

from mcptest_action.core.checks.results import Ruling, not_applicable, not_verified
from ..model import HTTP, Examinee, Rulings, must
from ..task_states import TaskState
from ..tasks import PAGE, SINCE
from ..traffic import Flaw, ruled_on

_IDS = f"{PAGE}#task-id-requirements"
TEXT_ID = must("TASK-05", _IDS, revisions=SINCE)(
    expects="The id of a task is text.",
    sends="nothing of its own: looks at every answer that shows a task",
    remedy="Make the `taskId` a string.",
)
UNIQUE = must("TASK-06", _IDS, revisions=SINCE)(
    expects="Every task gets an id of its own.",
    sends="nothing of its own: compares the ids of all tasks that were made",
    remedy="Make a new random id for each task.",
)
GUESSED = must("TASK-07", f"{PAGE}#task-isolation-and-access-control", HTTP, revisions=SINCE)(
    expects="Without credentials, the id of a task cannot be guessed from that of another one.",
    sends="nothing of its own: compares the ids of all tasks that were made",
    remedy="Use a random UUID, or 16 random bytes of a secure source: who knows an id gets the "
    "result.",
)
CHECKS = (TEXT_ID, UNIQUE, GUESSED)


def rulings(server: Examinee, states: list[TaskState], new: list[TaskState]) -> Rulings:
    """Of all states that were seen, and of those with which tasks began."""
    no_text = (
        Flaw(state.exchange, f"{state.where}: taskId is {state.id!r:.40}")
        for state in states
        if not isinstance(state.id, str)
    )
    return {
        TEXT_ID.id: ruled_on(no_text, "the id of every task is text"),
        UNIQUE.id: _unique(server, new),
        GUESSED.id: _guessed(server, new),
    }


def _unique(server: Examinee, new: list[TaskState]) -> Ruling:
    if len(new) == 1:
        return not_verified("only one task was made")
    # Over stdio, every connection is a process, which cannot know the tasks of another one.
    ids = [state.id if server.address.http else state.of for state in new]
    flaws = [
        Flaw(state.exchange, f"a new task has the id of an earlier one: {state.id!r:.60}")
        for number, state in enumerate(new)
        if ids[number] in ids[:number]
    ]
    return ruled_on(flaws, f"{len(new)} tasks have {len(new)} ids")


# Random ids that are alike but for so few characters don't happen. What long ones share may be
# random and known to one client only: 22 characters of base64 hold 128 bits.
_FEW, _LONG = 4, 22


def _guessed(server: Examinee, new: list[TaskState]) -> Ruling:
    if server.address.credentials:
        return not_applicable("with credentials, the server can bind tasks to who made them")
    ids = [state for state in new if isinstance(state.id, str)]
    if len({state.id for state in ids}) <= 1:
        return not_verified("there are no two ids to compare")
    alike = [
        (later, f"{earlier.id!r:.60} and {later.id!r:.60} are almost the same")
        for earlier, later in pairwise(ids)
        if earlier.id != later.id and _difference(earlier.id, later.id) <= _FEW
    ]
    flaws = [Flaw(later.exchange, what) for later, what in alike if len(later.id) < _LONG]
    if alike and not flaws:
        return not_verified(f"{alike[0][1]}, and what they share may be random for each client")
    return ruled_on(flaws, "the ids have little in common")


def _difference(one: str, other: str) -> int:
    """How many characters of the longer one are left without the common beginning and end."""
    shorter = min(len(one), len(other))
    begin = next((n for n in range(shorter) if one[n] != other[n]), shorter)
    end = next((n for n in range(shorter - begin) if one[-1 - n] != other[-1 - n]), shorter - begin)
    return max(len(one), len(other)) - begin - end
