"""Where a run stands on GitHub, from its variables and its event."""

import json

import pytest
from conftest import FIXTURES

from mcptest_action.core.publish.api import Answer, Refused
from mcptest_action.core.publish.refusal import (
    FORKS,
    base_unreadable,
    base_without_token,
    comment_refused,
)
from mcptest_action.core.publish.run_context import (
    BranchSearch,
    NoPullRequest,
    PullRequest,
    run_context,
)

BASE, HEAD, MERGE = "b" * 7 + "0" * 33, "a" * 7 + "1" * 33, "c" * 7 + "2" * 33
ENV = {
    "GITHUB_REPOSITORY": "octo/server", "GITHUB_RUN_ID": "12", "GITHUB_SHA": MERGE,
    "GITHUB_WORKFLOW": "ci", "GITHUB_JOB": "gate", "GITHUB_ACTOR": "somebody", "GITHUB_REF": "refs/heads/main",
}  # fmt: skip


def place(name, **env):
    payload = json.loads((FIXTURES / "publish/events" / name / "event.json").read_text())
    return run_context({**ENV, "GITHUB_EVENT_NAME": name.partition("-")[0], **env}, payload)


@pytest.mark.parametrize(
    ("name", "about", "base", "head"),
    [
        ("push", NoPullRequest("the event push has no pull request"), "", MERGE),
        ("schedule", NoPullRequest("the event schedule has no pull request"), "", MERGE),
        ("merge_group", NoPullRequest("a merge group has no pull request"), BASE, MERGE),
        ("pull_request", PullRequest(7, HEAD, BASE, from_fork=False), BASE, HEAD),
        ("pull_request-fork", PullRequest(7, HEAD, BASE, from_fork=True), BASE, HEAD),
        ("pull_request_target", PullRequest(7, HEAD, BASE, from_fork=True), BASE, HEAD),
        ("workflow_run", PullRequest(7, HEAD, BASE, from_fork=False), BASE, HEAD),
        ("workflow_run-fork", BranchSearch("fan", "better", HEAD), "", HEAD),
    ],
)
def test_an_event_says_which_pull_request_it_is_about(name, about, base, head):
    found = place(name)
    assert (found.about, found.base_sha, found.head_sha) == (about, base, head)
    assert found.is_the_change("") == (not name.startswith("workflow_run"))
    ours = name.startswith(("workflow_run", "pull_request_target"))
    assert found.is_the_change(found.run.sha) == (not ours)


def at(event, payload, **env):
    return run_context({**ENV, "GITHUB_EVENT_NAME": event, **env}, payload)


RUN = {"event": "pull_request", "head_sha": HEAD}


@pytest.mark.parametrize(
    ("event", "payload"),
    [
        *((event, payload) for event in ("pull_request", "pull_request_target", "pull_request_review",
                                         "merge_group", "workflow_run", "push")
          for payload in (None, {}, "x", [], {"pull_request": None}, {"pull_request": {}})),
        ("merge_group", {"merge_group": {}}),
        ("merge_group", {"merge_group": {"base_sha": "main"}}),
        ("merge_group", {"pull_request": {"number": 7, "head": {"sha": HEAD}, "base": {"sha": BASE}}}),
        ("pull_request", {"merge_group": {"base_sha": BASE}}),
        ("workflow_run", {"workflow_run": {"event": "pull_request"}}),
        ("workflow_run", {"workflow_run": {"event": "push"}}),
        ("workflow_run", {"workflow_run": {}, "repository": {"id": 1}}),
        ("workflow_run", {"workflow_run": RUN, "repository": {"id": 1}}),
        ("workflow_run", {"workflow_run": {**RUN, "pull_requests": [{"base": 1}, 2]}, "repository": {"id": 1}}),
        ("workflow_run", {"workflow_run": {**RUN, "pull_requests": [
            {"base": {"repo": {"id": 1}}, "head": {"sha": HEAD}}]}, "repository": {"id": 1}}),
        ("issue_comment", {"issue": {"number": 7, "pull_request": {}}, "repository": {"default_branch": "main"}}),
        ("check_run", {"check_run": {"pull_requests": []}, "repository": {"default_branch": "main"}}),
        ("something-new", {"repository": {"default_branch": "main"}}),
        ("", None),
    ],
)  # fmt: skip
def test_what_cannot_be_made_out_is_not_the_same_as_none(event, payload):
    found = at(event, payload)
    assert isinstance(found.about, NoPullRequest)
    assert found.about.doubt
    assert found.base_sha == ""


HOME = {"repository": {"default_branch": "main"}}


@pytest.mark.parametrize(
    ("event", "ref", "payload", "env", "settled"),
    [
        ("push", "refs/heads/main", HOME, {}, True),
        ("push", "refs/heads/evil", HOME, {}, False),
        ("push", "refs/tags/main", HOME, {}, False),
        ("push", "refs/heads/release", HOME, {"GITHUB_REF_PROTECTED": "true"}, True),
        ("push", "refs/heads/release", HOME, {"GITHUB_REF_PROTECTED": "false"}, False),
        ("workflow_dispatch", "refs/heads/main", HOME, {}, True),
        ("workflow_dispatch", "refs/heads/evil", HOME, {}, False),
        ("release", "refs/tags/v1", HOME, {}, False),
        ("schedule", "refs/heads/main", {}, {}, True),
        ("repository_dispatch", "refs/heads/main", None, {}, True),
    ],
)  # fmt: skip
def test_without_a_pull_request_only_a_branch_that_others_go_by_needs_no_base(
    event, ref, payload, env, settled
):
    found = at(event, payload, GITHUB_REF=ref, **env)
    assert found.about.because == f"the event {event} has no pull request"
    doubt = "" if settled else f"'{ref}' is neither the default branch nor protected"
    assert found.about.doubt == doubt


def test_a_run_about_a_push_has_no_pull_request():
    found = at("workflow_run", {"workflow_run": {"event": "push"}, "repository": {"id": 1}})
    assert found.about.because == "the other run was about push, which has no pull request"
    assert found.about.doubt


def test_a_fork_that_was_deleted_is_still_a_fork():
    given = {"number": 7, "head": {"sha": HEAD, "repo": None}, "base": {"sha": BASE, "repo": None}}
    assert at("pull_request", {"pull_request": given}).about.from_fork


def test_commits_and_repositories_that_are_none_are_left_out():
    given = {"number": 7, "head": {"sha": "--help"}, "base": {"sha": None}}
    env = {"GITHUB_REPOSITORY": "../x y", "GITHUB_RUN_ID": "²", "GITHUB_EVENT_NAME": "pull_request"}
    found = run_context(env, {"pull_request": given})
    assert (found.head_sha, found.base_sha) == ("", "")
    assert (found.run.repository, found.run.number, found.run.url) == ("", 0, "")


def refused(status, document=None):
    return Refused(Answer(status, {}, json.dumps(document) if document else ""))


@pytest.mark.parametrize(
    ("name", "env", "status", "hint"),
    [
        ("pull_request", {}, 403, "; the job needs the permission pull-requests: write"),
        ("pull_request", {}, 404, "; the job needs the permission pull-requests: write"),
        ("pull_request-fork", {}, 403, "; the pull request comes from a fork, and such runs get a "
         f"read-only token: see {FORKS}"),
        ("pull_request", {"GITHUB_ACTOR": "dependabot[bot]"}, 403, "; Dependabot started the run, and "
         f"such runs get a read-only token: see {FORKS}"),
        ("workflow_run-fork", {}, 403, "; the job needs the permission pull-requests: write"),
        ("pull_request_target", {}, 403, "; the job needs the permission pull-requests: write"),
        ("pull_request", {}, 401, "; is the token still valid?"),
        ("pull_request", {}, 500, ""),
    ],
)  # fmt: skip
def test_a_refusal_names_the_missing_permission(name, env, status, hint):
    said = comment_refused(refused(status), place(name, **env))
    assert said == f"the comment could not be written: the API answered {status}{hint}"


@pytest.mark.parametrize(
    ("status", "git", "hint"),
    [
        (404, True, "; give the job the permission contents: read, or check out with fetch-depth: 0"),
        (403, False, "; give the job the permission contents: read"),
        (401, False, "; give the step a token that is valid"),
        (500, True, "; check out with fetch-depth: 0"),
        (500, False, ""),
    ],
)  # fmt: skip
def test_a_base_that_cannot_be_read_has_only_ways_out_that_lead_somewhere(status, git, hint):
    said = base_unreadable(refused(status, {"message": "No"}), BASE, git=git)
    start = f"the base commit bbbbbbb could not be read: the API answered {status}: No"
    assert said == start + hint


def test_without_git_no_deeper_checkout_is_recommended():
    assert "fetch-depth" in base_without_token(BASE, git=True)
    assert "fetch-depth" not in base_without_token(BASE, git=False)


def test_a_number_of_a_run_that_is_none_is_left_out():
    assert run_context({**ENV, "GITHUB_RUN_ID": "9" * 5000}, None).run.number == 0


@pytest.mark.parametrize(
    ("answer", "because"),
    [
        (Answer(0, {}, "refused"), "no answer from the API: refused"),
        (Answer(500, {}, "<html>"), "the API answered 500"),
        (Answer(500, {}, "[" * 100_000), "the API answered 500"),
        (Answer(200, {}, '{"errors": [{"message": "no"}]}'), "the API answered 200: no"),
    ],
    ids=["none", "html", "too deep", "graphql"],
)
def test_what_the_api_says_is_quoted(answer, because):
    assert Refused(answer).because == because


def test_two_pull_requests_of_one_commit_must_have_one_base():
    def entry(number, base):
        sides = {"head": {"sha": HEAD, "repo": {"id": 1}}, "base": {"sha": base, "repo": {"id": 1}}}
        return {"number": number, **sides}

    def about(*listed):
        given = {**RUN, "pull_requests": list(listed)}
        return at("workflow_run", {"workflow_run": given, "repository": {"id": 1}}).about

    assert about(entry(8, BASE), entry(7, BASE)) == PullRequest(8, HEAD, BASE, from_fork=False)
    unclear = "#7 and #8 have the same commit and different bases; close all but one"
    assert about(entry(8, BASE), entry(7, MERGE)) == NoPullRequest(unclear, unclear)
