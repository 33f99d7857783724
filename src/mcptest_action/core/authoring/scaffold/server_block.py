"""The server as a suite names it: secrets by the name of their variable, or not at all."""

import re
from typing import Any, assert_never

from mcptest_action.core.checks.probes import masked, masked_in
from mcptest_action.core.protocol.target import (
    AUTHORIZATION,
    Command,
    FromEnvironment,
    FromTokenEndpoint,
    Url,
    Value,
    is_bearer,
    is_granted,
)

_SECRET_FLAG = re.compile(
    r"--?[\w-]*(auth|token|secret|key|cookie|password|credential)[\w-]*(=.*)?", re.IGNORECASE
)
_PLAIN = re.compile(r"[A-Za-z][A-Za-z0-9_-]{0,39}")
UNNAMED = "server"


def name_of(server_name: object) -> str:
    """The server's own name, if it can be a key."""
    if isinstance(server_name, str) and _PLAIN.fullmatch(server_name):
        return server_name
    return UNNAMED


def server_block(target: Command | Url) -> dict[str, Any] | None:
    """The keys of the server; None if a secret is among its arguments."""
    match target:
        case Command(argv, env, cwd):
            if any(map(_is_secret, argv, (*argv[1:], ""))):
                return None
            block: dict[str, Any] = {"command": argv[0], "args": list(argv[1:])}
            block |= {"env": {name: _value(value) for name, value in env.items()}, "cwd": cwd}
        case Url(url, headers, ca_file, proxy):
            bearer = headers.get(AUTHORIZATION)
            token = bearer.variable if is_bearer(bearer) else None
            kept = {n: v for n, v in headers.items() if not is_bearer(v) and not is_granted(v)}
            block = {"url": url, "bearer_token_env": token}
            block["auth"] = _oauth(bearer) if is_granted(bearer) else None
            if masked_in(open_ := [url, proxy, block["auth"]]) != open_:
                return None
            block |= {"headers": {name: _value(value) for name, value in kept.items()}}
            block |= {"ca_file": ca_file, "proxy": proxy}
        case _:
            assert_never(target)
    return {key: value for key, value in block.items() if value}


def _oauth(granted: FromTokenEndpoint) -> dict[str, Any]:
    oauth = {
        "token_url": granted.token_url,
        "client_id": _value(granted.client_id),
        "client_secret_env": granted.client_secret.variable,
        "client_auth": str(granted.client_auth),
        **granted.parameters,
    }
    return {"oauth": oauth}


def _value(value: Value) -> Any:
    return {"env": value.variable} if isinstance(value, FromEnvironment) else value


def _is_secret(argument: str, following: str) -> bool:
    """`--token X`, `--token=X`, or what looks like a secret by itself."""
    if masked(argument) != argument:
        return True
    flag = _SECRET_FLAG.fullmatch(argument)
    return flag is not None and bool(flag[2] or (following and not following.startswith("-")))
