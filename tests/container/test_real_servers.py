"""Servers that others wrote, each in a container of its own, reached by its name."""

import json

import pytest
from container.engine import mounted
from real.install import InstallError, install
from real.servers import SERVERS

pytestmark = pytest.mark.container
READY = ("--wait-for-ready", "60s", "--call-delay", "10ms")


def npm_server(name):
    """The folder of a package from npm; where it cannot be had, the test is skipped."""
    (server,) = (s for s in SERVERS if s.name == f"npm:{name}")
    try:
        script = install(server)
    except InstallError as error:
        pytest.skip(f"not installed: {error}")
    folder = script.parent.parent.parent
    return ("--volume", f"{folder}:/server:ro"), f"/server/node_modules/.bin/{server.executable}"


@pytest.fixture
def everything(net, servers_image):
    volume, script = npm_server("@modelcontextprotocol/server-everything")
    words = (*volume, "--env=PORT=3001", "--", "node", script, "streamableHttp")
    with net.serving("everything", *words, image=servers_image):
        yield "http://everything:3001/mcp"


@pytest.fixture
def duckduckgo(net, servers_image):
    with duckduckgo_server(net, servers_image, "duckduckgo:*"):
        yield "http://duckduckgo:8000/mcp"


def duckduckgo_server(net, image, allowed):
    words = ("--transport", "streamable-http", "--host", "0.0.0.0", "--allowed-hosts", allowed)  # noqa: S104
    script = "/opt/server/bin/duckduckgo-mcp-server"
    return net.serving("duckduckgo", "--", script, *words, image=image)


@pytest.fixture
def guarded(request, net, servers_image):
    """Two servers that only answer to the name localhost, and say no in different ways."""
    if request.param == "421":
        serving = duckduckgo_server(net, servers_image, "localhost:*")
        url = "http://duckduckgo:8000/mcp"
    else:
        volume, script = npm_server("@playwright/mcp")
        words = (*volume, "--", "node", script, "--host", "0.0.0.0", "--port", "8000")  # noqa: S104
        serving, url = (
            net.serving("playwright", *words, image=servers_image),
            "http://playwright:8000/mcp",
        )
    with serving:
        yield url


def gated(net, workspace, url, *words):
    done = net.run(*mounted(workspace), "--", "gate", "--server-url", url, *READY, *words)
    out = workspace / "mcptest-out"
    run = json.loads((out / "run.json").read_text()) if (out / "run.json").exists() else None
    return done, run


def test_one_from_npm(net, everything, workspace):
    done, run = gated(net, workspace, everything)
    assert done.code == 0, done.err
    assert run["server"]["name"] == "mcp-servers/everything"
    assert run["summary"]["passed"] > 20
    assert run["incomplete"] is None


def test_one_from_pypi(net, duckduckgo, workspace):
    done, run = gated(net, workspace, duckduckgo)
    assert done.code == 0, done.err
    assert run["server"]["name"] == "ddg-search"
    assert run["summary"]["passed"] > 5
    assert run["incomplete"] is None


@pytest.mark.parametrize("guarded", ["421", "403"], indirect=True)
def test_one_that_refuses_our_host_is_explained_and_not_judged(net, guarded, workspace):
    """It is in order for it to refuse; no rule may say otherwise, so there is no verdict at all."""
    (workspace / "policy.yml").unlink()  # the built-in one only warns of what others leave open
    host = ("--host-header", "localhost:8000")
    ready = net.run("--", "surface", "--server-url", guarded, *host, "--wait-for-ready", "60s")
    assert ready.code == 0, ready.err

    words = ("--server-url", guarded, "--only", "wrong_type")
    refused = net.run(*mounted(workspace), "--", "gate", *words)
    assert (refused.code, refused.out) == (3, ""), refused.err
    assert f"the Host header, which is '{guarded.split('/')[2]}'" in refused.err
    assert "--host-header localhost:8000" in refused.err
    assert not (workspace / "mcptest-out" / "verdict.json").exists()

    accepted = net.run(*mounted(workspace), "--", "gate", *words, *host)
    assert accepted.code == 0, accepted.err
    summary = json.loads((workspace / "mcptest-out" / "run.json").read_text())["summary"]
    assert summary["passed"] > 0
    assert summary["failed"] == 0
