"""A `verdict.json` and the artifacts beside it: what failed there, for waivers that cover it.

The verdict says which rules failed; what their numbers count stands in the artifacts. Each must
still be the file that the verdict was made from, to the last byte.
"""

import hashlib
from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from mcptest_action.app.policy_layers import read_given
from mcptest_action.core.document import read_json
from mcptest_action.core.facts import ARTIFACTS
from mcptest_action.core.pipeline.judging import judge
from mcptest_action.core.policy import RuleResult
from mcptest_action.core.policy.waiver_cover import COVERABLE, Cover, cover_of
from mcptest_action.core.render import Source
from mcptest_action.core.render.report_json import SCHEMA
from mcptest_action.core.text import InputError, did_you_mean, unusable
from mcptest_action.core.text.timestamp import parse_timestamp
from mcptest_action.shell.files import ARTIFACT_LIMIT, cited, exists, read_bytes, read_text

_FLAGS = {artifact.flag for artifact in ARTIFACTS}
_FAILING = ("fail", "expired-waiver")
_MAKE_AGAIN = "run the gate again, and name its verdict.json"


class MadeVerdict(NamedTuple):
    """What was read of it."""

    now: datetime
    outcomes: Mapping[str, str]
    """By rule."""
    inputs: tuple[tuple[str, str, str], ...]
    """Flag, file and digest of each artifact."""


def failed_in(path: str, policy: Source, rule: str | None) -> tuple[list[Cover], list[str]]:
    """What to cover: for the rule, or for every rule that failed; and what no waiver covers, in
    words. Raises `InputError` if a waiver can cover nothing of it.
    """
    made = _read(path)
    sources = (policy, *_artifacts(path, made))
    report = judge(read_given(policy)._replace(sources=sources), made.now)
    results = {result.rule.id: result for result in report.verdict.results}
    wanted = [rule] if rule else [id_ for id_, out in made.outcomes.items() if out in _FAILING]
    for id_ in wanted:
        if id_ not in made.outcomes:
            hint = did_you_mean(id_, made.outcomes) or f"known: {', '.join(made.outcomes)}"
            raise unusable(path, f"there is no rule '{id_}'", hint)
    found = [results[id_] for id_ in wanted if id_ in results]
    covers = [cover_of(result) for result in found if result.outcome in COVERABLE]
    if not covers:
        raise _nothing(path, wanted, found, policy.path, made)
    return covers, [] if rule else list(_uncovered(made, results))


def _uncovered(made: MadeVerdict, results: Mapping[str, RuleResult]) -> Iterator[str]:
    """What fails that gate all the same."""
    for id_, outcome in made.outcomes.items():
        if outcome == "unevaluated" and id_ in results:
            yield f"note: no waiver covers '{id_}', which could not be evaluated"
        elif outcome in ("unevaluated", *_FAILING) and id_ not in results:
            yield f"note: no waiver covers '{id_}', which is not a rule of this policy"


def _nothing(
    path: str, wanted: list[str], found: list[RuleResult], policy: str, made: MadeVerdict
) -> InputError:
    if not wanted:
        warned = [id_ for id_, outcome in made.outcomes.items() if outcome == "warn"]
        hint = f"name one that warned with --rule: {', '.join(warned)}" if warned else ""
        return unusable(path, "no rule failed there", hint or "there is nothing to cover")
    if not found:
        known = f"{policy} has none of the rules that failed there: {', '.join(wanted)}"
        return unusable(path, known, "no waiver covers the gate's own rules")
    outcomes = ", ".join(f"'{result.rule.id}' is {result.outcome}" for result in found)
    return unusable(path, f"no waiver covers what it says: {outcomes}", _MAKE_AGAIN)


def _read(path: str) -> MadeVerdict:
    data = read_json(read_text(path, ARTIFACT_LIMIT), path)
    if not isinstance(data, Mapping) or data.get("schema_version") != SCHEMA:
        what = f"not recognised as a verdict: schema_version is not '{SCHEMA}'"
        raise unusable(path, what, "a gate writes verdict.json to its folder")
    match data:
        case {"evaluated_at": str(moment), "rules": list(rules), "inputs": list(inputs)}:
            now = parse_timestamp(moment)
        case _:
            now, rules, inputs = None, [], []
    outcomes = dict(_outcome(rule, path) for rule in rules)
    given = tuple(_input(each, path) for each in inputs)
    if now is None or not outcomes:
        raise unusable(path, "it lacks evaluated_at, rules or inputs", _MAKE_AGAIN)
    return MadeVerdict(now, outcomes, tuple(each for each in given if each[0] in _FLAGS))


def _outcome(rule: Any, path: str) -> tuple[str, str]:
    match rule:
        case {"id": str(id_), "outcome": str(outcome)}:
            return id_, outcome
        case _:
            raise unusable(path, "a rule in it lacks its id or its outcome", _MAKE_AGAIN)


def _input(each: Any, path: str) -> tuple[str, str, str]:
    match each:
        case {"flag": str(flag), "file": str(file), "sha256": str(digest)}:
            return flag, file, digest
        case _:
            raise unusable(path, "an input in it lacks flag, file or sha256", _MAKE_AGAIN)


def _artifacts(verdict: str, made: MadeVerdict) -> Iterator[Source]:
    for flag, file, digest in made.inputs:
        beside = str(Path(verdict).with_name(Path(file).name or "nothing"))
        place = beside if exists(beside) else file
        content = read_bytes(place, ARTIFACT_LIMIT)
        if hashlib.sha256(content).hexdigest() != digest:
            what = f"it isn't the file that {verdict} was made from: the digests differ"
            raise unusable(place, what, _MAKE_AGAIN)
        yield Source(flag, cited(place), content, place)
