"""What a pull request changes in the files that judge it, compared with the base branch."""

import os
from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

from mcptest_action.app.base_branch import BaseBranch
from mcptest_action.app.policy_file import POLICY
from mcptest_action.app.publisher import Named
from mcptest_action.app.suite_files import suites_among, suites_at
from mcptest_action.app.target import CONFIG
from mcptest_action.core.checks.suite import Suite
from mcptest_action.core.document import Node, NoSuchFile, decode
from mcptest_action.core.document.yaml_text import read_yaml
from mcptest_action.core.pipeline.judging import built_in_policy, policy_in
from mcptest_action.core.policy.default import EVERYTHING
from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.publish import (
    AtCommit,
    Changed,
    Comparison,
    Entry,
    NotCompared,
    Unknown,
    config_changes,
    policies_named,
    policy_changes,
    suite_changes,
    suite_removed,
    suites_named,
)
from mcptest_action.core.text import InputError
from mcptest_action.shell.files import POLICY_LIMIT, exists, read_bytes
from mcptest_action.shell.github.repository import Outside

Result = TypeVar("Result")
Load = Callable[[str, str], Result]
Sides = tuple[Node | None, Node | None]
"""The configuration of the base branch and that of the checkout."""


class _OutsideError(Exception):
    """The file is not in the workspace: no pull request has changed it."""


class _UnknownError(Exception):
    """The file of the base branch could not be had."""

    def __init__(self, unknown: Unknown) -> None:
        super().__init__(unknown.because)


def compare(base: BaseBranch, named: Named) -> Comparison:
    """File by file. What cannot be read is said, and the rest is compared all the same."""
    unknown: list[NotCompared] = []

    def part(file: str, compared: Callable[[], Result], otherwise: Result) -> Result:
        try:
            return compared()
        except _OutsideError:
            return otherwise
        except _UnknownError as error:
            because = str(error)
        except InputError as error:
            first = error.problems[0]
            because = f"{first.where}: {first.sentence}"
        unknown.append(NotCompared(file, because))
        return otherwise

    config = named.config or CONFIG
    neither: Sides = (None, None)
    nothing: tuple[Changed, ...] = ()
    sides = part(config, lambda: _configs(base, config), neither)
    parts = (
        part("the policy", lambda: _policies(base, named, sides), nothing),
        config_changes(config, *sides),
        part("the suites", lambda: tuple(_suites(base, named, sides)), nothing),
    )
    return Comparison(parts, tuple(unknown))


def _at_base(base: BaseBranch, path: str, load: Load[Result]) -> Result | None:
    """What the base's file says; None if the base has none."""
    found = base.file(path)
    match found:
        case AtCommit(content):
            name = f"{path} of the base branch"
            return load(decode(content, name), name)
        case NoSuchFile():
            return None
        case Unknown():
            raise _UnknownError(found)
        case Outside():
            raise _OutsideError


def _in_checkout(path: str, load: Load[Result]) -> Result | None:
    return load(decode(read_bytes(path, POLICY_LIMIT), path), path) if exists(path) else None


def _configs(base: BaseBranch, path: str) -> Sides:
    return _at_base(base, path, read_yaml), _in_checkout(path, read_yaml)


def _policies(base: BaseBranch, named: Named, sides: Sides) -> tuple[Changed, ...]:
    """The policy that holds on the base branch, and the one that would hold."""
    old, new = (named.policy or next(iter(policies_named(config)), POLICY) for config in sides)
    suites = bool(named.suites) or any(suites_named(config) for config in sides)
    built_in = built_in_policy(EVERYTHING._replace(suites=suites))
    before, after = _at_base(base, old, load_policy), _in_checkout(new, load_policy)
    return policy_changes(before, after, policy_in(built_in))


def _suites(base: BaseBranch, named: Named, sides: Sides) -> Iterator[Changed]:
    old, new = (named.suites or suites_named(config) for config in sides)
    there = {os.path.normpath(file) for path in new if exists(path) for file in suites_at(path)}
    for file, entry in _suites_of_base(base, old).items():
        if file not in there:
            yield suite_removed(file)
        elif not entry.holds(read_bytes(file, POLICY_LIMIT)):
            before, after = _at_base(base, file, _load_suite), _in_checkout(file, _load_suite)
            if before is not None and after is not None:
                yield from suite_changes(file, before, after)


def _suites_of_base(base: BaseBranch, paths: Sequence[str]) -> dict[str, Entry]:
    found: dict[str, Entry] = {}
    for path in paths:
        listed = base.below(path)
        match listed:
            case Unknown():
                raise _UnknownError(listed)
            case Outside():
                pass
            case _:
                found.update({file: listed[file] for file in suites_among(path, listed)})
    return found


def _load_suite(text: str, name: str) -> Suite:
    # Imported late: it reads JSON Schemas, and most pull requests change no suite.
    from mcptest_action.core.checks.suite.load import load_suite  # noqa: PLC0415

    return load_suite(text, name, None)
