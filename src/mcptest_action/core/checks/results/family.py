"""The families of faults that checks look for. The order is that of the report."""

from enum import StrEnum


class Family(StrEnum):
    PROTOCOL = "protocol"
    TOOL = "tool"
    SCHEMA = "schema"
    STATE = "state"
    PROVIDER = "provider"
    SECURITY = "security"
    TIMEOUT = "timeout"
    CONFIGURATION = "configuration"
