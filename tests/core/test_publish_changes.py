"""What a pull request changes in configuration and suites, and which commit it is held against."""

import hashlib

import pytest

from mcptest_action.core.checks.security.model import KnownFinding, Subject
from mcptest_action.core.checks.suite.load import load_suite
from mcptest_action.core.checks.suite.model import only_added
from mcptest_action.core.document.yaml_text import read_yaml
from mcptest_action.core.publish.api import Answer, Refused
from mcptest_action.core.publish.base import Base, Said, Unread, base_of, has_merge_commit
from mcptest_action.core.publish.baseline_changes import baseline_changes
from mcptest_action.core.publish.changes import Change, Changed
from mcptest_action.core.publish.config_changes import (
    baselines_named,
    config_changes,
    policies_named,
    suites_named,
)
from mcptest_action.core.publish.lookup import parents_of, tree_at
from mcptest_action.core.publish.run_context import Run
from mcptest_action.core.publish.subject import Unknown
from mcptest_action.core.publish.suite_changes import suite_changes, suite_removed, written_suite
from mcptest_action.core.publish.tree import Entry, files_at

OLD, NEW, HEAD, MERGE = ("b" * 40, "d" * 40, "a" * 40, "c" * 40)


def run(event="pull_request"):
    return Run("octo/server", event, MERGE, "ci", "gate", 1, "", "me")


def config(text):
    return None if text is None else read_yaml(text, "mcptest.yml")


@pytest.mark.parametrize(
    ("base", "head", "changes"),
    [
        (None, None, []),
        ("gate: {only: [a]}", "gate:\n  only:\n  - a\n", []),
        ("gate: {timeout: 5s}", "gate: {timeout: 9s}", [("gate.timeout", '"5s" → "9s"')]),
        (None, "execution: {calls: none}", [("execution.calls", 'nothing → "none"')]),
        ("tools: {x: {}}", None, [("tools.x", "{} → nothing")]),
        ("servers: {a: {command: x}}", "servers: {a: {command: x, args: [é]}}",
         [("servers.a.args", 'nothing → ["é"]')]),
        ("gate: {plan: 1}", "gate: {plan: '1'}", [("gate.plan", '1 → "1"')]),
        ("text", "gate: {}", [("gate", "nothing → {}")]),
        (None, "other: 1\ntools: {b: 1}\nservers: {c: 1}\nexecution: {d: 1}\ngate: {e: 1}",
         [("gate.e", "nothing → 1"), ("execution.d", "nothing → 1"), ("servers.c", "nothing → 1"),
          ("tools.b", "nothing → 1"), ("other", "nothing → 1")]),
        (None, f"gate: {{out: {'x' * 120}}}", [("gate.out", f'nothing → "{"x" * 99}…')]),
    ],
)  # fmt: skip
def test_every_key_with_another_value_is_named_before_and_after(base, head, changes):
    assert config_changes("mcptest.yml", config(base), config(head)) == tuple(
        Changed(Change.SETTING, f"{key} in mcptest.yml", what) for key, what in changes
    )


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("gate: {suite: a}", ("a",)), ("gate: {suite: [a, 1.0, {}]}", ("a", "1.0")),
        ("gate: {suite: }", ()),
        ("gate: {only: x}", ()), ("gate: x", ()), ("{}", ()), ("- x", ()), (None, ()),
    ],
)  # fmt: skip
def test_what_the_file_names_is_read_even_where_a_gate_would_refuse_it(text, named):
    assert suites_named(config(text)) == named
    policies = None if text is None else text.replace("suite", "policy")
    assert policies_named(config(policies)) == named
    baselines = None if text is None else text.replace("suite", "baseline")
    assert baselines_named(config(baselines)) == named


def test_suites_may_be_named_for_every_command():
    assert suites_named(config("suites: [a, b]")) == ("a", "b")
    assert suites_named(config("gate: {suite: c}\nsuites: a")) == ("c",)


def entry(mark="x", severity="low", **said):
    return KnownFinding(mark, "AAA-001", severity, Subject("tool", "t"), **said)


def entries(*given):
    return {each.fingerprint: each for each in given}


ENDS = {"owner": "me", "reason": "later", "expiry": "2026-12-31T00:00:00Z"}
ON = "AAA-001 on tool t"


@pytest.mark.parametrize(
    ("base", "head", "changes"),
    [
        (None, None, []),
        (entries(), entries(), []),
        (entries(entry()), None, [(Change.BASELINE_REMOVED, "", "nothing is known any more")]),
        (None, entries(entry()), [(Change.KNOWN_ADDED, ON, "without an end, by nobody")]),
        (entries(), entries(entry(**ENDS)),
         [(Change.KNOWN_ADDED, ON, "until 2026-12-31T00:00:00Z, by me: later")]),
        (entries(entry(**ENDS)), entries(entry(**ENDS)), []),
        (entries(entry(**ENDS)), entries(entry(**{**ENDS, "expiry": None})),
         [(Change.KNOWN_MOVED, ON, "without an end, was until 2026-12-31T00:00:00Z, by me: later")]),
        (entries(entry(**ENDS)), entries(entry(severity="high", **ENDS)),
         [(Change.KNOWN_GRAVER, ON, "as high, was low, by me: later")]),
        (entries(entry(severity="high", **ENDS)), entries(entry(**ENDS)), []),
        (entries(entry("x"), entry("y", **ENDS)), entries(entry("x")),
         [(Change.KNOWN_REMOVED, ON, "was until 2026-12-31T00:00:00Z")]),
    ],
)  # fmt: skip
def test_whoever_reviews_hears_what_is_to_be_known(base, head, changes):
    assert list(baseline_changes(base, head)) == [Changed(*change) for change in changes]


A = "- {name: a, tool: t, args: {}}\n"
B = "- {name: b, tool: t, args: {}, negative_path: {checks: [wrong_type]}}\n"


def suite(text):
    return load_suite(text, "s.yml", None)


def written(text):
    return written_suite(suite(text), read_yaml(text, "s.yml"))


@pytest.mark.parametrize(
    ("base", "head", "changes"),
    [
        (A, A, []),
        (A, "\n# moved\n" + A, []),
        (A, A + B, []),
        (A + B, A, [(Change.TEST_REMOVED, "s.yml::b", "the base branch runs it")]),
        (A, A.replace("tool: t", "tool: u"), [(Change.TEST_CHANGED, "s.yml::a", "compare the two versions of the file")]),
        (B, B.replace("wrong_type", "unknown_tool"), [(Change.TEST_CHANGED, "s.yml::b", "compare the two versions of the file")]),
        (A, A.replace("{}", "{x: true}"), [(Change.TEST_CHANGED, "s.yml::a", "compare the two versions of the file")]),
        (A.replace("{}", "{x: true}"), A.replace("{}", "{x: 1}"), [(Change.TEST_CHANGED, "s.yml::a", "compare the two versions of the file")]),
        (A.replace("{}", "{x: 1, y: 'z'}"), A.replace("{}", "{y: z, x: 1}"), []),
        (A, A.replace("args", "skip: later, args"), [(Change.TEST_CHANGED, "s.yml::a", "it is skipped: later")]),
    ],
)  # fmt: skip
def test_what_a_suite_no_longer_asks_is_named_and_what_it_adds_is_not(base, head, changes):
    found = suite_changes("s.yml", written(f"tools:\n{base}"), written(f"tools:\n{head}"))
    assert list(found) == [Changed(*change) for change in changes]


def with_variable(value):
    return f"variables: {{w: {value}, v: 1}}\ntools:\n" + A.replace("{}", "{q: '${w}'}")


@pytest.mark.parametrize(
    ("base", "head", "what"),
    [
        ("{from_env: W, default: found}", "{from_env: W, default: leaks}",
         'variables.w: {"default": "found", "from_env": "W"} → {"default": "leaks", "from_env": "W"}'),
        ("{from_env: W, default: x}", "{default: x, from_env: OTHER}",
         'variables.w: {"default": "x", "from_env": "W"} → {"default": "x", "from_env": "OTHER"}'),
        ("true", "1", "variables.w: true → 1"),
        ("x", "y" * 200, f'variables.w: "x" → "{"y" * 99}…'),
        ("{from_env: W, default: x}", "{default: 'x', from_env: W}", None),
    ],
)  # fmt: skip
def test_a_variable_that_is_another_one_is_named(base, head, what):
    found = suite_changes("s.yml", written(with_variable(base)), written(with_variable(head)))
    told = [(change, said) for change, _, said in found if change is Change.SUITE_CHANGED]
    assert told == ([(Change.SUITE_CHANGED, what)] if what else [])


def test_a_variable_that_is_gone_is_named_and_one_that_is_added_is_not():
    less = with_variable(1).replace(", v: 1", "")
    changes = list(suite_changes("s.yml", written(with_variable(1)), written(less)))
    assert [change.what for change in changes] == ["variables.v: 1 → nothing"]
    assert list(suite_changes("s.yml", written(less), written(with_variable(1)))) == []


def test_a_suite_that_is_gone_or_has_other_servers_is_named():
    assert suite_removed("s.yml").change is Change.SUITE_REMOVED
    other = written(f"servers: {{x: {{command: y}}}}\ntools:\n{A.replace('tool: t', 'server: x, tool: t')}")  # fmt: skip
    changes = [change.change for change in suite_changes("s.yml", written(f"tools:\n{A}"), other)]
    assert changes == [Change.SUITE_CHANGED, Change.TEST_CHANGED]


def test_the_added_tests_are_those_of_other_names():
    added = only_added(suite(f"tools:\n{A}"), suite(f"tools:\n{A}{B}"))
    assert [case.name for case in added.cases] == ["b"]


@pytest.mark.parametrize(
    ("parents", "head", "base"),
    [
        ((NEW, HEAD), HEAD, Base(NEW, "the first parent of the merge commit ccccccc")),
        (None, HEAD, Base(OLD, "as the event says")),
        (Unread("no token"), HEAD,
         Base(OLD, "as the event says, because the parents of ccccccc are not known: no token")),
        *(
            (parents, head, Base(OLD, f"as the event says, because ccccccc is no merge of the head {head[:7]}"))
            for parents, head in [
                ((HEAD, NEW), HEAD), ((NEW,), HEAD), ((), HEAD), ((NEW, HEAD, HEAD), HEAD),
                (("", HEAD), HEAD), ((NEW, ""), ""), ((NEW, OLD), HEAD),
            ]
        ),
    ],
)  # fmt: skip
def test_the_base_is_the_first_parent_of_the_merge_of_the_head_and_of_nothing_else(
    parents, head, base
):
    assert base_of(run(), Said(OLD, head), parents) == base


def test_a_base_is_said_in_a_sentence():
    said = "the base is ddddddd, the first parent of the merge commit ccccccc"
    assert base_of(run(), Said(OLD, HEAD), (NEW, HEAD)).sentence == said


@pytest.mark.parametrize(
    ("event", "has"),
    [("pull_request", True), ("pull_request_review", True), ("pull_request_review_comment", True),
     ("pull_request_target", False), ("merge_group", False), ("push", False), ("workflow_run", False)],
)  # fmt: skip
def test_only_runs_of_a_pull_request_have_a_merge_commit(event, has):
    assert has_merge_commit(run(event)) is has


def answered(script, status, text):
    """What the script makes of one answer."""
    next(script)
    with pytest.raises(StopIteration) as stopped:
        script.send(Answer(status, {}, text))
    return stopped.value.value


@pytest.mark.parametrize(
    ("text", "parents"),
    [
        (f'{{"parents": [{{"sha": "{NEW}"}}, {{"sha": "{HEAD}"}}]}}', (NEW, HEAD)),
        ('{"parents": [{"sha": "main"}, 7]}', ("", "")),
        ('{"parents": []}', ()),
    ],
)
def test_parents_are_read_strictly(text, parents):
    assert answered(parents_of("octo/server", MERGE), 200, text) == parents
    assert isinstance(answered(parents_of("octo/server", MERGE), 404, text), Refused)
    assert isinstance(answered(parents_of("octo/server", MERGE), 200, "{}"), Refused)


ROW = '{"path": "a.yml", "mode": "100644", "sha": "1"}'


@pytest.mark.parametrize(
    ("status", "text", "kind"),
    [
        (200, f'{{"tree": [{ROW}], "truncated": false}}', tuple),
        (200, f'{{"tree": [{ROW}], "truncated": true}}', Unknown),
        (200, f'{{"tree": [{ROW}]}}', Unknown),
        (200, f'{{"tree": [{ROW}, {{"path": 7}}], "truncated": false}}', Unknown),
        (200, "{}", Refused),
        (404, f'{{"tree": [{ROW}], "truncated": false}}', Refused),
        (404, '{"tree": []}', Refused),
    ],
)
def test_a_listing_is_whole_or_none(status, text, kind):
    found = answered(tree_at("octo/server", NEW), status, text)
    assert isinstance(found, kind)
    if kind is tuple:
        assert found == (Entry("a.yml", "100644", "1"),)


TREE = [
    Entry("suites", "040000", ""), Entry("suites/b.yml", "100644", ""), Entry("suites/a.yml", "100755", ""),
    Entry("suites/to", "120000", ""), Entry("suites.yml", "100644", ""), Entry("link", "120000", ""),
    Entry("ours", "040000", ""), Entry("ours/theirs", "160000", ""),
]  # fmt: skip


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("suites", ["suites/a.yml", "suites/b.yml", "suites/to"]),
        ("suites/a.yml", ["suites/a.yml"]),
        ("nowhere", []),
        ("suites/none.yml", []),
        ("link", "link is no plain file or folder at the base commit"),
        ("link/a.yml", "link is no plain file or folder at the base commit"),
        ("suites.yml/a.yml", "suites.yml is no plain file or folder at the base commit"),
        ("ours/theirs", "ours/theirs is no plain file or folder at the base commit"),
        ("ours", "ours/theirs is another repository at the base commit"),
        (".", "ours/theirs is another repository at the base commit"),
    ],
)
def test_files_are_listed_and_nothing_is_followed(path, found):
    listed = files_at(TREE, path)
    if isinstance(found, str):
        assert listed == Unknown(found)
    else:
        assert [entry.path for entry in listed] == found
    assert [entry.path for entry in files_at(TREE[:3], ".")] == ["suites/a.yml", "suites/b.yml"]


def test_a_content_is_known_by_the_name_that_git_gives_it():
    hashed = b"blob 2\0ab"
    names = (hashlib.sha1(hashed).hexdigest(), hashlib.sha256(hashed).hexdigest())  # noqa: S324
    for name in names:
        assert Entry("x", "100644", name).holds(b"ab")
        assert not Entry("x", "100644", name).holds(b"ba")
    assert [Entry("x", mode, "").is_plain for mode in ("100644", "120000")] == [True, False]
