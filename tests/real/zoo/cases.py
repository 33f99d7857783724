"""The zoo: small sound servers of ours, on the SDKs and frameworks that others write theirs with."""

from collections.abc import Iterator
from typing import NamedTuple

from real.servers import Package, npm, pypi
from real.zoo.case import LEGACY, MODERN, OLDEST, SECOND, SSE, STATELESS, THIRD, Case, Family


def ts_sdk(version: str, zod: str, express: str) -> Package:
    return npm("@modelcontextprotocol/sdk", version, f"zod@{zod}", f"express@{express}")


def ts_server(version: str, node: str, express: str) -> Package:
    return npm(
        "@modelcontextprotocol/server",
        version,
        f"@modelcontextprotocol/node@{node}",
        f"@modelcontextprotocol/express@{express}",
        "express@5.1.0",
        "zod@4.1.12",
    )


# What was there when they came out; they use parts of it that are no longer there.
OLD_PYDANTIC = "pydantic==2.11.7"


def old_mcp(version: str) -> Package:
    return pypi("mcp", version, OLD_PYDANTIC)


TS_1_4 = ts_sdk("1.4.1", "3.24.4", "4.21.2")
TS_1_8 = ts_sdk("1.8.0", "3.24.4", "4.21.2")
TS_1_12 = ts_sdk("1.12.3", "3.24.4", "5.1.0")
TS_1_17 = ts_sdk("1.17.5", "3.25.76", "5.1.0")
TS_1_32 = ts_sdk("1.32.2", "4.1.12", "5.1.0")
TS_2_0 = ts_server("2.0.0", "2.0.0", "2.0.0")
TS_2_4 = ts_server("2.4.0", "2.1.2", "2.0.2")

HONO = ("hono@4.13.18", "@hono/node-server@2.1.8")

FAMILIES = (
    Family("ts-mcpserver", TS_1_4, "ts_sdk_1_tool.mjs", ("stdio", SSE), (OLDEST,)),
    Family("ts-mcpserver", TS_1_8, "ts_sdk_1_tool.mjs", ("stdio", SSE), (OLDEST,)),
    Family(
        "ts-mcpserver",
        TS_1_12,
        "ts_sdk_1_tool.mjs",
        ("stdio", "http", STATELESS, SSE),
        (SECOND,),
        ("annotated",),
    ),
    Family("ts-mcpserver", TS_1_17, "ts_sdk_1.mjs", ("stdio", "http"), (THIRD,)),
    Family("ts-mcpserver", TS_1_32, "ts_sdk_1.mjs", ("stdio", "http", STATELESS), quick="stdio"),
    Family("ts-server", TS_1_4, "ts_sdk_1_low.mjs", ("stdio",), (OLDEST,)),
    Family("ts-server", TS_1_17, "ts_sdk_1_low.mjs", ("stdio", "http"), (THIRD,)),
    Family("ts-server", TS_1_32, "ts_sdk_1_low.mjs", ("stdio", "http")),
    Family("ts-2", TS_2_0, "ts_sdk_2.mjs", ("stdio", "http"), (LEGACY, MODERN)),
    Family(
        "ts-2", TS_2_4, "ts_sdk_2.mjs", ("stdio", "http"), (LEGACY, MODERN), quick="http"
    ),
    Family("ts-lively", TS_1_32, "ts_sdk_1_lively.mjs", ("stdio", "http")),
    Family("ts-2-lively", TS_2_4, "ts_sdk_2_lively.mjs", ("stdio", "http"), (LEGACY, MODERN)),
    Family("ts-2-express", TS_2_4, "ts_sdk_2.mjs", (STATELESS,)),
    Family("py-fastmcp", old_mcp("1.2.1"), "py_fastmcp_1.py", ("stdio", SSE), (OLDEST,)),
    Family("py-fastmcp", old_mcp("1.6.0"), "py_fastmcp_1.py", ("stdio", SSE), (OLDEST,)),
    Family("py-fastmcp", old_mcp("1.9.4"), "py_fastmcp_1.py", ("stdio", STATELESS), (SECOND,)),
    Family(
        "py-fastmcp", old_mcp("1.12.4"), "py_fastmcp_1.py", ("stdio", "http", SSE), (THIRD,)
    ),
    Family(
        "py-fastmcp", pypi("mcp", "1.30.0"), "py_fastmcp_1.py", ("stdio", "http"), quick="stdio"
    ),
    Family("py-server", old_mcp("1.6.0"), "py_low_1.py", ("stdio",), (OLDEST,)),
    Family(
        "py-server", old_mcp("1.12.4"), "py_low_1.py", ("stdio", "http"), (THIRD,), path="/mcp/"
    ),
    Family("py-server", pypi("mcp", "1.30.0"), "py_low_1.py", ("stdio", "http"), path="/mcp/"),
    Family(
        "py-mcpserver", pypi("mcp", "2.0.1"), "py_mcpserver_2.py", ("stdio", "http"), (LEGACY, MODERN)
    ),
    Family(
        "py-mcpserver",
        pypi("mcp", "2.3.0"),
        "py_mcpserver_2.py",
        ("stdio", "http", SSE),
        (LEGACY, MODERN),
        quick="http",
    ),
    Family("py-lively", pypi("mcp", "1.30.0"), "py_fastmcp_1_lively.py", ("stdio", "http")),
    Family("py-lively", pypi("mcp", "2.3.0"), "py_mcpserver_2_lively.py", ("stdio", "http"), (LEGACY, MODERN)),
    Family("py-server", pypi("mcp", "2.3.0"), "py_low_2.py", ("stdio", "http"), (LEGACY, MODERN)),
    Family("fastmcp", pypi("fastmcp", "2.3.5", "mcp==1.9.4", OLD_PYDANTIC), "py_fastmcp.py", ("stdio", STATELESS, SSE), (SECOND,)),
    Family("fastmcp", pypi("fastmcp", "2.14.7"), "py_fastmcp.py", ("stdio", "http")),
    Family("fastmcp", pypi("fastmcp", "3.4.10"), "py_fastmcp.py", ("stdio", "http"), quick="stdio"),
    Family(
        "fastmcp", pypi("fastmcp", "4.1.2"), "py_fastmcp.py", ("stdio", "http"), (LEGACY, MODERN)
    ),
    Family("fastmcp-lively", pypi("fastmcp", "3.4.10"), "py_fastmcp_lively.py", ("stdio", "http")),
    Family("fastmcp-lively", pypi("fastmcp", "4.1.2"), "py_fastmcp_lively.py", ("stdio", "http"), (LEGACY, MODERN)),
    Family("npm-fastmcp", npm("fastmcp", "1.27.7", "zod@3.25.76", "@modelcontextprotocol/sdk@1.11.5"), "npm_fastmcp.mjs", ("stdio",), (SECOND,)),
    Family("npm-fastmcp", npm("fastmcp", "3.35.0", "zod@4.1.12"), "npm_fastmcp.mjs", ("stdio", "http", STATELESS)),
    Family(
        "npm-fastmcp",
        npm("fastmcp", "4.20.16", "zod@4.1.12"),
        "npm_fastmcp.mjs",
        ("stdio", "http", STATELESS, SSE),
        words=("structured",),
        quick="stdio",
    ),
    Family("mcp-framework", npm("mcp-framework", "0.2.22", "zod@3.25.76"), "npm_mcp_framework.mjs", ("stdio", "http", SSE)),
    Family("litemcp", npm("litemcp", "0.9.0", "zod@3.25.76", "@modelcontextprotocol/sdk@1.4.1"), "npm_litemcp.mjs", ("stdio",), (OLDEST,)),
    Family(
        "tmcp",
        npm(
            "tmcp",
            "1.20.0",
            "@tmcp/transport-stdio@0.5.0",
            "@tmcp/transport-http@0.9.0",
            "@tmcp/adapter-zod@0.1.7",
            "zod@4.1.12",
            "@hono/node-server@2.1.8",
        ),
        "npm_tmcp.mjs",
        ("stdio", "http"),
        (THIRD, MODERN),
    ),
    Family("mcp-lite", npm("mcp-lite", "0.10.0", "zod@4.1.12", *HONO), "npm_mcp_lite.mjs", ("http",), (THIRD,)),
    Family(
        "hono-mcp",
        npm("@hono/mcp", "0.3.2", "@modelcontextprotocol/sdk@1.32.2", "zod@4.1.12", *HONO),
        "npm_hono_mcp.mjs",
        ("http",),
    ),
    Family(
        "mcp-handler",
        npm("mcp-handler", "2.3.0", "@modelcontextprotocol/server@2.4.0", "zod@4.6.7", *HONO),
        "npm_mcp_handler.mjs",
        ("http",),
        (LEGACY, MODERN),
    ),
    Family(
        "mcp-use",
        pypi("mcp-use", "1.7.1", "mcp==1.30.0"),
        "py_fastmcp_alike.py",
        ("stdio", "http"),
        words=("mcp-use",),
    ),
    Family(
        "mcpengine",
        pypi("mcpengine", "0.3.0", OLD_PYDANTIC),
        "py_fastmcp_alike.py",
        ("stdio", SSE),
        (OLDEST,),
        ("mcpengine",),
    ),
    Family(
        "aiohttp-mcp",
        # With sessions, its event streams forget to say which session they are of.
        pypi("aiohttp-mcp", "0.7.0", "mcp==1.30.0"),
        "py_fastmcp_alike.py",
        (STATELESS, SSE),
        words=("aiohttp-mcp",),
    ),
    Family(
        "chuk",
        pypi("chuk-mcp-server", "0.26.1"),
        "py_fastmcp_alike.py",
        ("stdio", "http"),
        words=("chuk-mcp-server",),
    ),
    Family("arcade", pypi("arcade-mcp-server", "1.32.1"), "py_arcade.py", ("stdio", "http")),
    Family(
        "fastapi-mcp", pypi("fastapi-mcp", "0.4.0", "mcp==1.30.0"), "py_fastapi_mcp.py", ("http", SSE)
    ),
)  # fmt: skip


class LeftOut(NamedTuple):
    package: str
    version: str
    """Empty for all of them."""
    why: str


_WITHOUT_ITS_SDK = "does not import with the SDK that pip picks for it (mcp 2.3.0)"
LEFT_OUT = (
    LeftOut("mcp-framework", "0.2.11", "does not start"),
    LeftOut("litemcp", "0.9.0, SSE", "one server for all connections: a second client takes the answers of the first"),
    LeftOut("fastmcp (npm)", "1.27.7, HTTP", "the process ends on a body that is not JSON"),
    LeftOut("mcp (PyPI)", "1.9.4, HTTP with sessions", "a session that is ended takes all others with it: every answer is a 500 from then on; so in fastmcp 2.3.5"),
    LeftOut("aiohttp-mcp", "0.7.0, HTTP with sessions", "the answer to `initialize` names no session, and the next request is refused for want of it"),
    LeftOut("xmcp", "", "has a compiler of its own for a project folder; no plain script imports it"),
    LeftOut("@rekog/mcp-nest", "", "needs decorators, so a TypeScript compiler and its metadata"),
    LeftOut("muppet", "", "nobody has written the server yet: its tools are routes of Hono"),
    LeftOut("dedalus-mcp", "0.7.0", _WITHOUT_ITS_SDK),
    LeftOut("enrichmcp", "0.4.7", _WITHOUT_ITS_SDK),
    LeftOut("minimcp", "0.5.2", _WITHOUT_ITS_SDK),
    LeftOut("django-mcp-server", "0.5.7", _WITHOUT_ITS_SDK),
)  # fmt: skip


def cases() -> Iterator[Case]:
    for family in FAMILIES:
        for transport in family.transports:
            yield Case(family, transport)
