"""Tools that a probe may call with valid arguments as often as it needs to.

Only those that are declared read-only and whose results anybody may see, and only as far as the
user lets us call tools at all. The guard has the last word: it knows what the server listed at
first.
"""

from collections.abc import Callable, Iterator

from mcptest_action.core.checks.probes import Subject
from mcptest_action.core.checks.results import Ruling, not_verified
from mcptest_action.core.checks.run import subject_of
from mcptest_action.core.protocol.surface import must_be_task
from mcptest_action.core.safety import NO_SETTINGS, Planned, make_plan
from .listed import unlisted
from .model import Examinee

Prefers = Callable[[str], bool]


def free_tools(server: Examinee, prefers: Prefers = lambda _: False) -> Iterator[Subject]:
    """Each with arguments that its schema accepts, in the order of the list; those with names that
    are preferred come first, and last those that are declared destructive as well.
    """
    listed = server.surface.tools_by_name
    for subject in callable_tools(server, prefers):
        if not must_be_task(server.surface, listed[subject.name]):
            yield subject


def callable_tools(server: Examinee, prefers: Prefers = lambda _: False) -> Iterator[Subject]:
    """The same, with those that can be called as a task only.

    Makes arguments when a tool's turn comes, because that takes time.
    """
    config, seen = server.run_config, set()
    if not server.calls or config.execution.max_calls is not None:
        return
    listed = zip(server.surface.tools, _plan(server), strict=True)
    for tool, row in sorted(listed, key=lambda pair: _turn(pair[1], prefers)):
        name = row.tool.name
        is_free = row.live.freely and row.tool.is_declared_read_only
        if not is_free or row.tool.withholds_results or name in seen or name in config.skip:
            continue
        seen.add(name)
        subject = subject_of(tool, row.tool, config.tools.get(name, NO_SETTINGS))
        if isinstance(subject, Subject):
            yield subject


def _turn(row: Planned, prefers: Prefers) -> tuple[bool, bool]:
    return row.tool.annotations.destructive is True, not prefers(row.tool.name)


def _plan(server: Examinee) -> tuple[Planned, ...]:
    config = server.run_config
    return make_plan(server.surface.tools, config.execution, config.tools)


def why_none_is_free(server: Examinee) -> Ruling:
    """For a check that needs a call, where `free_tools` has none to offer."""
    if (nothing := unlisted(server, "tools")) is not None:
        return nothing
    if not server.calls:
        return not_verified("calls are switched off")
    if server.run_config.execution.max_calls is not None:
        # Which call would be the last one depends on how fast the server answers.
        return not_verified("the number of calls is limited, and the probes come first")
    hidden = any(row.tool.withholds_results for row in _plan(server))
    tool = "no tool whose results may be seen" if hidden else "no tool"
    return not_verified(f"{tool} is declared read-only, may be called and has a usable schema")
