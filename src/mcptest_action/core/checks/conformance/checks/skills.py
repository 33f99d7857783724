"""Skills (SEP-2640): how a server declares, lists and describes them."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from mcptest_action.core.checks.results import (
    Ruling,
    failed,
    not_applicable,
    not_verified,
    passed,
    ruled,
)
from mcptest_action.core.protocol.exchange import Provenance, Reaction, Replied, Request, Script
from ..extensions import SKILLS, in_skills, settings_of
from ..model import Examinee, Probe, Probing, Review, Rulings, must, should, the_same
from ..refusal import server_said
from ..skill_entries import (
    beyond_limits,
    entry_problem,
    manifest_of,
    manifest_problem,
    repeated,
    uri_of,
)
from ..traffic import HELLOS, listed

_LIST, _GET = "`skills/list`, all pages", "`skills/get` of the first skill that is listed"
WITH_RESOURCES = must("SKILL-01", in_skills("capability-negotiation"))(
    expects="A server that declares skills declares resources, too.",
    sends="nothing of its own: looks at what the server declares",
    remedy="Declare `resources`: the files of skills are read with `resources/read`.",
)
LISTED = must("SKILL-02", in_skills("listing-skills"))(
    expects="A server that declares skills answers `skills/list` with a list of them.",
    sends=_LIST,
    remedy="Serve `skills/list`; the list may be empty.",
)
HINTS = must("SKILL-03", in_skills("listing-skills"))(
    expects="The results of `skills/list` and `skills/get` have `ttlMs` and `cacheScope`.",
    sends=f"{_LIST}, and {_GET}",
    remedy="Add `ttlMs`, a number from 0 up, and `cacheScope`, `public` or `private`.",
)
ENTRIES = must("SKILL-04", in_skills("skill-entries"))(
    expects="Every skill has the `uri` of its SKILL.md, a `frontmatter` with its `name` and "
    "`description`, and `resources`; its folder is called as it is.",
    sends=_LIST,
    remedy="Describe each skill as `Skill` in the specification of the extension; where files "
    "have no stable digests, `resources` is the text `dynamic`.",
)
MANIFESTS = must("SKILL-05", in_skills("resources"))(
    expects="The `resources` of a skill list its own SKILL.md and only files in its folder, each "
    "once, with a digest and a size.",
    sends=_LIST,
    remedy="List every file once, with `sha256:` and 64 small hexadecimal digits, and its bytes.",
)
GOT = must("SKILL-06", in_skills("getting-a-skill"))(
    expects="A skill that is listed can be got by its `uri`.",
    sends=_GET,
    remedy="Answer `skills/get` with the entry of the skill, for every skill that is served.",
)
LIMITS = should("SKILL-12", in_skills("limits"))(
    expects="No skill has more than 512 files or 16 MiB.",
    sends=_LIST,
    remedy="Split the skill: no host has to load a larger one.",
)
NAMES = should("SKILL-13", in_skills("names"))(
    expects="No two skills in the list have the same name.",
    sends=_LIST,
    remedy="Give each skill a name of its own.",
)
ABOUT_ENTRIES = (ENTRIES, MANIFESTS, GOT, LIMITS, NAMES)
ABOUT_LISTS = (LISTED, HINTS, *ABOUT_ENTRIES)
MOST_PAGES = 20
UNDECLARED = not_applicable("the server does not declare the skills extension")


class Skills(NamedTuple):
    """What `skills/list` gave."""

    entries: list[Any]
    pages: list[Mapping[str, Any]]
    trouble: str
    """Why that isn't all; empty if it is."""
    ends: bool = True
    """Whether no further page was left to ask for."""


def list_skills() -> Script[Skills]:
    """All pages, as far as they lead."""
    entries: list[Any] = []
    pages: list[Mapping[str, Any]] = []
    params: dict[str, Any] = {}
    while len(pages) < MOST_PAGES:
        reaction = yield Request("skills/list", params)
        page = result_of(reaction)
        if page is None or not isinstance(page.get("skills"), list):
            what = server_said(reaction) if page is None else "the result has no list of skills"
            return Skills(entries, pages, what)
        pages.append(page)
        entries += page["skills"]
        cursor = page.get("nextCursor")
        if cursor is None:
            return Skills(entries, pages, "")
        if not isinstance(cursor, str):
            return Skills(entries, pages, f"nextCursor is not text: {cursor!r:.100}")
        params = {"cursor": cursor}
    return Skills(entries, pages, "", ends=False)


def result_of(reaction: Reaction) -> Mapping[str, Any] | None:
    result = reaction.result if isinstance(reaction, Replied) else None
    return result if isinstance(result, Mapping) else None


def skills(server: Examinee) -> Probing:
    if settings_of(server, SKILLS) is None:
        return the_same(ABOUT_LISTS, UNDECLARED)
    found = yield from list_skills()
    rulings = {LISTED.id: _listed(found)}
    uri = next((uri_of(entry) for entry in found.entries if not entry_problem(entry)), "")
    if not found.pages or not found.entries:
        nothing = not_applicable("skills/list is empty")
        unknown = not_verified("there is no list of skills") if found.trouble else nothing
        return {**rulings, HINTS.id: _hints(found.pages), **the_same(ABOUT_ENTRIES, unknown)}
    got = (yield Request("skills/get", {"uri": uri})) if uri else None
    answered = [] if got is None or (result := result_of(got)) is None else [result]
    return {
        **rulings,
        HINTS.id: _hints([*found.pages, *answered]),
        **_entries(found.entries),
        GOT.id: _got(got, uri),
    }


def _listed(found: Skills) -> Ruling:
    many = f"{len(found.entries)} skills on {len(found.pages)} pages"
    if not found.ends:
        return not_verified(f"{many}, and we asked for no more")
    return ruled(not found.trouble, many, f"{many}, and then: {found.trouble}")


def _hints(results: list[Mapping[str, Any]]) -> Ruling:
    if not results:
        return not_verified("there is no result to look at")
    for result in results:
        ttl, scope = result.get("ttlMs"), result.get("cacheScope")
        if not isinstance(ttl, int | float) or isinstance(ttl, bool) or ttl < 0:
            return failed(f"ttlMs is {ttl!r:.100}")
        if scope not in ("public", "private"):
            return failed(f"cacheScope is {scope!r:.100}")
    return passed(f"{len(results)} results have both")


def _entries(entries: list[Any]) -> dict[str, Ruling]:
    problems = [problem for entry in entries if (problem := entry_problem(entry))]
    sound = [entry for entry in entries if not entry_problem(entry)]
    static = [entry for entry in sound if manifest_of(entry) is not None]
    broken = [problem for entry in static if (problem := manifest_problem(entry))]
    whole = [entry for entry in static if not manifest_problem(entry)]
    names = [entry["frontmatter"]["name"] for entry in sound]
    twice = repeated(names)
    large = list(beyond_limits(whole))
    nothing = not_applicable("no skill lists its files")
    return {
        ENTRIES.id: ruled(not problems, f"{len(entries)} skills", listed(problems)),
        MANIFESTS.id: ruled(not broken, f"{len(static)} skills", listed(broken))
        if static
        else nothing,
        LIMITS.id: ruled(not large, f"{len(whole)} skills", listed(large)) if whole else nothing,
        NAMES.id: ruled(not twice, f"{len(names)} names", f"twice: {', '.join(twice[:3])}")
        if names
        else not_verified(f"no skill is described so that it has a name, see {ENTRIES.id}"),
    }


def _got(reaction: Reaction | None, uri: str) -> Ruling:
    if reaction is None:
        return not_verified(f"no skill is described so that it could be got, see {ENTRIES.id}")
    result = result_of(reaction)
    if result is None:
        return failed(f"{uri:.100} is listed, but {server_said(reaction)}")
    skill = result.get("skill")
    if uri_of(skill) != uri:
        return failed(f"asked for {uri:.100}, the server gave {skill!r:.100}")
    problem = entry_problem(skill)
    return ruled(not problem, f"{uri:.100}", problem)


def with_resources(server: Examinee, _exchanges: object) -> Rulings:
    declared = ruled(server.declares("resources"), "it does", "it declares skills only")
    is_asked = settings_of(server, SKILLS) is not None
    return {WITH_RESOURCES.id: declared if is_asked else UNDECLARED}


PROBES = (Probe("skills", ABOUT_LISTS, skills, sends=Provenance.SOUND),)
REVIEWS = (Review((WITH_RESOURCES,), with_resources, looks_at=HELLOS),)
