"""`checks.json` of the official suite, strictly: an entry that nobody understands is an error, as
an entry that nobody counted is one that nobody checked.
"""

import hashlib
import re
from collections.abc import Mapping, Sequence
from typing import Any

from mcptest_action.core.checks.probes import masked_in
from mcptest_action.core.checks.samples import clipped
from mcptest_action.core.document import read_json
from mcptest_action.core.text import InputError, flag, unusable
from .model import RULED, Found, OfficialCheck, OfficialRun, Scenario

MOST_CHECKS = 10_000
_TIMED = r"-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z"
_OF_SERVER = re.compile(rf"server-(.+){_TIMED}", re.ASCII)
_OF_ANYTHING = re.compile(rf".+{_TIMED}", re.ASCII)
_SCHEMA = re.compile(r"https://.+/schema/(\d{4}-\d\d-\d\d|draft)/schema\.json", re.ASCII)
# What the suite calls the draft is this revision, in every version of it that has one.
_DRAFT = {"draft": "2026-07-28"}
# The check that a runner adds by itself, and whose reference names the revision.
_WIRE = "wire-schema-valid"
_WANTED = "a list of checks, each with an id and a status, as the official suite writes with -o"


def is_of_scenario(folder: str) -> bool:
    """Whether the suite makes a folder of this name for the result of a scenario."""
    return _OF_SERVER.fullmatch(folder) is not None


def read_scenario(content: str, file: str, folder: str, run: str = "") -> Scenario:
    """The scenario that a file is about; the name of its folder tells which one."""
    of_server = _OF_SERVER.fullmatch(folder)
    if of_server is None and _OF_ANYTHING.fullmatch(folder):
        what = "is the result of a client or of an authorization server, not of a server"
        raise unusable(file, what, f"folders of servers are called server-…, this one {folder}")
    listed = read_json(content, file)
    if not isinstance(listed, list):
        raise _unknown(listed, file)
    checks = tuple(_check(entry, f"[{at}]", file) for at, entry in enumerate(listed))
    digest = f"sha256:{hashlib.sha256(content.encode('utf-8', 'surrogatepass')).hexdigest()}"
    name = of_server[1] if of_server else ""
    return Scenario(name, _revision(checks), file, digest, checks, run)


def settled_run(
    scenarios: Sequence[Scenario], unfinished: Sequence[str], suite_version: str, revision: str
) -> OfficialRun:
    """The scenarios as one run, in their order. Nothing in it, or nothing that was ruled on, is an
    error: it would look like a run without failures.
    """
    run = OfficialRun(
        tuple(
            each._replace(revision=each.revision or revision or _common(each.run, scenarios))
            for each in scenarios
        ),
        suite_version,
        tuple(unfinished),
    )
    _refuse_repeats(run, revision)
    files = f"{len(scenarios)} files" if len(scenarios) > 1 else scenarios[0].file
    if len(run.checks) > MOST_CHECKS:
        raise unusable(files, f"more than {MOST_CHECKS:,} checks", "no run has that many")
    if not run.total:
        words = ", ".join(RULED)
        what = f"no check came to a result ({len(run.checks)} listed, none of them {words})"
        raise unusable(files, what, "did the suite reach the server?")
    return run


def _common(run: str, scenarios: Sequence[Scenario]) -> str:
    """The one revision of all scenarios of a run that name theirs; empty if they name several."""
    known = {each.revision for each in scenarios if each.run == run and each.revision}
    return known.pop() if len(known) == 1 else ""


def _refuse_repeats(run: OfficialRun, revision: str) -> None:
    """Two results of one scenario: one is old, and it isn't ours to say which."""
    seen: dict[tuple[str, str], str] = {}
    for each in run.scenarios:
        if revision and each.revision != revision:
            what = f"was run in {each.revision}, and {flag('spec-version')} says {revision}"
            raise unusable(each.file, what)
        key = each.name, each.revision
        if each.name and key in seen:
            what = f"the scenario {each.name} is also in {seen[key]}"
            raise unusable(each.file, what, "import one run at a time; remove the older one")
        seen[key] = each.file


def _check(entry: Any, at: str, file: str) -> OfficialCheck:
    if not isinstance(entry, Mapping):
        raise unusable(file, f"{at} is not an object", _WANTED)
    entry = masked_in(entry)
    status = entry.get("status")
    if not isinstance(status, str) or status not in set(Found):
        shown = f"'{status}'" if isinstance(status, str) else "missing or not text"
        raise unusable(file, f"{at}.status is {shown}", f"known: {', '.join(Found)}")
    check_id = _text(entry, "id", at, file)
    if not check_id:
        raise unusable(file, f"{at}.id is missing or empty", _WANTED)
    because = _text(entry, "errorMessage", at, file) or _text(entry, "description", at, file)
    name = clipped(_text(entry, "name", at, file))
    return OfficialCheck(clipped(check_id), name, Found(status), clipped(because), _links(entry))


def _text(entry: Mapping[str, Any], key: str, at: str, file: str) -> str:
    value = entry.get(key)
    if value is None:
        return ""
    if not isinstance(value, str):
        raise unusable(file, f"{at}.{key} is not text", _WANTED)
    return value


def _links(entry: Mapping[str, Any]) -> tuple[str, ...]:
    """The addresses that it refers to. They only help readers, so an odd one is left out."""
    references = entry.get("specReferences")
    listed = references if isinstance(references, list) else []
    urls = (each.get("url") for each in listed if isinstance(each, Mapping))
    return tuple(url for url in urls if isinstance(url, str) and _LINK.fullmatch(url))


_LINK = re.compile(r"https://[!-~]{1,300}", re.ASCII)


def _revision(checks: Sequence[OfficialCheck]) -> str:
    links = (link for check in checks if check.id == _WIRE for link in check.spec)
    named = {match[1] for link in links if (match := _SCHEMA.fullmatch(link))}
    only = named.pop() if len(named) == 1 else ""
    return _DRAFT.get(only, only)


def _unknown(document: Any, file: str) -> InputError:
    """For a file that holds something else."""
    ours = isinstance(document, Mapping) and "schema_version" in document
    hint = f"a report of ours is given with {flag('with')}" if ours else f"looked for {_WANTED}"
    return unusable(file, "is not the checks.json of the official suite", hint)
