"""The mutable server is sound until it is told not to be: the official client can do everything with it."""

import asyncio
import contextlib
import importlib
import itertools
import json
import re
import subprocess
import sys

import httpx2
import pytest
from conftest import FIXTURES
from mcp import Client, MCPError, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client
from test_door import TABLE

from mcptest_action.core.checks.conformance.catalogue import CHECKS
from mcptest_action.core.checks.conformance.model import Level

SERVERS = FIXTURES / "servers"
COMMAND = [sys.executable, str(SERVERS / "mutable")]
LATEST = {"auto": "2026-07-28", "legacy": "2025-11-25"}
TOKEN = {"Authorization": "Bearer sound-token"}


@pytest.fixture(autouse=True)
def servers_on_the_path(monkeypatch):
    monkeypatch.syspath_prepend(str(SERVERS))


@contextlib.asynccontextmanager
async def client(transport, mode, *words, headers=None, **options):
    """The official client, connected to a mutable server of its own."""
    if transport == "stdio":
        target = StdioServerParameters(command=COMMAND[0], args=[*COMMAND[1:], *words])
        async with Client(
            target, mode=mode, read_timeout_seconds=10, cache=None, **options
        ) as made:
            yield made
        return
    broken = {after for before, after in itertools.pairwise(words) if before == "--break"}
    serve = importlib.import_module("mutable.over_http").serve
    with serve(broken, auth="--auth" in words, stateless="--stateless" in words) as url:
        async with httpx2.AsyncClient(headers=headers, timeout=10) as http:
            target = streamable_http_client(url, http_client=http)
            async with Client(
                target, mode=mode, read_timeout_seconds=10, cache=None, **options
            ) as made:
                yield made


def run(conversation):
    return asyncio.run(asyncio.wait_for(conversation, 30))


async def all_pages(ask, field):
    items, cursor = [], None
    while True:
        page = await ask(cursor=cursor)
        items += getattr(page, field)
        cursor = page.next_cursor
        if cursor is None:
            return items


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_the_official_client_can_use_everything(transport, mode):
    async def conversation():
        async with client(transport, mode) as c:
            assert c.protocol_version == LATEST[mode]
            tools = await all_pages(c.list_tools, "tools")
            assert len(tools) == 10
            assert sum(bool(t.annotations.read_only_hint) for t in tools) == 7
            assert len(await all_pages(c.list_resources, "resources")) == 3
            assert len(await all_pages(c.list_resource_templates, "resource_templates")) == 2
            assert len(await all_pages(c.list_prompts, "prompts")) == 3
            weather = await c.call_tool("weather", {"city": "Ulm"})
            assert weather.structured_content == json.loads(weather.content[0].text)
            assert not (await c.call_tool("lookup", {"region": "süd", "word": "x"})).is_error
            assert (await c.call_tool("lookup", {"nope": 1})).is_error
            with pytest.raises(MCPError, match="there is no tool"):
                await c.call_tool("nope", {})
            blob = await c.read_resource("mutable://logo")
            assert blob.contents[0].blob
            with pytest.raises(MCPError, match="there is no such resource"):
                await c.read_resource("mutable://nope/none")
            assert (await c.get_prompt("greeting")).messages[1].content.mime_type == "image/png"
            with pytest.raises(MCPError, match="the argument 'topic' is missing"):
                await c.get_prompt("review")

    run(conversation())


@pytest.mark.parametrize("mode", ["auto", "legacy"])
@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_progress_comes_before_the_answer_and_grows(transport, mode):
    seen = []

    async def note(progress, _total, _message):
        seen.append(progress)

    async def conversation():
        async with client(transport, mode) as c:
            await c.call_tool("wait", {}, progress_callback=note)

    run(conversation())
    assert seen == [*range(1, 9)]


def test_a_sessionless_server_serves_legacy_clients_too():
    async def conversation():
        async with client("http", "legacy", "--stateless") as c:
            assert (await c.list_tools()).tools

    run(conversation())


def test_a_token_opens_the_server_that_asks_for_one():
    async def conversation():
        async with client("http", "auto", "--auth", headers=TOKEN) as c:
            assert (await c.list_tools()).tools

    run(conversation())


LISTED = subprocess.run(
    [*COMMAND, "--list"], capture_output=True, text=True, check=True
).stdout.split()
# Plain HTTP is fine on a loopback address, and no other is served here.
UNBREAKABLE = {"HTTP-21"}
# What these break is the hello itself.
NO_HELLO = {"modern": {"DISC-01", "META-08"}, "legacy": {"MOD-06", "HHDR-13"}}
META = {
    f"io.modelcontextprotocol/{key}": value
    for key, value in {
        "protocolVersion": "2026-07-28",
        "clientCapabilities": {},
        "clientInfo": {"name": "t", "version": "0"},
    }.items()
}
HELLOS = {
    "modern": ("server/discover", {"_meta": META}),
    "legacy": (
        "initialize",
        {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "t", "version": "0"},
        },
    ),
}
LISTS = {"modern": {"_meta": META}, "legacy": {}}


def test_every_check_that_can_fail_can_be_broken_and_nothing_else():
    can_fail = {check.id for check in CHECKS if check.level is not Level.INFO}
    assert {name.partition(":")[0] for name in LISTED} == can_fail - UNBREAKABLE


# What these break is the hello itself; tests/test_door.py has a table of them.
@pytest.mark.parametrize("name", [name for name in LISTED if name not in TABLE])
def test_a_broken_server_still_says_hello_and_lists_its_tools(name):
    server = importlib.import_module("mutable.server").Server([name])
    server.dawdles = b""  # what waits for a crowd would not be answered here
    wrapped = importlib.import_module("mutable.over_stdio").Wrapped
    for era, (method, params) in HELLOS.items():
        if name.partition(":")[0] in NO_HELLO[era]:
            continue
        conversation = wrapped(server)
        for number, (asked, given) in enumerate(((method, params), ("tools/list", LISTS[era])), 1):
            message = {"jsonrpc": "2.0", "id": number, "method": asked, "params": given}
            lines = conversation.take(json.dumps(message).encode()).lines
            replies = [json.loads(line) for line in lines]
            results = [reply["result"] for reply in replies if "method" not in reply]
            assert [type(result) for result in results] == [dict], (era, asked, replies)


def test_what_cannot_be_broken_is_named():
    ended = subprocess.run(
        [*COMMAND, "--break", "NOPE-01"], capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert "cannot break 'NOPE-01'" in ended.stderr


def test_over_stdio_only_messages_are_written_and_the_server_ends_with_its_input():
    lines = [json.dumps({"jsonrpc": "2.0", "id": n, "method": "ping"}) for n in range(3)]
    ended = subprocess.run(
        COMMAND,
        input="\n".join([*lines, "{", ""]),
        capture_output=True,
        text=True,
        check=True,
        timeout=10,
    )
    answers = [json.loads(line) for line in ended.stdout.splitlines()]
    assert [answer["id"] for answer in answers] == [0, 1, 2, None]


def test_over_http_it_says_where_it_listens():
    with subprocess.Popen([*COMMAND, "--http", "0"], stderr=subprocess.PIPE, text=True) as process:
        said = process.stderr.readline()
        process.terminate()
    assert re.fullmatch(r"listening on http://127\.0\.0\.1:\d+/mcp\n", said)
