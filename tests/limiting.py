"""A sound server over HTTP that turns some requests away, by their number or their path."""

import contextlib
import sys
from itertools import count

from conftest import FIXTURES

from mcptest_action.shell.mock.http_response import Response

sys.path.insert(0, str(FIXTURES / "servers"))


@contextlib.contextmanager
def looking(look, **server):
    """The address of a server for which `look(request)` may answer."""
    from mutable.mutations.wrappers import hooks  # noqa: PLC0415 - found once the path is set
    from mutable.over_http import serving  # noqa: PLC0415
    from mutable.server import Server  # noqa: PLC0415

    hooked = hooks(requests=lambda request, *_: look(request))
    with serving(Server([hooked], "legacy", **server)) as url:
        yield url


@contextlib.contextmanager
def limiting(is_away, status=429, headers=None, body=b"", **server):
    """The address; `is_away(number)` says whether the request of this number is turned away."""
    numbers = count(1)

    def look(_request):
        return Response(status, headers or {}, body) if is_away(next(numbers)) else None

    with looking(look, **server) as url:
        yield url


@contextlib.contextmanager
def redirecting():
    """The address from which requests are sent on to the endpoint, and the paths that were asked."""
    asked = []

    def look(request):
        asked.append(request.path)
        return Response(307, {"Location": "/mcp"}) if request.path == "/elsewhere" else None

    with looking(look) as url:
        yield url.replace("/mcp", "/elsewhere"), asked
