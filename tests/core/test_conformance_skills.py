"""Checks about skills, fed by hand."""

from __future__ import annotations

import base64
import hashlib

import pytest
from examinees import MODERN, NOVEMBER, because, error, examinee, fed, in_words, replied

from mcptest_action.core.checks.conformance.checks import skills, skills_read
from mcptest_action.core.checks.conformance.extensions import SKILLS, settings_of
from mcptest_action.core.checks.conformance.same_cause import explained
from mcptest_action.core.checks.results import Status
from mcptest_action.core.protocol.exchange.reaction import Oversized, Replied, RpcError, TimedOut

KEPT = {"ttlMs": 0, "cacheScope": "public"}
TEXT = "---\nname: refunds\ndescription: How to refund\n---\nDo it.\n"
URI = "skill://acme/refunds/SKILL.md"
FOLDER = "skill://acme/refunds"
NOTHING = RpcError(-32602, "no such thing", None, None)


def described(uri, text):
    data = text.encode()
    return {"uri": uri, "digest": f"sha256:{hashlib.sha256(data).hexdigest()}", "size": len(data)}


def skill(uri=URI, name="refunds", description="How to refund", resources=None, **more):
    front = {"name": name, "description": description}
    files = [described(uri, TEXT)] if resources is None else resources
    return {"uri": uri, "frontmatter": front, "resources": files, **more}


def server(settings=None, *capabilities, revision=MODERN):
    known = examinee(revision, *(capabilities or ("resources",)))
    declared = {**known.hello.capabilities, "extensions": {SKILLS: settings or {}}}
    return known._replace(hello=known.hello._replace(capabilities=declared))


def page(*entries, **more):
    return replied({"skills": list(entries), **KEPT, **more})


def got(entry=None, **more):
    return replied({"skill": entry or skill(), **KEPT, **more})


def read(text=TEXT, **more):
    part = {"uri": URI, "text": text} if text is not None else {"uri": URI}
    return replied({"contents": [{**part, **more}]})


def asked(*reactions, known=None):
    return because(skills.skills, known or server(), *reactions)


def test_who_declares_no_skills_is_asked_nothing():
    for known in (examinee(MODERN), examinee(NOVEMBER)):
        for probe in (skills.skills, skills_read.skill_files, skills_read.no_skill):
            rulings, steps = fed(probe(known))
            assert steps == []
            assert {ruling.because for ruling in rulings.values()} == {
                "the server does not declare the skills extension"
            }


def test_what_is_declared_oddly_is_declared():
    known = server()
    odd = known.hello._replace(capabilities={"extensions": {SKILLS: True}})
    assert settings_of(known._replace(hello=odd), SKILLS) == {}
    broken = known.hello._replace(capabilities={"extensions": []})
    assert settings_of(known._replace(hello=broken), SKILLS) is None


def test_a_sound_list():
    other = skill("skill://other/SKILL.md", "other", resources="dynamic")
    assert asked(page(skill(), nextCursor="x"), page(other), got()) == {
        "SKILL-02": "passed: 2 skills on 2 pages",
        "SKILL-03": "passed: 3 results have both",
        "SKILL-04": "passed: 2 skills",
        "SKILL-05": "passed: 1 skills",
        "SKILL-06": f"passed: {URI}",
        "SKILL-12": "passed: 1 skills",
        "SKILL-13": "passed: 2 names",
    }


def test_skills_need_resources():
    def ruled(known):
        return in_words(skills.with_resources(known, ()))

    assert ruled(server()) == {"SKILL-01": "passed: it does"}
    assert ruled(server({}, "tools")) == {"SKILL-01": "failed: it declares skills only"}
    undeclared = "not_applicable: the server does not declare the skills extension"
    assert ruled(examinee(MODERN)) == {"SKILL-01": undeclared}


def test_an_empty_list_is_fine():
    found = asked(page())
    assert found["SKILL-02"] == "passed: 0 skills on 1 pages"
    assert found["SKILL-03"] == "passed: 1 results have both"
    assert found["SKILL-06"] == "not_applicable: skills/list is empty"


@pytest.mark.parametrize(
    ("reaction", "why"),
    [
        (error(-32601), "the server answered with JSON-RPC error -32601: no (HTTP status 200)"),
        (TimedOut(5.0), "the server did not answer within 5 s"),
        (replied({"resources": []}), "the result has no list of skills"),
        (Replied([]), "the server answered with a result"),
    ],
    ids=repr,
)
def test_no_list_fails_once(reaction, why):
    found = asked(reaction)
    assert found["SKILL-02"] == f"failed: 0 skills on 0 pages, and then: {why}"
    assert found["SKILL-03"] == "not_verified: there is no result to look at"
    assert found["SKILL-04"] == "not_verified: there is no list of skills"


def test_pages_that_lead_nowhere():
    odd = asked(page(skill(), nextCursor=5), got())
    assert odd["SKILL-02"].endswith("and then: nextCursor is not text: 5")
    endless = [page(nextCursor=str(number)) for number in range(skills.MOST_PAGES)]
    many = "not_verified: 0 skills on 20 pages, and we asked for no more"
    assert asked(*endless)["SKILL-02"] == many
    assert asked(page({"uri": "x"}))["SKILL-13"].startswith("not_verified: no skill is described")


@pytest.mark.parametrize(
    ("hints", "why"),
    [
        ({"ttlMs": None}, "ttlMs is None"),
        ({"ttlMs": True}, "ttlMs is True"),
        ({"ttlMs": -1}, "ttlMs is -1"),
        ({"cacheScope": "all"}, "cacheScope is 'all'"),
    ],
    ids=repr,
)
def test_results_without_hints(hints, why):
    assert asked(page(skill()), got(**hints))["SKILL-03"] == f"failed: {why}"


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ("x", "an entry is not an object"),
        ({}, "the uri of an entry does not end with /SKILL.md: None"),
        (skill("skill://refunds/README.md"), "the uri of an entry does not end with"),
        (skill(frontmatter=None), "has no frontmatter"),
        (skill(name=5), "the frontmatter of skill://acme/refunds/SKILL.md has no name"),
        (skill(description=""), "has no description"),
        (skill(name="other"), "is not in a folder called 'other', which is its name"),
        (skill("skill://Big/SKILL.md", "Big"), "'Big' is not a name for a skill"),
        (skill("skill://a--b/SKILL.md", "a--b"), "'a--b' is not a name for a skill"),
        (skill(f"skill://{'a' * 65}/SKILL.md", "a" * 65), "is not a name for a skill"),
        (skill(resources=5), "are neither a list nor `dynamic`"),
    ],
    ids=lambda value: str(value)[-60:],
)
def test_entries_that_no_host_can_register(entry, why):
    found = asked(page(entry))
    assert found["SKILL-04"].startswith("failed")
    assert why in found["SKILL-04"]
    assert found["SKILL-05"] == "not_applicable: no skill lists its files"
    assert found["SKILL-06"].startswith("not_verified: no skill is described so")


FILE = described(URI, TEXT)


@pytest.mark.parametrize(
    ("files", "why"),
    [
        ([], "its own SKILL.md is not listed"),
        ([5], "a file has no uri"),
        ([{**FILE, "uri": "skill://acme/refunds-2/x.md"}], "is not in the folder of the skill"),
        ([{**FILE, "digest": "sha256:" + "A" * 64}], "is not `sha256:` and 64 small"),
        ([{**FILE, "digest": None}], "is not `sha256:` and 64 small"),
        ([{**FILE, "size": "5"}], "is not a number of bytes"),
        ([{**FILE, "size": True}], "is not a number of bytes"),
        ([{**FILE, "size": -1}], "is not a number of bytes"),
        ([FILE, FILE], f"{URI} is listed twice"),
    ],
    ids=lambda value: str(value)[-60:],
)
def test_manifests_that_no_host_can_verify(files, why):
    found = asked(page(skill(resources=files)), got())
    assert found["SKILL-04"] == "passed: 1 skills"
    assert why in found["SKILL-05"]
    assert found["SKILL-12"] == "not_applicable: no skill lists its files"


def test_skills_that_are_too_large():
    many = [FILE, *({**FILE, "uri": f"{FOLDER}/{n}.md", "size": 0} for n in range(512))]
    assert "has 513 files" in asked(page(skill(resources=many)), got())["SKILL-12"]
    heavy = [{**FILE, "size": 16 * 1024 * 1024 + 1}]
    assert "and 16777217 bytes" in asked(page(skill(resources=heavy)), got())["SKILL-12"]


def test_two_skills_of_one_name():
    twins = page(skill(), skill("skill://other/refunds/SKILL.md"))
    assert asked(twins, got())["SKILL-13"] == "failed: twice: refunds"


@pytest.mark.parametrize(
    ("reaction", "why"),
    [
        (error(-32601), f"{URI} is listed, but the server answered with JSON-RPC error -32601"),
        (got(skill("skill://x/SKILL.md", "x")), f"asked for {URI}, the server gave"),
        (got(skill(description="")), f"the frontmatter of {URI} has no description"),
        (replied({"skill": None, **KEPT}), f"asked for {URI}, the server gave None"),
    ],
    ids=repr,
)
def test_a_skill_that_cannot_be_got(reaction, why):
    assert why in asked(page(skill()), reaction)["SKILL-06"]


def files(*reactions, known=None):
    return because(skills_read.skill_files, known or server(), *reactions)


def test_sound_files():
    guide = described(f"{FOLDER}/guide.md", "x\n")
    blob = base64.b64encode(b"x\n").decode()
    entry = skill(resources=[guide, FILE])
    assert files(page(entry), read(), read(None, blob=blob)) == {
        "SKILL-08": f"passed: 2 files of {URI}",
        "SKILL-09": f"passed: name and description of {URI} are the same",
        "SKILL-10": "not_applicable: the server does not declare directoryRead",
    }


def test_nothing_to_read():
    assert files(page())["SKILL-08"] == "not_applicable: skills/list is empty"
    assert files(page("x"))["SKILL-08"].startswith("not_verified: no skill is described")
    assert files(TimedOut(5.0))["SKILL-09"].startswith("not_verified: no skill is described")
    dynamic = files(page(skill(resources="dynamic")), read())
    assert dynamic["SKILL-08"] == "not_applicable: no skill lists its files"
    assert dynamic["SKILL-09"].startswith("passed")
    unsound = files(page(skill(resources=[])), read())
    assert unsound["SKILL-08"] == "not_verified: no list of files is sound, see SKILL-05"


@pytest.mark.parametrize(
    ("reaction", "why"),
    [
        (NOTHING, f"failed: {URI} cannot be read: the server answered with JSON-RPC error -32602"),
        (replied({"contents": []}), f"failed: {URI} cannot be read: the result has no contents"),
        (read(None), f"failed: {URI} has neither text nor base64"),
        (read(None, blob="%%"), f"failed: {URI} has neither text nor base64"),
        (RpcError(-32603, "getaddrinfo ENOTFOUND api.example.com", None, None), "not_verified: "),
        (Oversized(1), f"not_verified: {URI} is larger than what we read"),
    ],
    ids=repr,
)
def test_a_file_that_cannot_be_read(reaction, why):
    found = files(page(skill()), reaction)
    assert found["SKILL-08"].startswith(why)
    assert found["SKILL-09"] == found["SKILL-08"]
    rulings, _ = fed(skills_read.skill_files(server()), page(skill()), reaction)
    failures = {"SKILL-08": [rulings["SKILL-08"]]}
    if rulings["SKILL-08"].status is Status.FAILED:
        told = explained("SKILL-09", rulings["SKILL-09"], failures)
        assert told.because == "see SKILL-08, which has the same cause"


def test_of_several_contents_that_count_which_were_asked_for():
    other, own = ({"uri": uri, "text": text} for uri, text in (("skill://x", "x"), (URI, TEXT)))
    several = replied({"contents": ["x", other, own]})
    assert files(page(skill()), several)["SKILL-08"].startswith("passed")
    nameless = replied({"contents": [{"text": TEXT}]})
    assert files(page(skill()), nameless)["SKILL-08"].startswith("passed")


def test_files_that_are_not_what_the_entry_says():
    short = files(page(skill(resources=[{**FILE, "size": 5}])), read())
    assert short["SKILL-08"].endswith(f"has {len(TEXT)} bytes, and the entry says 5")
    other = files(page(skill(resources=[{**FILE, "digest": "sha256:" + "0" * 64}])), read())
    assert "has the digest sha256:" in other["SKILL-08"]
    masked = files(page(skill(resources=[FILE])), read("---\nname: ***\n---\n"))["SKILL-08"]
    assert masked == f"not_verified: {URI} may hold a secret, which we blacken"
    lost = described(f"{FOLDER}/lost.md", "x")
    assert "lost.md cannot be read" in files(
        page(skill(resources=[FILE, lost])), read(), NOTHING
    )["SKILL-08"]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("\ufeff" + TEXT.replace("\n", "\r\n"), "passed"),
        (TEXT.replace("How to refund", ">-\n  How to\n  refund"), "passed"),
        ("# Refunds\n", f"failed: {URI} does not begin with a frontmatter"),
        ("---\nname: refunds\n", f"failed: {URI} does not begin with a frontmatter"),
        ("\n" + TEXT, f"failed: {URI} does not begin with a frontmatter"),
        (TEXT.replace("How", "Why"), "failed: description is 'Why to refund'"),
        (TEXT.replace("name: refunds\n", ""), f"failed: name is None in {URI}, and 'refunds'"),
        ("---\n- x\n---\n", "failed: name is None"),
        (TEXT.replace("How to refund", "1.10"), "not_verified: description is 1.1 in"),
        (
            TEXT.replace("\ndesc", "\n# a\u2028b\ndesc"),
            "not_verified: its YAML is more than we read",
        ),
        ("---\nname: &a refunds\nother: *a\n---\n", "not_verified: its YAML is more than we read"),
    ],
    ids=repr,
)
def test_the_frontmatter_is_that_of_the_entry(text, why):
    found = files(page(skill(resources="dynamic")), read(text))
    assert found["SKILL-09"].startswith(why), found


def child(name, kind="text/markdown"):
    return {"uri": f"{FOLDER}/{name}", "name": name, "mimeType": kind}


def folder(reaction, *more):
    entry = skill(resources=[FILE, *(described(f"{FOLDER}/{path}", "x") for path in more)])
    reads = [read("x")] * min(len(more), skills_read.MOST_FILES - 1)
    known = server({"directoryRead": True})
    return files(page(entry), read(), *reads, reaction, known=known)["SKILL-10"]


def listing(*children, **more):
    return replied({"resources": list(children), **more})


INSIDE = "not everything that it lists is right inside of it"


@pytest.mark.parametrize(
    ("reaction", "why"),
    [
        (
            listing(child("SKILL.md"), child("t", "inode/directory")),
            f"passed: 2 entries in {FOLDER}",
        ),
        (listing(child("t", "inode/directory"), nextCursor="x"), "passed: 1 entries"),
        (listing(child("SKILL.md"), child("t")), "failed: the mimeType is not inode/directory"),
        (listing(child("SKILL.md")), f"failed: {FOLDER} does not list {FOLDER}/t"),
        (listing(child("SKILL.md"), child("t/a.md")), f"failed: {FOLDER}: {INSIDE}"),
        (listing({"uri": "skill://other"}), f"failed: {FOLDER}: {INSIDE}"),
        (listing({"uri": [1]}), f"failed: {FOLDER}: {INSIDE}"),
        (listing("x"), f"failed: {FOLDER}: {INSIDE}"),
        (replied({"x": 1}), f"failed: {FOLDER}: the result has no list of resources"),
        (error(-32601), f"failed: {FOLDER}: the server answered with JSON-RPC error -32601"),
    ],
    ids=repr,
)
def test_folders(reaction, why):
    assert folder(reaction, "t/a.md").startswith(why)


def test_of_an_unsound_list_only_the_skill_itself_is_expected():
    known = server({"directoryRead": True})
    entry = skill(resources=[FILE, described("skill://other/x.md", "x")])
    found = files(page(entry), read(), listing(child("SKILL.md")), known=known)
    assert found["SKILL-10"].startswith("passed")


def unknown(*reactions, **settings):
    return because(skills_read.no_skill, server(settings), *reactions)


def test_what_is_no_skill():
    assert unknown(NOTHING) == {
        "SKILL-07": "passed: the server answered with JSON-RPC error -32602: no such thing",
        "SKILL-11": "not_applicable: the server does not declare directoryRead",
    }
    wrong = unknown(got(), error(-32603), directoryRead=True)
    assert wrong["SKILL-07"] == "failed: the server answered with a result"
    assert wrong["SKILL-11"].endswith("-32603: no (HTTP status 200), and -32602 was due")
    assert unknown(NOTHING, NOTHING, directoryRead=True)["SKILL-11"].startswith("passed")
