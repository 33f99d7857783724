"""A sound server over HTTP that turns some requests away, by their number."""

import contextlib
import sys
from itertools import count

from conftest import FIXTURES

from mcptest_action.shell.mock.http_response import Response

sys.path.insert(0, str(FIXTURES / "servers"))


@contextlib.contextmanager
def limiting(is_away, status=429, headers=None, body=b"", **server):
    """The address; `is_away(number)` says whether the request of this number is turned away."""
    from mutable.mutations.wrappers import hooks  # noqa: PLC0415 - found once the path is set
    from mutable.over_http import serving  # noqa: PLC0415
    from mutable.server import Server  # noqa: PLC0415

    numbers = count(1)

    def look(_request, *_):
        return Response(status, headers or {}, body) if is_away(next(numbers)) else None

    with serving(Server([hooks(requests=look)], "legacy", **server)) as url:
        yield url
