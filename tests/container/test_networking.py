"""What users get wrong about containers, and what they are told."""

import pytest
from container.engine import mounted

pytestmark = pytest.mark.container


def gate(net, url, *words):
    return net.run("--", "gate", "--server-url", url, *words)


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1", "[::1]"])
def test_localhost_is_our_own_container_and_there_are_three_ways_out(net, host):
    done = gate(net, f"http://{host}:8080/mcp")
    assert (done.code, done.out) == (3, "")
    assert "is the container that mcptest-action runs in" in done.err
    for fix in ("1. the server is a service container", "2. it runs on the machine", "3. run mcpt"):
        assert fix in done.err


def test_a_server_that_listens_on_loopback_only_is_out_of_reach(net):
    words = ("mock", "--preset", "demo", "--http", "8080")
    with net.serving("shy", "--", *words):
        done = gate(net, "http://shy:8080/mcp")
    assert (done.code, done.out) == (3, "")
    assert "connection refused" in done.err
    assert "have it listen on 0.0.0.0" in done.err


def test_a_name_that_the_network_does_not_know(net):
    impatient = ("--dns-opt=timeout:1", "--dns-opt=attempts:1")
    done = net.run(*impatient, "--", "gate", "--server-url", "http://nobody:8080/mcp")
    assert (done.code, done.out) == (3, "")
    assert "the name nobody is not known here" in done.err


def test_a_service_that_starts_late_is_waited_for(net, workspace):
    late = ("--entrypoint", "sh")
    script = "sleep 8; exec mcptest mock --preset demo --http 8080 --host 0.0.0.0"
    with net.serving("late", *late, "--", "-c", script):
        variables = {"MCPTEST_SERVER_URL": "http://late:8080/mcp", "MCPTEST_ONLY": "wrong_type"}
        impatient = net.run(*mounted(workspace), env=variables)
        patient = net.run(*mounted(workspace), env={**variables, "MCPTEST_WAIT_FOR_READY": "60s"})
    assert (impatient.code, patient.code) == (3, 0), impatient.err + patient.err
    assert "not ready yet" in patient.err
