"""A flag in a message is called what whoever reads it has called it."""

import pytest

from mcptest_action.commands.inputs import gate_flags
from mcptest_action.core.render.flags_as_given import flags_as_given


@pytest.mark.parametrize(
    ("text", "on_github", "elsewhere"),
    [
        ("give it time with --wait-for-ready 60s", "give it time with wait-for-ready: 60s",
         "give it time with MCPTEST_WAIT_FOR_READY=60s"),
        ("add --server-command or --server-url", "add the input server-command or the input server-url",
         "add MCPTEST_SERVER_COMMAND or MCPTEST_SERVER_URL"),
        ("--policy-ref base", "policy-ref: base", "MCPTEST_POLICY_REF=base"),
        ("drop --deep-scan.", "drop deep-scan: true.", "drop MCPTEST_DEEP_SCAN=true."),
        ("--no-report-only wins", "report-only: false wins", "MCPTEST_REPORT_ONLY=false wins"),
        ("send --host-header localhost:8080.", "send host-header: localhost:8080.",
         "send MCPTEST_HOST_HEADER=localhost:8080."),
        ("--bearer-token-env VARIABLE or --header-env", "bearer-token-env: VARIABLE or the input header-env",
         "MCPTEST_BEARER_TOKEN_ENV=VARIABLE or MCPTEST_HEADER_ENV"),
        ("use --header-env Authorization=VARIABLE", "use header-env: Authorization=VARIABLE",
         "use MCPTEST_HEADER_ENV=Authorization=VARIABLE"),
        ("docker run --network host --user 1:1", "docker run --network host --user 1:1",
         "docker run --network host --user 1:1"),
        ("longer than --max-time (5 s)", "longer than the input max-time (5 s)", "longer than MCPTEST_MAX_TIME (5 s)"),
        ("a--timeout 5s b", "a--timeout 5s b", "a--timeout 5s b"),
    ],
)  # fmt: skip
def test_a_flag_is_an_input_or_a_variable(text, on_github, elsewhere):
    assert flags_as_given(text, gate_flags(), on_github=True) == on_github
    assert flags_as_given(text, gate_flags(), on_github=False) == elsewhere
