"""Which server to talk to, how, and what its address says about it."""

from .config import choose, servers_of
from .flags import command_server, header_flags, url_server, with_flags
from .model import (
    Command, FromEnvironment, FromTokenEndpoint, Server, Target, Url, Value, describe, is_bearer,
    is_granted, variables_of,
)  # fmt: skip
from .names import (
    AUTHORIZATION, VARIABLE_HINT, can_be_passed, holds_secret, is_variable, may_be_secret,
)  # fmt: skip
from .token_grant import Credentials, NoToken, Token, token_in
from .server_address import Address, Transport, address_of, is_loopback

__all__ = [
    "AUTHORIZATION", "VARIABLE_HINT", "Address", "Command", "Credentials", "FromEnvironment",
    "FromTokenEndpoint", "NoToken", "Server", "Target", "Token", "Transport", "Url", "Value",
    "address_of", "can_be_passed", "choose", "command_server", "describe", "header_flags",
    "holds_secret", "is_bearer", "is_granted", "is_loopback", "is_variable", "may_be_secret",
    "servers_of", "token_in", "url_server", "variables_of", "with_flags",
]  # fmt: skip
