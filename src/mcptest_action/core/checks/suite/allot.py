"""Which tests to run, and which of them go to which server."""

from collections.abc import Sequence
from typing import NamedTuple

from mcptest_action.core.checks.results import Case
from mcptest_action.core.protocol.target import Server, choose
from mcptest_action.core.text import did_you_mean, flag, unusable
from .model import Suite, case_id


def select(
    suites: Sequence[Suite], filters: Sequence[str], tags: Sequence[str], skip_tags: Sequence[str]
) -> tuple[Suite, ...]:
    """The suites with the selected tests; a filter that silently selects nothing is an error."""
    known = sorted({tag for suite in suites for case in suite.cases for tag in case.tags})
    for option, named in (("--tag", tags), ("--skip-tag", skip_tags)):
        for tag in named:
            if tag not in known:
                hint = did_you_mean(tag, known) or f"known: {', '.join(known) or 'none'}"
                raise unusable(option, f"no test has the tag '{tag}'", hint)
    for text in filters:
        if not any(_is_named(suite, case, text) for suite in suites for case in suite.cases):
            raise unusable("--filter", f"no test has '{text}' in its name", "see --list")
    chosen = tuple(
        suite._replace(
            cases=tuple(
                case
                for case in suite.cases
                if (not filters or any(_is_named(suite, case, text) for text in filters))
                and (not tags or set(tags) & set(case.tags))
                and not set(skip_tags) & set(case.tags)
            )
        )
        for suite in suites
    )
    if not any(suite.cases for suite in chosen):
        what = "no test is left by --filter, --tag and --skip-tag together"
        raise unusable("mcptest run", what, "see --list")
    return tuple(suite for suite in chosen if suite.cases)


def _is_named(suite: Suite, case: Case, text: str) -> bool:
    return text.casefold() in case_id(suite, case).casefold()


class Allotted(NamedTuple):
    """A server, and the tests for it."""

    server: Server
    suites: tuple[Suite, ...]


def allot(
    suites: Sequence[Suite],
    configured: tuple[Server, ...],
    config_file: str,
    override: Server | None = None,
) -> tuple[Allotted, ...]:
    """By server, in the order in which the tests name them.

    A suite without servers uses those of the configuration. With an override, all tests go
    there; they must have been meant for one server.
    """
    if override is not None:
        return (_overridden(suites, override),)
    found: dict[str, list[Suite]] = {}
    servers = servers_in(suites)
    for suite in suites:
        file = suite.file if suite.servers else config_file
        for name in dict.fromkeys(case.server for case in suite.cases):
            server = choose(suite.servers or configured, name or None, file)
            if servers.setdefault(server.name, server) != server:
                what = f"the server '{server.name}' is another one in {config_file}"
                raise unusable(suite.file, what, "give it a name of its own")
            cases = tuple(case for case in suite.cases if case.server == name)
            found.setdefault(server.name, []).append(suite._replace(cases=cases))
    return tuple(Allotted(servers[name], tuple(parts)) for name, parts in found.items())


def servers_in(suites: Sequence[Suite]) -> dict[str, Server]:
    """The servers of all files by their names, which mean the same everywhere."""
    servers: dict[str, Server] = {}
    for suite in suites:
        for server in suite.servers:
            if servers.setdefault(server.name, server) != server:
                what = f"the server '{server.name}' is another one than in an earlier file"
                raise unusable(suite.file, what, "give it a name of its own")
    return servers


def for_one(suite: Suite, server: str) -> Suite:
    """The suite for a run on one server: tests for another one don't run, and say so."""
    named = dict.fromkeys(case.server for case in suite.cases if case.server)
    if len(named) <= 1:
        return suite
    if server not in named:
        what = f"its tests are for {len(named)} servers, and none of them is '{server}'"
        raise unusable(
            suite.file, what, f"name one of them with {flag('server')}: {', '.join(named)}"
        )
    cases = tuple(case._replace(elsewhere=case.server != server) for case in suite.cases)
    return suite._replace(cases=cases)


def _overridden(suites: Sequence[Suite], override: Server) -> Allotted:
    named = sorted({case.server for suite in suites for case in suite.cases if case.server})
    if len(named) > 1:
        what = f"the tests are for {len(named)} servers: {', '.join(named)}"
        hint = "name one server in the suite, or leave the flag out"
        raise unusable(f"{flag('server-command')}, {flag('server-url')}", what, hint)
    return Allotted(override._replace(name=named[0]) if named else override, tuple(suites))
