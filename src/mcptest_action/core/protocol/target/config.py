"""The `servers:` part of `mcptest.yml`."""

from mcptest_action.core.document import Field, Fields, Problems, Record, items_of
from mcptest_action.core.text import did_you_mean, flag, unusable
from .config_oauth import with_token
from .config_values import address_in, env_of, headers_of, is_word
from .model import Command, Server, Target, Url
from .names import can_be_passed, program_name

COMMAND_KEYS = ("command", "args", "env", "cwd")
URL_KEYS = ("url", "headers", "bearer_token_env", "auth", "ca_file", "proxy")


def servers_of(problems: Problems, field: Field | None) -> tuple[Server, ...]:
    """The servers, in the order of the file."""
    if field is None:
        return ()
    if not isinstance(field.value, Fields) or not field.value.fields:
        problems.add(field, "there are no servers", "add servers: {NAME: …}")
        return ()
    return tuple(_server(problems, entry) for entry in field.value.fields)


def choose(servers: tuple[Server, ...], name: str | None, file: str) -> Server:
    """The one server, or the one that was named."""
    known = [server.name for server in servers]
    if not known:
        raise unusable(file, "there are no servers", "add servers: {NAME: …}")
    if name is None:
        if len(servers) == 1:
            return servers[0]
        raise unusable(
            file, f"there are {len(servers)} servers", f"add {flag('server', '|'.join(known))}"
        )
    if name not in known:
        hint = did_you_mean(name, known) or f"known: {', '.join(known)}"
        raise unusable(file, f"there is no server '{name}'", hint)
    return servers[known.index(name)]


def _server(problems: Problems, entry: Field) -> Server:
    label = f"servers.{entry.name.text}"
    record = Record(problems, entry.value, label, (*COMMAND_KEYS, *URL_KEYS))
    ways = [key for key in ("command", "url") if key in record.fields]
    if len(ways) != 1 and isinstance(entry.value, Fields):
        problems.add(entry, f"{label} needs exactly one of command and url")
    allowed = COMMAND_KEYS if "command" in ways else URL_KEYS
    for name, field in record.fields.items():
        if ways and len(ways) == 1 and name not in allowed and name in COMMAND_KEYS + URL_KEYS:
            problems.add(field, f"{label}: {name} does not go with {ways[0]}")
    target = _command(problems, record) if "command" in ways else _url(problems, record)
    return Server(entry.name.text, target)


def _command(problems: Problems, record: Record) -> Target:
    command = _passed(problems, record, "command", record.text("command"))
    if command and not program_name(command):
        what = f"{record.label}: command '{command}' is not the name of a program"
        problems.add(record.fields["command"].value, what, "for example python")
    label = f"{record.label}: an argument"
    items = items_of(problems, record.fields.get("args"), f"{record.label}: args")
    args = [item.text for item in items if is_word(item, problems, label)]
    cwd = _passed(problems, record, "cwd", record.optional_text("cwd"))
    return Command((command, *args), env_of(problems, record), cwd or None)


def _url(problems: Problems, record: Record) -> Target:
    url = record.text("url") if "url" in record.fields else ""
    ca_file = _passed(problems, record, "ca_file", record.optional_text("ca_file"))
    return Url(
        address_in(record, "url", url),
        with_token(record, headers_of(problems, record)),
        ca_file or None,
        address_in(record, "proxy", record.optional_text("proxy")) or None,
    )


def _passed(problems: Problems, record: Record, key: str, text: str) -> str:
    """The text for the operating system, which would end it at a NUL character."""
    if not can_be_passed(text):
        what = f"{record.label}: {key} holds a NUL character"
        problems.add(record.fields[key].value, what, "no program and no file has one")
    return text
