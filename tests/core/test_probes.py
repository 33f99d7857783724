"""The tree of `fixtures/probes` is the test: what each probe sends, and how it rules on what comes."""

import inspect
import json
import pkgutil
import re
from importlib import import_module

import pytest
from conftest import FIXTURES

from mcptest_action.core.checks import probes
from mcptest_action.core.checks.coverage.families import OUT_OF_REACH
from mcptest_action.core.checks.probes.catalogue import CHECKS, PROBES, REVIEWS
from mcptest_action.core.checks.probes.contract import must_answer, must_reject
from mcptest_action.core.checks.probes.model import NO_TOOL, Aim, Observation, RequestKind, Subject
from mcptest_action.core.checks.results.faults import Family
from mcptest_action.core.checks.results.ruling import UNVERIFIED, Ruling, Skip, Status
from mcptest_action.core.checks.run import active
from mcptest_action.core.checks.run.subject import subject_of
from mcptest_action.core.checks.samples.validator import violations
from mcptest_action.core.protocol.exchange.pump import pump, watched
from mcptest_action.core.protocol.exchange.reaction import (
    BROKEN,
    Accepted,
    Closed,
    Disconnected,
    Garbage,
    HttpAnswer,
    HttpStatus,
    InvalidUtf8,
    Leaving,
    Misaddressed,
    NotSent,
    Oversized,
    Replied,
    RpcError,
    TimedOut,
    Unreachable,
)
from mcptest_action.core.protocol.exchange.step import (
    NO_SUCH,
    CallTool,
    Close,
    Notify,
    Request,
    Together,
)
from mcptest_action.core.protocol.transcript.lines import CHECK as CUT_OFF
from mcptest_action.core.protocol.transcript.lines import HANDSHAKE, RESTART, SURFACE
from mcptest_action.core.protocol.transcript.reaction_json import reaction_of_document
from mcptest_action.core.safety.classify import classify
from mcptest_action.core.safety.declaration import NO_SETTINGS

FOLDER = FIXTURES / "probes"
BY_ID = {probe.id: probe for probe in PROBES}
REVIEW_BY_ID = {review.id: review for review in REVIEWS}
KINDS = ("pass", "fail", "not-verified")
RULED = sorted(p for kind in KINDS for p in FOLDER.glob(f"*/{kind}/*.json"))
NOT_APPLICABLE = sorted(FOLDER.glob("*/not-applicable/*.json"))
STATUS = {"pass": Status.PASSED, "fail": Status.FAILED, "not-verified": Status.SKIPPED}
SEED = {
    "unknown_tool": "FAULT-PROTO-UNKNOWN-METHOD",
    "missing_required": "FAULT-SCHEMA-MISSING-REQUIRED",
    "wrong_type": "FAULT-SCHEMA-TYPE-MISMATCH",
    "extra_field": "FAULT-SCHEMA-UNEXPECTED-FIELD",
    "oversized": "FAULT-INPUT-OVERSIZED",
}
HEADINGS = (
    "Why it matters", "Sends", "Passes when", "Not verified", "Fails when", "Not applicable",
    "Remedy",
)  # fmt: skip
OPTIONAL = {"Not applicable", "Not verified"}


def load(path):
    return json.loads(path.read_text())


def subject_from(path):
    tool = load(path)
    subject = subject_of(tool, classify(tool), NO_SETTINGS)
    assert isinstance(subject, Subject), subject
    return subject


def subject_for(name):
    path = FOLDER / name / "tool.json"
    if path.exists():
        return subject_from(path)
    (aim,) = (probe.aim for probe in PROBES if probe.id == name)
    assert aim in (Aim.NO_TOOL, Aim.GOODBYE), f"add a tool: fixtures/probes/{name}/tool.json"
    return NO_TOOL


def reactions_in(document):
    """The answers to each step in turn; a list among them answers steps made together."""
    steps = document if isinstance(document, list) else [document]
    return [
        tuple(map(reaction_of_document, step))
        if isinstance(step, list)
        else reaction_of_document(step)
        for step in steps
    ]


def play(script, answers):
    """What a script sends and how it rules, given an answer to each step."""
    sent, rest = [], list(answers)

    def answer(step):
        sent.append(step)
        assert rest, f"no answer to {step!r}"[:200]
        return rest.pop(0)

    ruling = pump(script, answer)
    assert not rest, f"never asked for {rest}"
    return sent, ruling


def seen_in(document):
    """What was asked stands beside a reaction, where it is no bad request."""
    asked = RequestKind(document.pop("asked", RequestKind.BAD_REQUEST))
    return Observation(asked, reaction_of_document(document))


def ruling_on(path):
    name = path.parent.parent.name
    if name in REVIEW_BY_ID:
        return REVIEW_BY_ID[name].rule(list(map(seen_in, load(path))))
    answers = reactions_in(load(path))
    return play(BY_ID[name].script(subject_for(name)), answers)[1]


def case_id(path):
    return "/".join(path.with_suffix("").parts[-3:])


@pytest.mark.parametrize("path", RULED, ids=case_id)
def test_rules_on_the_reaction(path, golden):
    ruling = ruling_on(path)
    assert ruling.status is STATUS[path.parent.name], ruling
    assert (ruling.skip in UNVERIFIED) == (path.parent.name == "not-verified")
    golden(path.with_suffix(".txt"), ruling.because + "\n")


@pytest.mark.parametrize("path", NOT_APPLICABLE, ids=case_id)
def test_says_when_it_does_not_apply(path, golden):
    name = path.parent.parent.name
    if name in REVIEW_BY_ID or "kind" in load(path):  # only the server's reaction tells
        ruling = ruling_on(path)
    else:
        sent, ruling = play(BY_ID[name].script(subject_from(path)), [])
        assert sent == []
    assert (ruling.status, ruling.skip) == (Status.SKIPPED, Skip.NOT_APPLICABLE)
    golden(path.with_suffix(".txt"), ruling.because + "\n")


def step_document(step):
    """A step for people to read: no defaults, and nothing longer than a line."""
    if isinstance(step, Together):
        return {"Together": [step_document(single) for single in step.steps]}
    fields = {
        name: shortened(value)
        for name, value in step._asdict().items()
        if step._field_defaults.get(name, ...) != value
    }
    return {type(step).__name__: fields}


def shortened(value):
    if isinstance(value, str):
        return value if len(value) <= 80 else f"{value[0]} ({len(value)} characters)"
    if isinstance(value, list):
        depth, inner = 0, value
        while isinstance(inner, list) and inner:
            depth, inner = depth + 1, inner[0]
        return f"{depth} lists, one in the other" if depth > 10 else list(map(shortened, value))
    if isinstance(value, dict):
        return {key: shortened(inner) for key, inner in value.items()}
    return value


@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: probe.id)
def test_sends(probe, golden):
    passing = sorted((FOLDER / probe.id / "pass").glob("*.json"))
    assert passing, f"add a reaction to fixtures/probes/{probe.id}/pass"
    sent, _ = play(probe.script(subject_for(probe.id)), reactions_in(load(passing[0])))
    text = json.dumps([step_document(step) for step in sent], indent=2) + "\n"
    golden(FOLDER / probe.id / "sent.json", text)


# A request differs from a valid one in exactly one way.

ONE_ARGUMENT = {"wrong_type", "null_argument", "out_of_range", "oversized", "deep_nesting",
                "invalid_utf8_or_surrogate"}  # fmt: skip


def first_step(probe, subject):
    return next(probe.script(subject))


@pytest.mark.parametrize("name", sorted(ONE_ARGUMENT))
def test_one_argument_is_spoiled_and_nothing_else(name):
    subject = subject_for(name)
    sent = first_step(BY_ID[name], subject).arguments
    changed = [
        key for key in sent if key not in subject.arguments or sent[key] != subject.arguments[key]
    ]
    assert len(changed) == 1
    assert set(subject.arguments) <= set(sent)


def test_one_argument_is_missing_and_nothing_else():
    subject = subject_for("missing_required")
    sent = first_step(BY_ID["missing_required"], subject).arguments
    assert len(sent) == len(subject.arguments) - 1
    assert sent.items() <= subject.arguments.items()


def test_one_argument_is_added_and_nothing_else():
    subject = subject_for("extra_field")
    sent = first_step(BY_ID["extra_field"], subject).arguments
    assert len(sent) == len(subject.arguments) + 1
    assert subject.arguments.items() <= sent.items()


@pytest.mark.parametrize(
    "name", ["repeated_call", "cancelled_call", "concurrent_calls", "alive_after_error"]
)
def test_what_should_be_valid_is_valid(name):
    subject = subject_for(name)
    answers = reactions_in(load(min((FOLDER / name / "pass").glob("*.json"))))
    sent, _ = play(BY_ID[name].script(subject), answers)
    singles = [s for step in sent for s in (step.steps if isinstance(step, Together) else [step])]
    calls = [s for s in singles if isinstance(s, CallTool) and s.name == subject.name]
    assert calls
    assert all(violations(subject.schema, call.arguments) == [] for call in calls)


# What every probe has in common: a server that breaks, fails.

HTTP = HttpAnswer(502, {})
BREAKS = {
    "hang": TimedOut(30),
    "crash": Disconnected("exited with code 3"),
    "closed connection": Disconnected("closed its output without exiting"),
    "bare HTTP error": HttpStatus(HTTP, "Bad gateway"),
    "bare HTTP 404": HttpStatus(HttpAnswer(404, {}), ""),
    "garbage": Garbage("hello"),
    "not UTF-8": InvalidUtf8("/w=="),
    "flood": Oversized(1),
    "answer to nobody": Misaddressed(("7",)),
    "lost session": RpcError(-32001, "Session not found", None, HttpAnswer(404, {})),
}
GOOD = {
    CallTool: Replied({"content": [{"type": "text", "text": "ok"}]}),
    Request: Replied({"tools": [{"name": "search"}]}),
    Notify: Accepted(),
    Close: Closed("exited with code 0", Leaving.BY_ITSELF),
}


def breaking_at(probe, number, reaction):
    """The ruling when step `number` gets the reaction, those before it good answers; or None."""
    script, answer = probe.script(subject_for(probe.id)), None
    for count in range(10):
        try:
            step = script.send(answer)
        except StopIteration as done:
            return done.value if count > number else None
        singles = step.steps if isinstance(step, Together) else (step,)
        answers = [GOOD[type(s)] if getattr(s, "waits", True) else Accepted() for s in singles]
        if count == number:
            answers[-1] = reaction
        answer = tuple(answers) if isinstance(step, Together) else answers[0]
    raise AssertionError("the script does not end")


@pytest.mark.parametrize("kind", BREAKS)
@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: probe.id)
def test_a_server_that_breaks_fails_every_probe_at_every_step(probe, kind):
    seen = 0
    for number in range(4):
        ruling = breaking_at(probe, number, BREAKS[kind])
        if ruling is not None:
            seen += 1
            refusable = probe.id == "cancelled_call" and number == 1 and "HTTP 40" in kind
            assert ruling.status is (Status.PASSED if refusable else Status.FAILED), ruling
            assert ruling.because
    assert seen


def test_every_break_that_ends_a_connection_is_tried():
    assert {type(reaction) for reaction in BREAKS.values()} >= set(BROKEN) - {Unreachable}


@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: probe.id)
def test_too_large_is_an_answer_to_nothing_but_what_is_large(probe):
    ruling = breaking_at(probe, 0, HttpStatus(HttpAnswer(413, {}), ""))
    assert ruling.status is (Status.PASSED if probe.id == "oversized" else Status.FAILED)


@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: probe.id)
def test_what_the_policy_did_not_let_through_is_skipped(probe):
    number = 1 if probe.id == "alive_after_error" else 0
    ruling = breaking_at(probe, number, NotSent("destructive", "it deletes"))
    assert ruling == Ruling(Status.SKIPPED, "it deletes", "destructive")


@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: probe.id)
def test_what_the_budget_did_not_reach_is_no_decision_against_it(probe):
    number = 1 if probe.id == "alive_after_error" else 0
    ruling = breaking_at(probe, number, NotSent("budget_exhausted", "the budget is used up"))
    assert ruling == Ruling(Status.INCONCLUSIVE, "the budget is used up", "budget_exhausted")


@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: probe.id)
def test_a_server_that_cannot_be_reached_never_passes(probe):
    first = breaking_at(probe, 0, Unreachable("connection refused"))
    listed_first = first_step(probe, subject_for(probe.id)) == Request("tools/list")
    assert first.status is (Status.FAILED if listed_first else Status.INCONCLUSIVE)
    for number in range(1, 4):
        later = breaking_at(probe, number, Unreachable("connection refused"))
        assert later is None or later.status is Status.FAILED


@pytest.mark.parametrize("status", [401, 407, 429])
@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: probe.id)
def test_not_you_and_not_now_are_no_rejections(probe, status):
    """Nobody looked at the request, so nothing is known about it, whatever JSON stands there."""
    answer = RpcError(-32000, "go away", None, HttpAnswer(status, {}))
    ruling = breaking_at(probe, 0, answer)
    assert ruling.status is unread(probe, status)


def unread(probe, status):
    if first_step(probe, subject_for(probe.id)) == Request("tools/list"):
        return Status.FAILED
    wanted = probe.id == "repeated_call" and status == 401
    return Status.SKIPPED if wanted else Status.INCONCLUSIVE


@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: probe.id)
def test_a_bare_401_says_nothing_about_a_request_either(probe):
    ruling = breaking_at(probe, 0, HttpStatus(HttpAnswer(401, {}), ""))
    assert ruling.status is unread(probe, 401)


SCOPELESS = HttpStatus(
    HttpAnswer(403, {"www-authenticate": 'Bearer error="insufficient_scope", scope="a b"'}), ""
)


@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: probe.id)
def test_a_bare_403_for_want_of_a_scope_is_a_rejection_and_no_break(probe):
    ruling = breaking_at(probe, 1 if probe.id == "alive_after_error" else 0, SCOPELESS)
    assert ruling.status in {Status.PASSED, Status.SKIPPED}
    if ruling.status is Status.SKIPPED:
        assert ruling.because.endswith(" wants a token with the scope a b (HTTP status 403)")
        assert ruling.skip == "service_wants_credentials"


def test_who_wants_a_token_is_named():
    wants = "the server wants a token with the scope a b (HTTP status 403)"
    assert must_reject(SCOPELESS).because == f"rejected: {wants}"
    assert must_answer(SCOPELESS).because == f"refused: {wants}"


@pytest.mark.parametrize("probe", PROBES, ids=lambda probe: probe.id)
def test_what_is_no_answer_at_all_never_passes(probe):
    if probe.id in {"deep_nesting", "invalid_utf8_or_surrogate", "cancelled_call"}:
        return  # they do not wait for one
    assert breaking_at(probe, 0, Accepted()).status in {Status.FAILED, Status.INCONCLUSIVE}


# The catalogue.


def modules():
    return {
        name: import_module(f"{probes.__name__}.{name}")
        for _, name, _ in pkgutil.iter_modules(probes.__path__)
    }


def test_every_module_with_a_probe_is_in_the_catalogue():
    found = {name: m.PROBE for name, m in modules().items() if hasattr(m, "PROBE")}
    assert {name: probe.id for name, probe in found.items()} == {name: name for name in found}
    missing = set(found).symmetric_difference(BY_ID)
    assert not missing, f"core/checks/probes/catalogue.py: add {missing} to PROBES"
    assert all(found[probe.id] is probe for probe in PROBES)


def test_every_module_with_a_review_is_in_the_catalogue():
    found = {name: m.REVIEW for name, m in modules().items() if hasattr(m, "REVIEW")}
    assert {name: review.id for name, review in found.items()} == {name: name for name in found}
    missing = set(found).symmetric_difference(REVIEW_BY_ID)
    assert not missing, f"core/checks/probes/catalogue.py: add {missing} to REVIEWS"


def test_ids_and_faults_are_unique():
    ids = [check.id for check in CHECKS]
    assert len(set(ids)) == len(ids)
    faults = [*(check.fault for check in CHECKS), active.FAULT]
    assert len(set(faults)) == len(faults)
    assert all(re.fullmatch(r"FAULT(-[A-Z0-9]+){2,}", fault) for fault in faults)


def test_no_probe_is_named_like_something_else_in_a_transcript():
    taken = {HANDSHAKE, SURFACE, RESTART, CUT_OFF, "reconnect", active.ACTIVE_PROBE}
    assert not taken & {check.id for check in CHECKS}


@pytest.mark.parametrize("probe", [p for p in PROBES if p.aim is Aim.NO_TOOL], ids=lambda p: p.id)
def test_a_probe_that_reaches_no_tool_calls_only_names_that_nobody_has(probe):
    """The guard holds every other name back, and the probe would be skipped at every server."""
    sent = []
    pump(watched(probe.script(NO_TOOL), sent), answer_to)
    called = [step.name for step, _ in sent if isinstance(step, CallTool)]
    assert all(name.startswith(NO_SUCH) for name in called), (
        f"core/checks/probes/{probe.id}.py calls {called}, and Aim.NO_TOOL promises that no tool is "
        f"reached. The guard lets only names through that begin with {NO_SUCH!r}: call "
        f"`subject.unknown`, or that with something behind it. If a tool is meant, choose another "
        f"Aim."
    )


def answer_to(step):
    return tuple(map(answer_to, step.steps)) if isinstance(step, Together) else GOOD[type(step)]


def test_the_probes_of_the_seed_have_its_fault_ids():
    assert {name: BY_ID[name].fault for name in SEED} == SEED
    assert all(BY_ID[name].negative_path for name in SEED)


def test_what_looks_back_runs_last():
    assert [probe.id for probe in PROBES[-2:]] == ["alive_after_error", "exits_when_closed"]


def test_every_family_has_a_check():
    without = set(Family) - {*(check.family for check in CHECKS), Family.TOOL}
    assert without == set(OUT_OF_REACH), "those that no probe can bring about"


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.id)
def test_the_docstring_is_a_page(check):
    title, *paragraphs = check.doc.strip().split("\n\n")
    assert re.fullmatch(r"[A-Z][^\n]*\.", title)
    found = [re.match(r"\*\*([^*.]+)\.?\*\*", paragraph) for paragraph in paragraphs]
    headings = [match[1] for match in found if match]
    assert len(headings) == len(paragraphs), "every paragraph has a heading"
    asked = [name for name in HEADINGS if name not in OPTIONAL or name in headings]
    assert headings == asked, f"{check.id}: the docstring has {headings}, in place of {asked}"
    assert check.contract


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.id)
def test_every_check_has_been_seen_to_pass_and_to_fail(check):
    for kind in ("pass", "fail"):
        assert list((FOLDER / check.id / kind).glob("*.json")), f"{check.id} has no {kind}/*.json"


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.id)
def test_what_may_not_apply_says_so_and_has_a_fixture(check):
    says = "**Not applicable**" in check.doc
    by_script = "not_applicable(" in inspect.getsource(modules()[check.id])
    by_tool = getattr(check, "aim", None) is Aim.VALID_CALL
    has = any((FOLDER / check.id).glob("not-applicable/*.json"))
    if_so = "if, and only if, its script says not_applicable(…)"
    assert has == by_script, f"fixtures/probes/{check.id}/not-applicable holds a file {if_so}"
    assert says == (by_script or (by_tool and not check.without_tool))


def test_every_folder_belongs_to_a_check_and_every_file_to_the_test():
    folders, ids = {path.name for path in FOLDER.iterdir()}, {check.id for check in CHECKS}
    assert folders == ids, f"fixtures/probes: add {ids - folders}, remove {folders - ids}"
    for path in FOLDER.rglob("*.txt"):
        assert path.with_suffix(".json").exists(), f"{path} has lost its reaction"
    kinds = {path.name for folder in FOLDER.iterdir() for path in folder.iterdir()}
    assert kinds <= {"tool.json", "sent.json", "not-applicable", *KINDS}
