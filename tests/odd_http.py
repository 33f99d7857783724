"""A sound server over HTTP, as far as it is not told to be odd in one way."""

import json
import sys

from conftest import FIXTURES

from mcptest_action.shell.mock.http_response import Response

sys.path.insert(0, str(FIXTURES / "servers"))

SCHEMA = {"type": "object", "properties": {"id": {"type": "string"}}, "required": ["id"]}
TOOL = {"name": "get_x", "inputSchema": SCHEMA, "annotations": {"readOnlyHint": True}}
ACCEPTED = 202


def serving_odd(odd):
    """The address of a server; `odd(request, method, content)` gives status, content, headers."""
    from mutable.mutations.wrappers import failing, hooks  # noqa: PLC0415 - found once the path is set
    from mutable.over_http import serving  # noqa: PLC0415
    from mutable.server import Server  # noqa: PLC0415

    def rewrite(answer, request, _):
        if request.method != "POST" or answer.status == ACCEPTED:
            return answer
        status, content, headers = odd(request, json.loads(request.body)["method"], answer.body)
        return Response(status, {**answer.headers, **headers}, content)

    breaks = [failing("tools/call", -32602, "bad"), hooks(responses=rewrite)]
    return serving(Server(breaks, "legacy", stateless=True, tools=[TOOL]))
