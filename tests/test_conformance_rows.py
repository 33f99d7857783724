"""Every check has been seen to pass and to fail, on a real server, over each of its transports."""

import json

import pytest
from conformance import examined, statuses

from mcptest_action.core.checks.conformance.catalogue import CHECKS
from mcptest_action.core.checks.conformance.model import Level

# HTTP-21 is about addresses that are not on loopback.
ELSEWHERE = ("ERA-01", "HTTP-21")
COUNTED = [c for c in CHECKS if c.level is not Level.INFO and c.id not in ELSEWHERE]
# A check that the mutable server breaks only where it is started in another way.
OPTIONS: dict[str, dict[str, object]] = {
    "HHDR-14": {"era": "modern"},
    "LIFE-07": {"stateless": True},
    "BASE-22": {"era": "2025-03-26"},
    "BASE-25": {"era": "2025-03-26"},
    "BASE-26": {"era": "2025-03-26"},
    "LIFE-18": {"era": "2025-03-26"},
    "LIFE-22": {"era": "2025-03-26"},
    # A server of both eras may take them for requests of an older revision.
    "META-01": {"era": "modern"},
    "META-02": {"era": "modern"},
    "AUTH-18": {"era": "2025-03-26"},
}
# A server that lets nobody in settles on no revision, so that an old one has to be asked for.
WORDS = {
    "AUTH-13": ("--bearer-token-env", "NARROW_TOKEN"),
    "AUTH-18": ("--spec-version", "2025-03-26"),
}
# The mutable server does not speak HTTP+SSE; what is asked over it is asked over HTTP as well.
SERVED = ("stdio", "http")
# What both transports have is seen on stdio here, and over HTTP by `make test-mutants`.
CASES = [
    pytest.param(check, how, marks=[pytest.mark.mutants] if again else [], id=f"{check.id}-{how}")
    for check in COUNTED
    for how in check.transports
    if how in SERVED
    for again in (how == "http" and "stdio" in check.transports,)
]
OLD = ("2024-11-05", "2025-03-26")
# The mutable server breaks these in later revisions only; tests/core has them for the older ones.
LATER_ONLY = ("LIFE-02", "LIFE-04")
# Broken in another way, where an older revision lacks what is broken otherwise.
OLD_WAY = {("LIFE-12", "2024-11-05"): "LIFE-12:logging"}
# What older revisions share with newer ones is seen there; the rest by `make test-mutants`.
OLD_CASES = [
    pytest.param(check, revision, marks=pytest.mark.mutants, id=f"{check.id}-{revision}")
    for check in COUNTED
    for revision in OLD
    if revision in check.revisions and check.transports != ("http",) and check.id not in LATER_ONLY
]


@pytest.fixture(autouse=True)
def narrow_token(monkeypatch):
    monkeypatch.setenv("NARROW_TOKEN", "narrow-token")


@pytest.mark.parametrize(("check", "transport"), CASES)
def test_a_server_that_breaks_it_is_found_out(check, transport, capsys, tmp_path, sound_talk):
    options = OPTIONS.get(check.id, {})
    file = tmp_path / "transcript.jsonl"
    words = ("--only", check.id, "--timeout", "2s", *WORDS.get(check.id, ()))
    words += ("--transcript", str(file))
    document = examined(capsys, *words, transport=str(transport), breaks=(check.id,), **options)
    found = statuses(document, check.id)
    assert "failed" in found.values(), document["checks"]
    row = document["checks"][0]
    assert row["status"] == "failed"
    if check.id not in ABSENT:
        sound = sound_talk(capsys, str(transport), options)
        assert_shows_the_fault(row, talk_in(file), sound)


# What is wrong there is that something was not said, at hello.
ABSENT = ("LIFE-11",)


@pytest.fixture(scope="module")
def sound_talk(tmp_path_factory):
    """What the sound server says, recorded once for each way to start it."""
    file, known = tmp_path_factory.mktemp("sound") / "transcript.jsonl", {}

    def talk(capsys, transport, options):
        key = (transport, *options.items())
        if key not in known:
            examined(capsys, "--transcript", str(file), transport=transport, **options)
            known[key] = set(talk_in(file).values())
        return known[key]

    return talk


def talk_in(file):
    """By line of a transcript: where it stands in its script, and what the server said there."""
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    return {number: said(line) for number, line in enumerate(lines, 1) if "sent" in line}


def said(line):
    """Without what differs from run to run, except for its form."""
    reaction, http = line["reaction"], line["reaction"].get("http") or {}
    headers = {
        k: v for k, v in http.get("headers", {}).items() if k not in ("date", "content-length")
    }
    session = headers.pop("mcp-session-id", None)
    form = session and (len(session), any(not "!" <= char <= "~" for char in session))
    stream = http.get("stream") or {}
    streamed = {**stream, "ids": [name for name in stream.get("ids", ()) if "event-" not in name]}
    about = {**http, "headers": headers, "session": form, "stream": streamed}
    place = line["check"], line.get("tool"), line["step"]
    return json.dumps([place, {**reaction, "http": about}, line.get("others")], sort_keys=True)


def assert_shows_the_fault(row, talk, sound):
    """The evidence contains something that the sound server does not say there."""
    for revision, found in row["revisions"].items():
        if found["status"] == "failed":
            shown = [one["line"] for one in found["evidence"]]
            odd = [line for line in shown if talk[line] not in sound]
            assert odd, f"{row['id']} in {revision}: nothing is wrong with the lines {shown}"


@pytest.mark.parametrize(("check", "revision"), OLD_CASES)
def test_a_server_of_old_that_breaks_it_is_found_out(check, revision, capsys):
    words = ("--only", check.id, "--timeout", "2s")
    if check.id == "LIFE-03":  # who agrees to anything is asked for this one
        words += ("--spec-version", revision)
    breaks = (OLD_WAY.get((check.id, revision), check.id),)
    document = examined(capsys, *words, breaks=breaks, era=revision)
    assert statuses(document, check.id) == {revision: "failed"}


@pytest.mark.parametrize("transport", ["stdio", "http"])
@pytest.mark.parametrize("revision", OLD)
def test_a_sound_server_of_old_meets_everything(revision, transport, capsys):
    """It negotiates, and need not speak anything newer."""
    document = examined(capsys, transport=transport, era=revision)
    failed = {row["id"]: row["because"] for row in document["checks"] if row["status"] == "failed"}
    assert failed == {}
    assert document["incomplete"] is None
    assert document["badge"] == "T1"
    assert {rev for rev, row in document["revisions"].items() if row["spoken"]} == {revision}
    era = statuses(document, "ERA-01")
    assert era.pop(revision) == "passed"
    assert set(era.values()) == {"not_verified"}


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_a_sound_server_meets_everything(transport, capsys):
    document = examined(capsys, transport=transport)
    failed = {row["id"]: row["because"] for row in document["checks"] if row["status"] == "failed"}
    assert failed == {}
    assert document["incomplete"] is None
    assert document["badge"] == "T1"
