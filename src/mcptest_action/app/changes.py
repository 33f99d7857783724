"""What a pull request changes in the files that judge it, compared with the base branch."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from mcptest_action.app.base_branch import BaseBranch
from mcptest_action.app.head_files import HeadFile, HeadFiles
from mcptest_action.app.policy_file import POLICY
from mcptest_action.app.publisher import Named
from mcptest_action.app.suite_files import suites_among
from mcptest_action.core.document import Node, NoSuchFile, decode, read_json
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
    WrittenSuite,
    baseline_changes,
    baselines_named,
    config_changes,
    policies_named,
    policy_changes,
    suite_changes,
    suite_removed,
    suites_named,
    written_suite,
)
from mcptest_action.core.text import InputError
from mcptest_action.shell.github.repository import Outside

if TYPE_CHECKING:
    from mcptest_action.core.checks.security import KnownFinding

Result = TypeVar("Result")
Load = Callable[[str, str], Result]
_POLICY, _BASELINE, _SUITES = "the policy", "the baseline", "the suites"
Sides = tuple[Node | None, Node | None]
"""The configuration of the base branch and that of the checkout."""


class _OutsideError(Exception):
    """The file is not in the workspace: no pull request has changed it."""


class _UnknownError(Exception):
    """The file of the base branch could not be had."""

    def __init__(self, unknown: Unknown) -> None:
        super().__init__(unknown.because)


class _Parts:
    """Compares part by part. What cannot be read is said, and the rest is compared all the same."""

    def __init__(self) -> None:
        self.unknown: list[NotCompared] = []

    def part(
        self, what: Sequence[str], compared: Callable[[], Result], otherwise: Result
    ) -> Result:
        try:
            return compared()
        except _OutsideError:
            return otherwise
        except _UnknownError as error:
            because = str(error)
        except InputError as error:
            first = error.problems[0]
            because = f"{first.where}: {first.sentence}"
        self.unknown += [NotCompared(one, because) for one in what]
        return otherwise


def compare(base: BaseBranch, head: HeadFiles, named: Named) -> Comparison:
    """The head's files as they were before anything was started, with the base's."""
    parts = _Parts()
    config = head.config.path
    # Without the configuration of both sides, nobody knows which files it names.
    rest = [*([] if named.policy else [_POLICY]), *([] if named.suites else [_SUITES])]
    sides: Sides = (
        parts.part([config, *rest], lambda: _at_base(base, config, read_yaml), None),
        parts.part([config, *rest], lambda: _of_head(head.config, read_yaml), None),
    )
    nothing: tuple[Changed, ...] = ()
    found = (
        parts.part([_POLICY], lambda: _policies(base, head, named, sides), nothing),
        parts.part([_BASELINE], lambda: _baselines(base, head, named, sides), nothing),
        nothing if parts.unknown else config_changes(config, *sides),
        tuple(_suites(parts, base, head, named.suites or suites_named(sides[0]))),
    )
    return Comparison(found, tuple(parts.unknown), head.mark)


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


def _of_head(file: HeadFile, load: Load[Result]) -> Result | None:
    text = file.text
    return None if text is None else load(text, file.path)


def _policies(base: BaseBranch, head: HeadFiles, named: Named, sides: Sides) -> tuple[Changed, ...]:
    """The policy that holds on the base branch, and the one that would hold."""
    old = named.policy or next(iter(policies_named(sides[0])), POLICY)
    suites = bool(named.suites) or any(suites_named(config) for config in sides)
    built_in = built_in_policy(EVERYTHING._replace(suites=suites))
    before, after = _at_base(base, old, load_policy), _of_head(head.policy, load_policy)
    return policy_changes(before, after, policy_in(built_in))


def _baselines(
    base: BaseBranch, head: HeadFiles, named: Named, sides: Sides
) -> tuple[Changed, ...]:
    """The known findings that count on the base branch, and those that would count."""
    old = named.baseline or next(iter(baselines_named(sides[0])), None)
    before = None if old is None else _at_base(base, old, _load_baseline)
    after = None if head.baseline is None else _of_head(head.baseline, _load_baseline)
    return tuple(baseline_changes(before, after))


def _suites(
    parts: _Parts, base: BaseBranch, head: HeadFiles, old: Sequence[str]
) -> Iterator[Changed]:
    listed: dict[str, Entry] = {}
    listed = parts.part([_SUITES], lambda: _suites_of_base(base, old), listed)
    nothing: tuple[Changed, ...] = ()
    for file, entry in listed.items():
        if file not in head.suites:
            yield suite_removed(file)
        elif not _is_same(entry, head.suites[file]):
            yield from parts.part([file], partial(_one_suite, base, head.suites[file]), nothing)


def _is_same(entry: Entry, file: HeadFile) -> bool:
    return isinstance(file.held, bytes) and entry.holds(file.held)


def _one_suite(base: BaseBranch, file: HeadFile) -> tuple[Changed, ...]:
    path = os.path.normpath(file.path)
    before, after = _at_base(base, path, _load_suite), _of_head(file, _load_suite)
    if before is None or after is None:
        return ()
    return tuple(suite_changes(path, before, after))


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


def _load_baseline(text: str, name: str) -> "Mapping[str, KnownFinding]":
    # Imported late: most pull requests have no baseline.
    from mcptest_action.core.checks.security import load_entries  # noqa: PLC0415

    return load_entries(read_json(text, name), name)


def _load_suite(text: str, name: str) -> WrittenSuite:
    # Imported late: it reads JSON Schemas, and most pull requests change no suite.
    from mcptest_action.core.checks.suite.load import load_suite  # noqa: PLC0415

    return written_suite(load_suite(text, name, None), read_yaml(text, name))
