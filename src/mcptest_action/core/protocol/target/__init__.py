"""Which server to talk to, how, and what its address says about it."""

from .config import choose, servers_of
from .flags import command_server, header_flags, url_server, with_flags
from .model import Command, FromEnvironment, Server, Target, Url, Value, describe
from .names import (
    AUTHORIZATION, VARIABLE_HINT, can_be_passed, holds_secret, is_variable, may_be_secret,
)  # fmt: skip
from .server_address import Address, Transport, address_of

__all__ = [
    "AUTHORIZATION", "VARIABLE_HINT", "Address", "Command", "FromEnvironment", "Server", "Target",
    "Transport", "Url", "Value", "address_of", "can_be_passed", "choose", "command_server",
    "describe", "header_flags", "holds_secret", "is_variable", "may_be_secret", "servers_of",
    "url_server", "with_flags",
]  # fmt: skip
