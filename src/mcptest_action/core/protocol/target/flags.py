"""The target flags to a server."""

import re
import shlex
from collections.abc import Mapping, Sequence

from mcptest_action.core.text import flag, unusable
from .model import Command, FromEnvironment, Server, Url, Value
from .names import (
    AUTHORIZATION,
    VARIABLE_HINT,
    is_header_name,
    is_variable,
    program_name,
    spelt_before,
)
from .server_address import check_url

_HOST = re.compile(r"([A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\])(:[0-9]{1,5})?")


def command_server(text: str) -> Server:
    """The server of `--server-command`, split as a shell would, but run without one."""
    try:
        argv = tuple(shlex.split(text))
    except ValueError as error:
        raise unusable(flag("server-command"), f"cannot be split into words: {error}") from None
    if not argv:
        raise unusable(flag("server-command"), "it is empty", 'for example "python server.py"')
    name = program_name(argv[0])
    if not name:
        what = f"'{argv[0]}' is not the name of a program"
        raise unusable(flag("server-command"), what, 'for example "python server.py"')
    return Server(name, Command(argv, {}, None))


def url_server(
    text: str, headers: Mapping[str, Value], ca_file: str | None, proxy: str | None
) -> Server:
    url = check_url(text, flag("server-url"))
    return Server(url, with_flags(Url(url, {}, None, None), headers, ca_file, proxy))


def with_flags(
    target: Url, headers: Mapping[str, Value], ca_file: str | None, proxy: str | None
) -> Url:
    """The target, changed by the flags: a header replaces its other spellings."""
    given = {name.lower() for name in headers}
    kept = {name: value for name, value in target.headers.items() if name.lower() not in given}
    return Url(
        target.url,
        {**kept, **headers},
        target.ca_file if ca_file is None else ca_file,
        target.proxy if proxy is None else check_url(proxy, flag("proxy")),
    )


def header_flags(
    pairs: Sequence[str], bearer: str | None, host: str | None = None
) -> dict[str, Value]:
    """`NAME=VARIABLE` of `--header-env`, the variable of `--bearer-token-env`, `--host-header`."""
    headers: dict[str, Value] = {}
    seen: dict[str, str] = {}
    for pair in pairs:
        name, equals, variable = pair.partition("=")
        if not equals or not is_header_name(name) or not is_variable(variable):
            # We don't show it: it may hold the secret itself.
            hint = "for example Authorization=MY_TOKEN; the value is read from the environment"
            raise unusable(flag("header-env"), "a value is not NAME=VARIABLE", hint)
        if spelt_before(name, seen) is not None:
            raise unusable(
                flag("header-env"), f"the header {name} is given twice", "keep one of them"
            )
        headers[name] = FromEnvironment(variable)
    if bearer is not None:
        if not is_variable(bearer):
            what = "the value is not the name of an environment variable"
            raise unusable(flag("bearer-token-env"), what, VARIABLE_HINT)
        if spelt_before(AUTHORIZATION, seen) is not None:
            what = f"{flag('header-env')} gives the header {AUTHORIZATION} already"
            raise unusable(flag("bearer-token-env"), what, "keep one of them")
        headers[AUTHORIZATION] = FromEnvironment(bearer, prefix="Bearer ")
    if host is not None:
        if _HOST.fullmatch(host) is None:
            raise unusable(
                flag("host-header"), f"'{host}' is not a host", "for example localhost:8080"
            )
        if spelt_before("Host", seen) is not None:
            raise unusable(
                flag("host-header"), f"{flag('header-env')} gives the header Host already"
            )
        headers["Host"] = host
    return headers
