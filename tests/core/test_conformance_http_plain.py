"""Checks of the HTTP transport and of authorization on answers that are plainly right or wrong."""

from __future__ import annotations

import pytest
from examinees import MODERN, NOVEMBER, because, error, examinee, http, replied, status

from mcptest_action.core.checks.conformance.checks import (
    http_answers,
    http_headers,
    http_mirrored,
    http_parameters,
    http_sessions,
    http_streams,
)
from mcptest_action.core.protocol.exchange.reaction import Accepted, Overheard, Replied, TimedOut
from mcptest_action.core.protocol.transcript.lines import Exchange, Key

LATE = TimedOut(5.0)
MISMATCH = error(-32020, 400)


def outcomes(words):
    return {check: text.partition(":")[0] for check, text in words.items()}


def said(rule, *exchanges):
    return {check: str(r.status) for check, r in rule(examinee(), exchanges).items()}


def exchange(reaction):
    sent = {"step": "Request", "message": {"method": "tools/list"}}
    return Exchange(Key(f"{MODERN}/x", None, 1, 1), sent, reaction, 1.0)


@pytest.mark.parametrize(
    ("reaction", "outcome"), [(status(202), "passed"), (status(400), "passed"), (LATE, "failed")]
)
def test_a_response_that_nobody_waits_for(reaction, outcome):
    words = because(http_answers.stray_response, examinee(), reaction)
    assert outcomes(words) == {"HTTP-17": outcome}


def test_answers_are_json_or_a_stream():
    right = replied(content_type="application/json; charset=utf-8")
    stream = replied(content_type="text/event-stream")
    assert said(http_answers.review, exchange(right), exchange(stream)) == {"HTTP-01": "passed"}
    wrong = replied(content_type="text/html")
    ruling = http_answers.review(examinee(), [exchange(right), exchange(wrong)])["HTTP-01"]
    assert ruling.because == "tools/list was answered with Content-Type 'text/html'"
    assert ruling.shown == (exchange(wrong),)


OPENED = Accepted(http(content_type="text/event-stream"))


def listened(*messages):
    answers = (replied(), Accepted(), OPENED, replied(), replied(), replied())
    heard = Overheard(tuple({"message": message} for message in messages))
    return because(http_sessions.listening, examinee(NOVEMBER), *answers, heard, Accepted())


def test_requests_are_not_answered_on_the_stream_of_a_get():
    assert listened({"method": "notifications/x"}, {"id": 1, "method": "ping"})["HTTP-20"] == (
        "passed: 3 requests were answered, and none on that stream"
    )
    assert listened({"id": "mcptest-3", "result": {}})["HTTP-20"] == (
        "failed: the answer to request 'mcptest-3' came on the stream of the GET"
    )


def test_headers_that_differ_from_the_body_are_refused():
    mismatches = [MISMATCH] * len(http_mirrored.MISMATCHES)
    words = because(http_mirrored.mirrored, examinee(), *mismatches, replied())
    assert set(outcomes(words).values()) == {"passed"}
    served = [replied()] * len(http_mirrored.MISMATCHES)
    words = because(http_mirrored.mirrored, examinee(), *served, MISMATCH)
    assert set(outcomes(words).values()) == {"failed"}


@pytest.mark.parametrize(
    ("reaction", "outcome"),
    [(error(-32601, 404), "passed"), (error(-32601, 200), "failed"), (status(404), "failed")],
)
def test_an_unknown_method_has_a_status(reaction, outcome):
    words = because(http_mirrored.unknown_method, examinee(), reaction)
    assert outcomes(words) == {"HHDR-12": outcome}


def test_a_name_in_base64_that_is_not_decoded_is_a_failure():
    words = because(http_mirrored.names, examinee(MODERN, "tools"), MISMATCH, MISMATCH, MISMATCH)
    assert outcomes(words)["HHDR-09"] == "failed"


def test_an_argument_is_compared_with_its_header():
    region = {"type": "string", "x-mcp-header": "Region"}
    schema = {"type": "object", "properties": {"region": region}}
    known = examinee(MODERN, "tools", tools=({"name": "t", "inputSchema": schema},))
    words = because(http_parameters.parameters, known, MISMATCH, MISMATCH)
    assert words["HHDR-11"].startswith("passed: t, Mcp-Param-Region: ")


@pytest.mark.parametrize(
    ("reaction", "statuses"),
    [
        (status(403), ["passed", "passed"]),
        (status(400), ["failed", "passed"]),
        (replied(), ["failed", "failed"]),
        (status(500), ["failed", "failed"]),
    ],
)
def test_a_page_of_somebody_else_is_refused(reaction, statuses):
    words = because(http_headers.foreign_origin, examinee(), reaction)
    assert list(outcomes(words).values()) == statuses
    (host,) = outcomes(because(http_headers.foreign_host, examinee(), reaction)).values()
    assert host == statuses[1]


def test_a_stream_ends_after_its_answer():
    stream = {"ids": (), "primed": False, "ended": False}
    open_still = Replied({}, http()._replace(stream=stream))
    assert said(http_streams.review, exchange(open_still))["HTTP-14"] == "failed"


@pytest.mark.parametrize(
    ("headers", "outcome"),
    [({"x_accel_buffering": " No"}, "passed"), ({"x_accel_buffering": "yes"}, "failed"), ({}, "failed")],
)  # fmt: skip
def test_streams_are_not_held_back(headers, outcome):
    answer = replied(content_type="text/event-stream", **headers)
    assert said(http_streams.unbuffered, exchange(answer)) == {"HHDR-15": outcome}


def test_versions_in_headers():
    probe, known = http_headers.version_header, examinee(NOVEMBER)
    right = outcomes(because(probe, known, status(400), replied()))
    assert set(right.values()) == {"passed"}
    wrong = outcomes(because(probe, known, replied(), status(400)))
    assert set(wrong.values()) == {"failed"}
