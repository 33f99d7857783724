"""The scripts that talk to the API, fed by hand: what no server on loopback would answer."""

import json

import pytest

from mcptest_action.core.policy.model import Level
from mcptest_action.core.publish.api import GRAPHQL, Answer, Refused
from mcptest_action.core.publish.comment import Draft
from mcptest_action.core.publish.comments import Thread, own_comments
from mcptest_action.core.publish.digest import Digest
from mcptest_action.core.publish.lookup import file_at, find_pull_request
from mcptest_action.core.publish.retry import MOST_ATTEMPTS, pause_s
from mcptest_action.core.publish.run_context import BranchSearch
from mcptest_action.core.publish.sticky import CommentAction, Commented, publish_comment
from mcptest_action.core.request.options import Mode

THREAD = Thread("octo/server", 7, "<!-- m -->")
DRAFT = Draft("<!-- m -->\nnew", Digest(Level.PASS, "a" * 40, 1, "c", {}, {}), failed=False)


def answer(status, document=None, **headers):
    return Answer(status, headers, "" if document is None else json.dumps(document), 1000.0)


def feed(script, *answers):
    """What the script returns, and what it asked for."""
    asked = [next(script)]
    for given in answers:
        try:
            asked.append(script.send(given))
        except StopIteration as done:
            return done.value, asked
    raise AssertionError(f"more is asked for: {asked[-1]}")


def publish(*answers):
    told, asked = feed(publish_comment(THREAD, Mode.ALWAYS, lambda _: DRAFT), *answers)
    return told.outcome, [(call.method, call.path.partition("?")[0]) for call in asked]


def comment(number, body="<!-- m -->\nold"):
    return {"id": number, "node_id": f"N{number}", "body": body}


def ours(*numbers):
    nodes = [{"id": f"N{n}", "viewerDidAuthor": True, "isMinimized": False} for n in numbers]
    return answer(200, {"data": {"nodes": nodes}})


@pytest.mark.parametrize(
    "listed",
    [answer(404), answer(200, {"message": "not a list"}), answer(200), Answer(0, {}, "gone")],
    ids=["status", "no list", "no json", "no answer"],
)
def test_a_list_that_is_none_is_a_refusal(listed):
    found, _ = feed(own_comments(THREAD), listed)
    assert found == Refused(listed)


def test_entries_of_another_shape_are_passed_over():
    odd = [
        1,
        {},
        {"id": "x", "node_id": "y", "body": "<!-- m -->"},
        {"id": 1, "node_id": "n", "body": None},
    ]
    found, asked = feed(own_comments(THREAD), answer(200, odd))
    assert (found, len(asked)) == ((), 1)


def test_nodes_of_another_shape_are_not_ours():
    nodes = [None, {"id": "N1"}, {"id": "N1", "viewerDidAuthor": True, "isMinimized": True}]
    found, asked = feed(
        own_comments(THREAD), answer(200, [comment(1)]), answer(200, {"data": {"nodes": nodes}})
    )
    assert found == ()
    assert asked[1].path == GRAPHQL


def test_whose_comment_it_is_must_be_known():
    no = answer(200, {"errors": [{"message": "Resource not accessible by integration"}]})
    found, _ = feed(own_comments(THREAD), answer(200, [comment(1)]), no)
    assert found == Refused(no)


def test_a_list_that_never_ends_is_left():
    more = Answer(200, {"link": '<x>; rel="next"'}, "[]")
    found, asked = feed(own_comments(THREAD), *[more] * 300)
    assert (found, len(asked)) == ((), 300)


def test_a_create_that_fails_for_good_is_reported():
    outcome, asked = publish(answer(200, []), answer(422))
    assert outcome == Refused(answer(422))
    assert [method for method, _ in asked] == ["GET", "POST"]


def test_after_a_lost_answer_somebody_looks_before_writing_again():
    outcome, asked = publish(answer(200, []), answer(502), answer(200, []), answer(201, {}))
    assert outcome == Commented(CommentAction.CREATED)
    assert [method for method, _ in asked] == ["GET", "POST", "GET", "POST"]


def test_if_nobody_can_look_nothing_is_written():
    outcome, _ = publish(answer(200, []), answer(502), answer(404))
    assert outcome == Refused(answer(404))


def test_creating_is_given_up_in_the_end():
    again = [answer(502), answer(200, [])]
    outcome, asked = publish(answer(200, []), *again * (MOST_ATTEMPTS - 1), answer(502))
    assert outcome == Refused(answer(502))
    assert [method for method, _ in asked].count("POST") == MOST_ATTEMPTS


def test_a_list_that_fails_after_writing_does_not_undo_it():
    outcome, _ = publish(answer(200, []), answer(201, {"id": 5}), answer(500))
    assert outcome == Commented(CommentAction.CREATED)


def test_a_newer_comment_of_another_run_is_its_own_to_remove():
    listed = answer(200, [comment(5), comment(6)])
    outcome, asked = publish(answer(200, []), answer(201, {"id": 5}), listed, ours(5, 6))
    assert outcome == Commented(CommentAction.CREATED)
    assert "DELETE" not in [method for method, _ in asked]


def test_an_update_that_fails_for_good_is_reported():
    listed = answer(200, [comment(5)])
    outcome, _ = publish(listed, ours(5), answer(403))
    assert outcome == Refused(answer(403))


@pytest.mark.parametrize(
    ("given", "attempt", "seconds"),
    [
        (answer(200), 1, None),
        (answer(404), 1, None),
        (answer(403, {"message": "Resource not accessible by integration"}), 1, None),
        (answer(500), 1, 0.5),
        (answer(500), 3, 2.0),
        (answer(500), MOST_ATTEMPTS, None),
        (Answer(0, {}, ""), 1, 0.5),
        (answer(503, **{"retry-after": "7"}), 1, 7.0),
        (answer(503, **{"retry-after": "Wed, 21 Oct 2026 07:28:00 GMT"}), 1, 0.5),
        (answer(429), 1, 60.0),
        (answer(429, **{"retry-after": "9"}), 1, 9.0),
        (answer(403, **{"retry-after": "0"}), 1, 0.0),
        (answer(403, {"message": "You have exceeded a secondary rate limit"}), 1, 60.0),
        (answer(403, {"message": "abuse detection mechanism"}), 1, 60.0),
        (answer(403, **{"x-ratelimit-remaining": "0", "x-ratelimit-reset": "1030"}), 1, 30.0),
        (answer(403, **{"x-ratelimit-remaining": "0", "x-ratelimit-reset": "990"}), 1, 1.0),
        (answer(403, **{"x-ratelimit-remaining": "0", "x-ratelimit-reset": "soon"}), 1, 60.0),
        (answer(200, {"errors": [{"type": "RATE_LIMITED"}]}), 1, 60.0),
        (answer(200, [{"body": '"RATE_LIMITED"'}]), 1, None),
    ],
)
def test_how_long_to_wait_is_up_to_the_answer(given, attempt, seconds):
    assert pause_s(given, attempt) == seconds


def test_lists_of_pull_requests_may_be_anything():
    search = BranchSearch("fan", "a branch", "a" * 40)
    found, asked = feed(find_pull_request("octo/server", search), answer(200, [1, {}]))
    assert found.because == "no open pull request has the commit of the other run"
    assert asked[0].path.endswith("&head=fan:a%20branch")
    for odd in (answer(403), answer(200, {})):
        assert feed(find_pull_request("octo/server", search), odd)[0] == Refused(odd)


def test_a_file_that_cannot_be_read_is_not_taken_for_missing():
    found, _ = feed(file_at("octo/server", "a" * 40, "policy.yml"), answer(500))
    assert found == Refused(answer(500))
