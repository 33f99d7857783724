"""The target flags to a server."""

import re
import shlex
from collections.abc import Mapping, Sequence

from mcptest_action.core.errors import unusable
from mcptest_action.core.target.address import check_url
from mcptest_action.core.target.model import Command, FromEnvironment, Server, Url

_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VARIABLE = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def command_server(text: str) -> Server:
    """The server of `--server-command`, split as a shell would, but run without one."""
    try:
        argv = tuple(shlex.split(text))
    except ValueError as error:
        raise unusable("--server-command", f"cannot be split into words: {error}") from None
    if not argv:
        raise unusable("--server-command", "it is empty", 'for example "python server.py"')
    return Server(argv[0].rpartition("/")[2], Command(argv, {}, None))


def url_server(
    text: str, headers: Mapping[str, FromEnvironment], ca_file: str | None, proxy: str | None
) -> Server:
    url = check_url(text, "--server-url")
    if proxy is not None:
        check_url(proxy, "--proxy")
    return Server(url, Url(url, headers, ca_file, proxy))


def header_flags(pairs: Sequence[str], bearer: str | None) -> dict[str, FromEnvironment]:
    """`NAME=VARIABLE` of `--header-env`, and the variable of `--bearer-token-env`."""
    headers: dict[str, FromEnvironment] = {}
    for pair in pairs:
        name, equals, variable = pair.partition("=")
        if not equals or not _HEADER_NAME.fullmatch(name) or not _VARIABLE.fullmatch(variable):
            hint = "for example Authorization=MY_TOKEN; the value is read from the environment"
            raise unusable("--header-env", f"'{pair}' is not NAME=VARIABLE", hint)
        headers[name] = FromEnvironment(variable)
    if bearer is not None:
        if not _VARIABLE.fullmatch(bearer):
            what = f"'{bearer}' is not the name of an environment variable"
            raise unusable("--bearer-token-env", what)
        headers["Authorization"] = FromEnvironment(bearer, prefix="Bearer ")
    return headers
