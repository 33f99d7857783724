"""Real servers, written by others, and how to start each of them."""

from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import NamedTuple

NOTHING: Mapping[str, str] = MappingProxyType({})


class Registry(StrEnum):
    NPM = "npm"
    PYPI = "pypi"


class Package(NamedTuple):
    registry: Registry
    name: str
    version: str
    pins: tuple[str, ...] = ()
    """Requirements to install along: which eras a server speaks is decided by its SDK."""


class Http(NamedTuple):
    """How to start the server on Streamable HTTP; `{port}` stands for a free port.

    The arguments are used in place of the server's; the environment is added to it.
    """

    arguments: tuple[str, ...] = ()
    env: Mapping[str, str] = NOTHING
    path: str = "/mcp"


class RealServer(NamedTuple):
    """`{dir}` in arguments and environment stands for a scratch folder of the run."""

    package: Package
    executable: str
    arguments: tuple[str, ...] = ()
    env: Mapping[str, str] = NOTHING
    http: Http | None = None
    revision: str = "2025-11-25"
    """What it answers to `initialize` with the newest legacy revision."""
    modern: bool = False
    """Whether it also speaks the modern era."""
    refused_for: str = ""
    """What the official client refuses its tools for; we show them as they are."""
    noisy: bool = False
    """Whether it prints to standard output what is not the protocol's."""
    quick: bool = False
    """Whether it is among the few that CI runs."""

    @property
    def name(self) -> str:
        """Unique in the list: two registries may have a package of one name."""
        return f"{self.package.registry}:{self.package.name}"


def npm(name: str, version: str, *pins: str) -> Package:
    return Package(Registry.NPM, name, version, pins)


def pypi(name: str, version: str, *pins: str) -> Package:
    return Package(Registry.PYPI, name, version, pins)


OLD_SDK = "mcp==1.30.0"
NEW_SDK = "mcp==2.3.0"

SERVERS = (
    RealServer(
        npm("@modelcontextprotocol/server-everything", "2026.8.31"),
        "mcp-server-everything",
        http=Http(("streamableHttp",), {"PORT": "{port}"}),
        quick=True,
    ),
    RealServer(
        npm("@modelcontextprotocol/server-memory", "2026.8.31"),
        "mcp-server-memory",
        env={"MEMORY_FILE_PATH": "{dir}/memory.jsonl"},
        quick=True,
    ),
    RealServer(
        npm("@modelcontextprotocol/server-filesystem", "2026.8.31"),
        "mcp-server-filesystem",
        ("{dir}",),
    ),
    RealServer(
        npm("@modelcontextprotocol/server-sequential-thinking", "2026.8.31"),
        "mcp-server-sequential-thinking",
    ),
    RealServer(
        npm("@playwright/mcp", "0.0.83"),
        "playwright-mcp",
        http=Http(("--port", "{port}", "--allowed-hosts", "127.0.0.1:{port}")),
    ),
    RealServer(
        npm("mongodb-mcp-server", "3.0.4"),
        "mongodb-mcp-server",
        env={"MDB_MCP_TELEMETRY": "disabled"},
        http=Http(("--transport", "http", "--httpPort", "{port}")),
        modern=True,
    ),
    RealServer(
        npm("@brave/brave-search-mcp-server", "2.1.4"),
        "brave-search-mcp-server",
        ("--transport", "stdio"),
        {"BRAVE_API_KEY": "dummy"},
        Http(("--transport", "http", "--host", "127.0.0.1", "--port", "{port}")),
    ),
    RealServer(
        npm("@bytebase/dbhub", "0.21.2"),
        "dbhub",
        ("--transport", "stdio", "--demo"),
        http=Http(("--transport", "http", "--port", "{port}", "--demo")),
    ),
    RealServer(
        npm("duckduckgo-mcp-server", "0.1.2"),
        "duckduckgo-mcp-server",
        revision="2024-11-05",
    ),
    RealServer(
        npm("mcp-obsidian", "1.0.0"),
        "mcp-obsidian",
        ("{dir}",),
        revision="2024-11-05",
        refused_for="inputSchema.type",
    ),
    RealServer(
        npm("@elastic/mcp-server-elasticsearch", "0.3.1"),
        "mcp-server-elasticsearch",
        env={"ES_URL": "http://127.0.0.1:9", "ES_API_KEY": "dummy"},
        revision="2025-06-18",
    ),
    RealServer(
        npm("@kazuph/mcp-taskmanager", "1.1.1"),
        "mcp-taskmanager",
        env={"TASK_MANAGER_FILE_PATH": "{dir}/tasks.json"},
    ),
    RealServer(npm("@eslint/mcp", "0.3.13"), "mcp"),
    RealServer(
        npm("exa-mcp-server", "3.4.1"),
        "exa-mcp-server",
        env={"EXA_API_KEY": "dummy"},
    ),
    RealServer(
        npm("@cyanheads/git-mcp-server", "2.15.3"),
        "git-mcp-server",
        env={"MCP_TRANSPORT_TYPE": "stdio"},
        http=Http(env={"MCP_TRANSPORT_TYPE": "http", "MCP_HTTP_PORT": "{port}"}),
    ),
    RealServer(
        pypi("mcp-server-time", "2026.10.19", NEW_SDK), "mcp-server-time", modern=True, quick=True
    ),
    RealServer(
        pypi("mcp-server-git", "2026.10.19", NEW_SDK),
        "mcp-server-git",
        modern=True,
    ),
    RealServer(pypi("mcp-server-fetch", "2026.10.24", NEW_SDK), "mcp-server-fetch", modern=True),
    RealServer(
        pypi("duckduckgo-mcp-server", "0.7.0", NEW_SDK),
        "duckduckgo-mcp-server",
        http=Http(("--transport", "streamable-http", "--port", "{port}")),
        modern=True,
    ),
    RealServer(pypi("mcp-server-calculator", "0.2.1", OLD_SDK), "mcp-server-calculator"),
    RealServer(
        pypi("wikipedia-mcp", "2.0.1", NEW_SDK),
        "wikipedia-mcp",
        http=Http(("--transport", "http", "--port", "{port}")),
        modern=True,
    ),
    RealServer(
        pypi("mcp-nixos", "3.1.0", NEW_SDK),
        "mcp-nixos",
        http=Http(env={"MCP_NIXOS_TRANSPORT": "http", "MCP_NIXOS_PORT": "{port}"}),
        modern=True,
    ),
    RealServer(
        pypi("redis-mcp-server", "0.5.1", OLD_SDK),
        "redis-mcp-server",
        ("--url", "redis://127.0.0.1:9/0"),
    ),
    RealServer(pypi("mcp-text-editor", "1.0.2", OLD_SDK), "mcp-text-editor"),
    RealServer(
        pypi("office-word-mcp-server", "1.1.11", NEW_SDK),
        "word_mcp_server",
        http=Http(
            env={
                "MCP_TRANSPORT": "streamable-http",
                "MCP_HOST": "127.0.0.1",
                "MCP_PORT": "{port}",
            }
        ),
        modern=True,
        noisy=True,
    ),
    RealServer(
        pypi("prometheus-mcp-server", "1.6.2", NEW_SDK),
        "prometheus-mcp-server",
        env={"PROMETHEUS_URL": "http://127.0.0.1:9"},
        http=Http(
            env={
                "PROMETHEUS_MCP_SERVER_TRANSPORT": "http",
                "PROMETHEUS_MCP_BIND_PORT": "{port}",
            }
        ),
        modern=True,
    ),
    RealServer(
        pypi("mcp-neo4j-cypher", "0.6.0"),
        "mcp-neo4j-cypher",
        env={
            "NEO4J_URL": "bolt://127.0.0.1:9",
            "NEO4J_USERNAME": "neo4j",
            "NEO4J_PASSWORD": "dummy",
        },
        http=Http(("--transport", "http", "--server-port", "{port}"), path="/mcp/"),
        revision="2025-06-18",
    ),
    RealServer(
        pypi("elasticsearch-mcp-server", "2.1.6"),
        "elasticsearch-mcp-server",
        env={"ELASTICSEARCH_HOSTS": "http://127.0.0.1:9"},
        http=Http(("--transport", "streamable-http", "--port", "{port}")),
    ),
    RealServer(
        pypi("mcp-shell-server", "1.1.14", OLD_SDK),
        "mcp-shell-server",
        env={"ALLOW_COMMANDS": "ls"},
    ),
    RealServer(pypi("mcp-youtube-transcript", "0.3.5", OLD_SDK), "mcp-youtube-transcript"),
    RealServer(
        pypi("mcp-server-sentry", "2025.1.14", OLD_SDK),
        "mcp-server-sentry",
        ("--auth-token", "dummy"),
    ),
)
