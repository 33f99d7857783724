"""The hints name what people most likely have to change."""

import pytest

from mcptest_action.core.protocol.exchange.handshake import NoHello
from mcptest_action.core.protocol.exchange.reaction import (
    Disconnected,
    HttpAnswer,
    HttpStatus,
    RpcError,
    Unreachable,
)
from mcptest_action.core.protocol.target.flags import command_server, header_flags, url_server
from mcptest_action.core.protocol.target.server_address import is_loopback
from mcptest_action.core.text.flag_words import as_flags
from mcptest_action.shell.wire.diagnosis import diagnose
from mcptest_action.shell.wire.surroundings import Surroundings, look_around

MISDIRECTED, FORBIDDEN = HttpAnswer(421, {}), HttpAnswer(403, {})
UNAUTHORISED = HttpAnswer(401, {})
CONTAINED = Surroundings(contained=True, gateway="172.18.0.1")
AT_HOME = Surroundings(contained=False, gateway="192.168.0.1")
REFUSED = Unreachable("connection refused")


def hints(reaction, url="http://server:8080/mcp", around=AT_HOME, *, headers=None, waited=False):
    target = url_server(url, headers or {}, None, None).target
    found = diagnose(target, NoHello((), reaction), around, waited=waited)
    return [as_flags(hint) for hint in found]


def command_hints(command, reaction, around=AT_HOME):
    target = command_server(command).target
    met = NoHello(("one", "two"), reaction)
    return [as_flags(hint) for hint in diagnose(target, met, around)]


@pytest.mark.parametrize(
    "reaction", [HttpStatus(UNAUTHORISED, ""), RpcError(-32000, "no", None, UNAUTHORISED)]
)
def test_a_server_that_wants_credentials_is_known_by_its_status(reaction):
    assert hints(reaction) == ["it wants credentials: --bearer-token-env VARIABLE or --header-env"]


@pytest.mark.parametrize(
    ("reaction", "sure"),
    [
        (HttpStatus(MISDIRECTED, "Invalid Host header"), True),
        (HttpStatus(FORBIDDEN, "Invalid host: server"), True),
        (HttpStatus(FORBIDDEN, "Access is only allowed at localhost:8080"), True),
        (RpcError(-32000, "Invalid Host: server", None, FORBIDDEN), True),
        (HttpStatus(FORBIDDEN, "go away"), False),
        (HttpStatus(MISDIRECTED, ""), False),
        (RpcError(-32000, "no", None, FORBIDDEN), False),
    ],
)
def test_a_refused_host_is_named_with_the_way_out(reaction, sure):
    (hint,) = hints(reaction)
    assert hint.startswith(f"it {'refuses' if sure else 'may refuse'} the Host header")
    assert "'server:8080'" in hint
    assert hint.endswith("--host-header localhost:8080")


def test_an_error_without_a_telling_status_is_about_the_protocol():
    reaction = RpcError(-32601, "Invalid Host", None, HttpAnswer(200, {}))
    assert "try --protocol" in hints(reaction)[0]


@pytest.mark.parametrize(
    "server", [url_server("http://a/mcp", {}, None, None), command_server("a")]
)
def test_who_has_tried_both_eras_is_not_told_to_do_so(server):
    tried = ("server/discover (2026-07-28): no", "initialize (2025-11-25): no")
    (hint,) = diagnose(server.target, NoHello(tried, RpcError(-32601, "no", None)), AT_HOME)
    assert hint.endswith("nor initialize with a hello: is this an MCP server?")
    (hint,) = diagnose(server.target, NoHello(tried[1:], RpcError(-32601, "no", None)), AT_HOME)
    assert as_flags(hint).endswith("try --protocol auto")


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "127.1.2.3", "[::1]", "api.localhost"])
def test_localhost_inside_a_container_has_three_ways_out(host):
    said = hints(REFUSED, f"http://{host}:8080/mcp", CONTAINED)
    assert "is the container that mcptest-action runs in" in said[0]
    assert [hint[:2] for hint in said[1:]] == ["1.", "2.", "3."]
    assert "http://NAME:PORT/mcp" in said[1]
    assert "http://172.18.0.1:8080" in said[2]
    assert "native@v1" in said[3]


def test_a_gateway_that_is_not_known_is_guessed_as_docker_sets_it_up():
    said = hints(REFUSED, "http://localhost/mcp", Surroundings(contained=True, gateway=None))
    assert "http://172.17.0.1/mcp, " in said[2]


def test_the_way_out_of_a_container_keeps_the_rest_of_the_address():
    said = hints(REFUSED, "https://localhost:8080/v2/mcp?key=1", CONTAINED)
    assert "as in https://NAME:PORT/v2/mcp; or" in said[1]
    assert "use https://172.18.0.1:8080/v2/mcp, and" in said[2]


@pytest.mark.parametrize(
    ("url", "around"),
    [("http://localhost:8080/mcp", AT_HOME), ("http://server:8080/mcp", CONTAINED)],
)
def test_elsewhere_a_refused_connection_is_about_the_address_to_listen_on(url, around):
    said = hints(REFUSED, url, around)
    assert "have it listen on 0.0.0.0" in said[0]
    assert "--wait-for-ready" in said[1]


@pytest.mark.parametrize(
    "detail", ["Name or service not known", "temporary failure in name resolution"]
)
def test_a_name_that_nobody_knows_is_about_the_network(detail):
    (hint,) = hints(Unreachable(detail), around=CONTAINED)
    assert "the name server is not known here" in hint


def test_what_is_a_loopback_address():
    assert all(
        map(is_loopback, ["localhost", "a.localhost", "127.9.9.9", "::1", "::ffff:127.0.0.1"])
    )


def test_what_is_no_loopback_address():
    assert not any(
        map(is_loopback, ["server", "10.0.0.1", "localhost.example", "127.example", "::2", ""])
    )


ROUTES = """Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT
eth0\t000012AC\t00000000\t0001\t0\t0\t0\t0000FFFF\t0\t0\t0
eth0\t00000000\t010012AC\t0003\t0\t0\t0\t00000000\t0\t0\t0
"""


def test_our_image_is_known_by_its_mark_and_the_machine_by_the_route(tmp_path):
    for path, text in (("opt/mcptest/.our-image", ""), ("proc/net/route", ROUTES)):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text(text)
    assert look_around(str(tmp_path)) == CONTAINED


@pytest.mark.parametrize("routes", ["", "Iface\n", ROUTES.replace("010012AC", "00000000")])
def test_without_a_mark_and_without_a_default_route_nothing_is_known(tmp_path, routes):
    (tmp_path / "proc/net").mkdir(parents=True)
    (tmp_path / "proc/net/route").write_text(routes)
    assert look_around(str(tmp_path)) == Surroundings(contained=False, gateway=None)
    assert look_around(str(tmp_path / "nowhere")).gateway is None


UNAUTHORISED = HttpAnswer(401, {})


@pytest.mark.parametrize(
    "reaction", [HttpStatus(UNAUTHORISED, ""), RpcError(-32001, "no", None, UNAUTHORISED)]
)
def test_who_has_sent_credentials_is_not_told_to_send_some(reaction):
    assert hints(reaction) == ["it wants credentials: --bearer-token-env VARIABLE or --header-env"]
    assert hints(reaction, headers=header_flags([], "MINE")) == [
        "it does not accept what was sent (Authorization from MINE): is the token right, and still valid?"
    ]


def test_who_has_waited_is_not_told_to_wait():
    assert len(hints(REFUSED)) == 2
    (hint,) = hints(REFUSED, waited=True)
    assert "is the server running" in hint


@pytest.mark.parametrize(
    "said", ["[SSL: WRONG_VERSION_NUMBER] wrong version number", "[SSL] record layer failure"]
)
def test_a_port_without_tls_is_named_with_the_right_scheme(said):
    reaction = Unreachable(f"TLS: {said} (_ssl.c:1006)")
    assert hints(reaction, "https://server:8080/mcp?a=b") == [
        "no TLS is spoken there: use http://server:8080/mcp?a=b"
    ]


def test_a_certificate_that_nobody_trusts_is_about_the_file():
    reaction = Unreachable("TLS: self-signed certificate")
    assert hints(reaction, "https://s/mcp") == ["name the certificates to trust with --ca-file"]


NOT_THERE = Unreachable("'npx' cannot be started: no such file or directory")


def test_a_command_in_our_image_is_about_where_commands_can_be_started():
    (hint,) = command_hints("npx -y server", NOT_THERE, CONTAINED)
    assert hint.startswith("this image holds no npx: it is for servers with a URL")
    assert "docs/ci/github.md#a-server-that-is-started-by-a-command" in hint
    assert command_hints("npx -y server", NOT_THERE) == [
        "is the command installed, and on the PATH of this job?"
    ]


@pytest.mark.parametrize(
    "command",
    [
        "cd x && python server.py",
        "A=1 python server.py",
        "python server.py 2>&1 | tee log",
        "source x",
    ],
)
def test_a_command_for_a_shell_is_told_that_none_runs_it(command):
    first, *_ = command_hints(command, Disconnected("exited with code 2"))
    assert first.startswith("no shell runs the command: write sh -c '…', or command:")


@pytest.mark.parametrize("command", ["python server.py --a=b", "sh -c 'cd x && python server.py'"])
def test_a_command_that_needs_no_shell_of_ours_is_left_alone(command):
    (hint,) = command_hints(command, Disconnected("exited with code 2"))
    assert "shell" not in hint
