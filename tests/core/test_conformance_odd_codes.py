"""Errors whose code is anything at all: no probe and no review stumbles over one."""

import json

import pytest
from examinees import LOOPBACK, MODERN, NOVEMBER, because, examinee, status

from mcptest_action.core.checks.conformance.checks import base_malformed
from mcptest_action.core.checks.conformance.config import ExamConfig
from mcptest_action.core.protocol.exchange.incoming import reaction_of, read_message
from mcptest_action.core.protocol.exchange.pump import pump
from mcptest_action.core.protocol.exchange.reaction import (
    Accepted,
    Closed,
    Garbage,
    Opened,
    Overheard,
    Replied,
)
from mcptest_action.core.protocol.exchange.step import (
    Close,
    Fresh,
    Hush,
    Listen,
    Raw,
    Request,
    Together,
)
from mcptest_action.core.protocol.target.server_address import Address
from mcptest_action.core.protocol.transcript.lines import Exchange, Key

CODES = pytest.mark.parametrize("code", [[], {}, 1.5, "x", True, None], ids=repr)
REVISIONS = pytest.mark.parametrize("revision", [MODERN, NOVEMBER, "2025-03-26"])
ADDRESSES = pytest.mark.parametrize("address", [Address(), LOOPBACK], ids=["stdio", "http"])
TOOL = {
    "name": "wait",
    "annotations": {"readOnlyHint": True},
    "inputSchema": {
        "type": "object",
        "properties": {"word": {"type": "string", "x-mcp-header": "Word"}},
    },
}


def known(revision, address):
    capabilities = ("tools", "resources", "prompts", "logging", "completions", "tasks")
    return examinee(revision, *capabilities, address=address, tools=(TOOL,))


def answered(code, own=None):
    return json.dumps({"jsonrpc": "2.0", "id": own, "error": {"code": code, "message": "no"}})


def reacted(step, code, address, *, lists):
    """To every step an error with this code, in the form in which it would come; where the server
    `lists`, only to those that are no plain request.
    """
    match step:
        case Together(steps):
            return tuple(reacted(one, code, address, lists=lists) for one in steps)
        case Request() if lists:
            return Replied({"tools": [TOOL]})
        case Listen():
            return Overheard(({"message": json.loads(answered(code))}, {"noise": answered(code)}))
        case Fresh():
            return Opened()
        case Close():
            return Closed("x")
        case Hush():
            return Accepted()
        case Raw() if not address.http:
            return Accepted()
        case _ if address.http:
            return status(400, answered(code))
        case _:
            return reaction_of(read_message(answered(code, 1).encode()))


@CODES
@REVISIONS
@ADDRESSES
@pytest.mark.parametrize("lists", [True, False])
def test_no_probe_stumbles_over_a_code(code, revision, address, lists):
    server = known(revision, address)
    for probe in ExamConfig().probes(server):
        ruled = pump(probe.script(server), lambda step: reacted(step, code, address, lists=lists))
        assert set(ruled) <= {check.id for check in probe.checks}, probe.id


@CODES
@REVISIONS
@ADDRESSES
def test_no_review_stumbles_over_a_code(code, revision, address):
    message = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": {}}}
    sent = {"step": "Request", "message": message}
    heard = ({"answer_to": "1", "error": code}, {"noise": answered(code)})
    reactions = (
        status(400, answered(code)),
        Garbage(answered(code)),
        Garbage("x", json.loads(answered(code, 1))),
        Overheard(({"message": json.loads(answered(code))},)),
        Replied({}, envelope={**json.loads(answered(code, 1)), "result": {}}),
    )
    exchanges = tuple(
        Exchange(Key("x", None, 1, number), sent, reaction, 1.0, heard)
        for number, reaction in enumerate(reactions, 1)
    )
    server = known(revision, address)
    for review in ExamConfig().reviews(server):
        ruled = review.rule(server, exchanges)
        assert set(ruled) == {check.id for check in review.checks}


@CODES
def test_a_code_that_is_no_number_is_not_the_right_one(code):
    refused = (Overheard(()), status(400, answered(code)), Replied({}), Overheard(()))
    found = because(base_malformed.malformed, known(MODERN, LOOPBACK), Replied({}), *(refused * 7))
    assert found["HTTP-32"] == (
        f"failed: sent the jsonrpc '1.0', the server answered with JSON-RPC error {code}"
    )
