"""What a comment says, what it remembers, and how it is kept small."""

import base64
import json

import pytest
from conftest import FIXTURES
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from simulation import offline_gate

from mcptest_action.app.exit_code import ExitCode
from mcptest_action.core.policy.model import Level, RuleOutcome
from mcptest_action.core.publish import delta, digest
from mcptest_action.core.publish.changes import Change, Changed, Comparison
from mcptest_action.core.publish.comment import LIMIT, About, Draft, draft_comment, why_not
from mcptest_action.core.publish.comments import is_marked, key_of, marker
from mcptest_action.core.publish.digest import Digest, digest_line, read_digest
from mcptest_action.core.publish.fit import Section, fit
from mcptest_action.core.publish.outputs import OUTPUTS, output_lines, outputs_of
from mcptest_action.core.publish.subject import NO_VERDICT as NO_VERDICT_TITLES
from mcptest_action.core.publish.subject import NoVerdict, Subject, caption, server_of
from mcptest_action.core.publish.summary import render_summary
from mcptest_action.core.render.report import ORDER, Source
from mcptest_action.core.request.options import Mode

SHA, OTHER = "a" * 40, "b" * 40
URL = "https://github.com/octo/server/actions/runs/12"
ABOUT = About(marker("ci/gate"), "", SHA, 12, URL)
RENDER = FIXTURES / "render"
PUBLISH = FIXTURES / "publish"


def report(name):
    return offline_gate(RENDER / name)


def subject(name, **more):
    return Subject(report(name), **more)


NO_VERDICT = NoVerdict(3, ("http://api: the server cannot be reached", "  hint: @everyone |"))


@pytest.mark.parametrize("name", ["all-outcomes", "hostile", "plain-pass", "waiver-breach"])
def test_the_comment_on_a_report_is_a_page_that_people_can_open(name, golden):
    golden(PUBLISH / f"{name}.comment.md", draft_comment(subject(name), ABOUT, None).body + "\n")


def test_the_comment_without_a_verdict_says_why_there_is_none(golden):
    draft = draft_comment(Subject(NO_VERDICT), ABOUT, None)
    assert draft.failed
    golden(PUBLISH / "no-verdict.comment.md", draft.body + "\n")
    golden(PUBLISH / "no-verdict.summary.md", render_summary(Subject(NO_VERDICT), ()))


def test_a_second_comment_says_what_changed(golden):
    """From a run in which everything passed, on another commit."""
    before = draft_comment(subject("plain-pass"), ABOUT._replace(sha=OTHER), None).digest
    comparison = Comparison(((Changed(Change.WAIVER_ADDED, "no-failed", "until 2099, by me: x"),),))
    changed = subject("all-outcomes", comparison=comparison, remarks=("policy-ref: base",))
    about = ABOUT._replace(chosen_key="py | 3.12")
    golden(PUBLISH / "changed.comment.md", draft_comment(changed, about, before).body + "\n")
    news = tuple(delta.delta_lines(changed.result, SHA, before))
    golden(PUBLISH / "changed.summary.md", render_summary(changed, news))


def test_a_comment_outside_of_a_known_run_has_no_links():
    body = draft_comment(subject("plain-pass"), About(ABOUT.marker, "", "", 0, ""), None).body
    assert body.split("\n")[4] == "1 pass"


HOSTILE_MARKS = ("<img", "<script", "</details><s", "@everyone", "\x1b", "\u202e", "&#")


@pytest.mark.parametrize("name", ["hostile"])
def test_hostile_text_stays_text_in_comment_and_summary(name):
    changes = (Changed(Change.WAIVER_ADDED, "</details><script>", "@everyone [x](http://evil)"),)
    shown = Subject(report(name), Comparison((changes,)), ("<img src=x> ::error::",))
    for text in (draft_comment(shown, ABOUT, None).body, render_summary(shown, ())):
        visible = "\n".join(text.split("\n")[2:])
        assert not [mark for mark in HOSTILE_MARKS if mark in visible]
        tokens = MarkdownIt("commonmark").enable("table").parse(visible)
        inline = [child for token in tokens for child in token.children or ()]
        links = {t.attrs["href"] for t in inline if t.type == "link_open"}
        assert links <= {URL}
        assert not [t for t in inline if t.type in ("image", "html_inline")]


def test_the_first_line_is_the_marker_and_the_second_the_memory():
    draft = draft_comment(subject("all-outcomes"), ABOUT, None)
    assert is_marked(draft.body, ABOUT.marker)
    assert is_marked(draft.body.replace("\n", "\r\n"), ABOUT.marker)
    assert read_digest(draft.body) == read_digest(draft.body.replace("\n", "\r\n")) == draft.digest
    assert draft.digest.level is Level.FAIL
    assert draft.digest.counts[RuleOutcome.FAIL] == 2


@pytest.mark.parametrize(
    "line",
    [
        "",
        "<!-- mcptest-action digest= -->",
        "<!-- mcptest-action digest=!!!! -->",
        "<!-- mcptest-action digest=AAAA -->",
        "<!-- mcptest-action digest=A -->",
        *(
            f"<!-- mcptest-action digest={base64.b64encode(json.dumps(given).encode()).decode()} -->"
            for given in (
                [], None, {}, {"v": 2}, {"v": 1, "level": "great"},
                {"v": 1, "level": None, "sha": 1, "run": "x", "content": 1, "counts": [], "rules": ""},
                {"v": 1, "level": None, "sha": 1, "run": 1, "content": 1, "counts": [1], "rules": ""},
                {"v": 1, "level": None, "sha": 1, "run": 1, "content": 1, "counts": [0] * 6, "rules": "x"},
            )
        ),
    ],
)  # fmt: skip
def test_a_memory_that_somebody_has_edited_is_as_if_it_were_not_there(line):
    assert read_digest(f"{ABOUT.marker}\n{line}\ntext") is None
    assert read_digest(ABOUT.marker) is None


def test_of_too_many_rules_only_the_numbers_are_remembered():
    many = report("all-outcomes").verdict.results * 100
    assert digest.rules_of(many) == {}
    now = report("all-outcomes")
    before = Digest(Level.PASS, OTHER, 1, "", dict.fromkeys(ORDER, 0), {})
    assert len(delta.delta_lines(now, SHA, before)) == 1


def before_of(name, **changes):
    return draft_comment(subject(name), ABOUT, None).digest._replace(**changes)


def test_what_changed_is_told_rule_by_rule():
    now = report("all-outcomes")
    same = delta.delta_lines(now, OTHER, before_of("all-outcomes"))
    assert same == [f"**Since `{SHA[:7]}`:** still fail"]
    assert delta.delta_lines(now, SHA, before_of("all-outcomes"))[0].startswith(
        "**Since the run before:**"
    )
    assert delta.delta_lines(now, SHA, None) == []
    none = before_of("all-outcomes", level=None, rules={})
    assert delta.delta_lines(now, SHA, none)[0].endswith("fail, there was no verdict")
    gone = before_of("all-outcomes", rules={"12345678": RuleOutcome.PASS})
    assert delta.delta_lines(now, SHA, gone)[-1] == "- 1 rule of then is gone"
    gone = before_of("all-outcomes", rules={"1": RuleOutcome.PASS, "2": RuleOutcome.PASS})
    assert delta.delta_lines(now, SHA, gone)[-1] == "- 2 rules of then are gone"


def test_a_run_without_a_verdict_is_compared_too():
    passed = before_of("plain-pass")
    assert delta.delta_lines(NO_VERDICT, SHA, passed) == [
        "**Since the run before:** there was the verdict pass, now there is none."
    ]
    none = passed._replace(level=None)
    assert "there was no verdict" in delta.delta_lines(NO_VERDICT, SHA, none)[0]


def test_a_long_list_of_changes_is_cut_with_a_count():
    now = report("all-outcomes")
    many = now._replace(verdict=now.verdict._replace(results=tuple(
        result._replace(rule=result.rule._replace(id=f"{n} {result.rule.id}"))
        for n in range(20) for result in now.verdict.results
    )))  # fmt: skip
    lines = delta.delta_lines(many, SHA, before_of("plain-pass"))
    assert lines[-1].startswith("- … and ")
    assert len(lines) == delta.MOST_LINES + 3


def draft(content="c", run=1, sha=SHA, *, failed=False):
    return Draft("", Digest(Level.PASS, sha, run, content, {}, {}), failed)


@pytest.mark.parametrize(
    ("mode", "ours", "theirs", "exists", "because"),
    [
        (Mode.ALWAYS, draft(), None, False, ""),
        (Mode.ALWAYS, draft(), draft(), True, ""),
        (Mode.ON_CHANGE, draft(), None, False, ""),
        (Mode.ON_CHANGE, draft(), None, True, ""),
        (Mode.ON_CHANGE, draft("new"), draft("old"), True, ""),
        (Mode.ON_CHANGE, draft("same", 2, OTHER), draft("same"), True, "nothing has changed since the last comment (on-change)"),
        (Mode.ON_FAILURE, draft(), None, False, "the gate did not fail (on-failure)"),
        (Mode.ON_FAILURE, draft(failed=True), None, False, ""),
        (Mode.ON_FAILURE, draft(), draft(), True, ""),
        (Mode.OFF, draft(), None, False, "comments are off"),
        (Mode.ALWAYS, draft(run=1), draft(run=2, sha=OTHER), True, "a later run on another commit has commented already"),
        (Mode.ALWAYS, draft(run=1), draft(run=2), True, ""),
        (Mode.ALWAYS, draft(run=0), draft(run=2, sha=OTHER), True, ""),
    ],
)  # fmt: skip
def test_the_mode_and_the_last_comment_decide(mode, ours, theirs, exists, because):
    assert why_not(mode, ours, theirs and theirs.digest, exists=exists) == because


def test_only_what_lasts_makes_a_comment_another_one():
    """A new commit and a new run are no news; another outcome is."""
    one = draft_comment(subject("plain-pass"), ABOUT, None).digest
    two = draft_comment(
        subject("plain-pass"), ABOUT._replace(sha=OTHER, run=13, url="x"), one
    ).digest
    assert one.content == two.content
    three = draft_comment(subject("plain-pass", remarks=("new",)), ABOUT, None).digest
    assert one.content != three.content


@pytest.mark.parametrize(
    ("parts", "key"),
    [(("ci", "gate", ""), "ci/gate"), (("", "gate", "3.12"), "gate/3.12"), (("", "", ""), "")],
)
def test_a_key_is_made_of_workflow_job_and_choice(parts, key):
    assert key_of(*parts) == key


@given(st.text())
def test_no_key_ends_the_html_comment_it_stands_in(key):
    line = marker(key.encode("utf-8", "replace").decode())
    assert line.startswith("<!-- mcptest-action key=")
    assert line.count("-->") == 1
    assert "--" not in line[4:-3]
    assert len(line) < 400
    assert "\n" not in line


def test_long_keys_stay_different():
    assert marker("x" * 999 + "a") != marker("x" * 999 + "b")


def test_a_page_that_fits_is_whole():
    assert fit([Section(("a", "b")), Section(("c",), closing=("d",))], 1000, "x") == "a\nb\n\nc\nd"


@given(
    st.lists(
        st.builds(
            Section,
            st.lists(st.text("abcé", min_size=1, max_size=60), min_size=1).map(tuple),
            st.integers(0, 3),
            st.sampled_from([(), ("", "</details>")]),
        ),
        min_size=1,
    ),
    st.integers(100, 2000),
)
def test_a_page_never_grows_beyond_its_room_and_counts_what_is_cut(sections, room):
    text = fit(sections, room, "there")
    assert len(text.encode()) <= room
    whole = "\n\n".join("\n".join((*s.lines, *s.closing)) for s in sections)
    if text != whole:
        last = text.split("\n")[-1]
        assert last.startswith("… ")
        assert last.endswith(" not shown for length; see there.")
        opened = sum(s.closing != () for s in sections[: text.count("</details>")])
        assert opened <= text.count("</details>")


def big(rules):
    word = "é|" * 40
    rows = report("all-outcomes")
    (first, *_) = rows.verdict.results
    results = tuple(
        first._replace(rule=first.rule._replace(id=f"{n} {word}"), because=word)
        for n in range(rules)
    )
    return rows._replace(verdict=rows.verdict._replace(results=results, waivers=()))


def test_a_comment_that_would_be_too_long_says_so_and_keeps_its_head():
    draft = draft_comment(Subject(big(3000)), ABOUT, None)
    assert len(draft.body) <= len(draft.body.encode()) <= LIMIT < 65_536
    assert is_marked(draft.body, ABOUT.marker)
    assert read_digest(draft.body) == draft.digest
    last = draft.body.split("\n")[-1]
    assert last.endswith(f"lines not shown for length; see [the job summary]({URL}).")


def test_a_summary_that_would_be_too_long_says_so():
    text = render_summary(Subject(big(6000)), (), room=200_000)
    assert len(text.encode()) <= 200_000 + 1
    assert text.endswith("not shown for length; see the reports.\n")
    assert text.startswith("## Policy verdict")


def test_every_output_is_there_whatever_happened():
    paths = {"junit": "out/junit.xml", "nonsense": "x"}
    told = outputs_of(report("all-outcomes"), 1, paths)
    assert tuple(told) == OUTPUTS
    assert (told["verdict"], told["exit-code"], told["junit"], told["badge"]) == (
        "fail",
        "1",
        "out/junit.xml",
        "",
    )
    assert [
        told[name] for name in ("failed", "warned", "waived", "expired", "unevaluated")
    ] == list("21112")
    none = outputs_of(NO_VERDICT, 3, {})
    assert tuple(none) == OUTPUTS
    assert {name: text for name, text in none.items() if text} == {"exit-code": "3"}


def test_an_output_cannot_become_two():
    text = output_lines({"a": "x\nEOF\nb=2", "c": ""}, "d3lim")
    assert text == "a<<d3lim\nx\nEOF\nb=2\nd3lim\nc<<d3lim\n\nd3lim\n"


def test_digests_survive_rules_that_cannot_be_encoded():
    assert digest.rule_mark("half \ud800") != digest.rule_mark("half \ud801")
    line = digest_line(Digest(None, "", 0, "", {}, {}))
    assert read_digest(f"x\n{line}") == Digest(None, "", 0, "", dict.fromkeys(ORDER, 0), {})


def test_every_way_to_end_without_a_verdict_has_a_title():
    ends = set(ExitCode) - {ExitCode.GATE_FAILED}
    assert set(NO_VERDICT_TITLES) == {int(code) for code in ends}
    assert NoVerdict(3, ()).title.startswith("❌ no verdict: the server could not be reached")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ('{"server": {"name": "records | @all", "version": "1.2"}}', "server records \\| @\u200ball 1.2"),
        ('{"server": {"name": "records"}}', "server records"),
        ('{"server": {"version": "1"}}', ""),
        ('{"summary": {}}', ""),
    ],
)  # fmt: skip
def test_summary_and_comment_name_the_server_the_commit_and_the_run(text, shown):
    made = report("plain-pass")
    made = made._replace(
        sources=(*made.sources[:1], Source("--run-report", "run.json", text.encode()))
    )
    about = Subject(made, server=server_of(made))
    head = draft_comment(about, ABOUT, None).body.split("\n")[4]
    known = [shown] if shown else []
    expected = [*known, f"commit `{ABOUT.sha[:7]}`", f"[run]({ABOUT.url})"]
    assert head == " · ".join(["1 pass", *expected])
    line = render_summary(about, (), tuple(caption(about.server, ABOUT.sha, ABOUT.url)))
    assert f"\n\n{' · '.join(expected)}\n\n" in line


def test_without_a_run_report_no_server_is_named():
    assert server_of(NO_VERDICT) == ""
    made = report("plain-pass")
    assert server_of(made._replace(sources=made.sources[:1])) == ""
    assert caption("", "", "") == []
