"""The text of a suite to a `Suite`, or every problem with it at once."""

from mcptest_action.core.checks.results import Case, CaseKind, slug_of
from mcptest_action.core.document import Node, Problems, Record, Scalar, items_of
from mcptest_action.core.document.yaml_text import read_yaml
from mcptest_action.core.protocol.target import Server, servers_of
from mcptest_action.core.text import did_you_mean, unusable
from .load_case import Fillers, load_case
from .model import Suite
from .variables import Environment, Filler, load_variables

VERSION = "1.0"
KEYS = ("version", "servers", "variables", *CaseKind)


def load_suite(text: str, file: str, environment: Environment | None) -> Suite:
    """The suite. Without an environment, checks only its form."""
    root = read_yaml(text, file)
    if isinstance(root, Scalar):
        what = f"a suite is a mapping with {', '.join(CaseKind)}"
        raise unusable(file, what, "see docs/suites.md", root.start.line, root.start.column)
    problems = Problems(file)
    record = Record(problems, root, "the suite", KEYS)
    _check_version(problems, record)
    servers = servers_of(problems, record.fields.get("servers"))
    variables = load_variables(problems, record.fields.get("variables"), environment)
    known = variables.by_name
    fillers = Fillers(
        Filler(problems, {name: one.value for name, one in known.items()}),
        Filler(problems, {name: one.in_answers for name, one in known.items()}),
    )
    cases = _cases(problems, record, servers, fillers)
    problems.raise_any()
    secrets = {str(one.value): one.secret for one in known.values() if one.secret is not None}
    return Suite(file, servers, cases, secrets, variables.environment)


def _check_version(problems: Problems, record: Record) -> None:
    field = record.fields.get("version")
    if field is None:
        return
    if not isinstance(field.value, Scalar) or field.value.value != VERSION:
        what = f"version is not the text '{VERSION}'"
        problems.add(field.value, what, f'write version: "{VERSION}", or leave it out')


def _cases(
    problems: Problems, record: Record, servers: tuple[Server, ...], fillers: Fillers
) -> tuple[Case, ...]:
    loaded: list[tuple[Node, Case]] = []
    for kind in CaseKind:
        nodes = items_of(problems, record.fields.get(kind), str(kind))
        loaded += [
            (node, load_case(problems, node, kind, number, fillers))
            for number, node in enumerate(nodes)
        ]
    if not loaded and not problems.found:
        hint = f"add {' or '.join(CaseKind)}; a suite without tests tests nothing"
        problems.add(record.node, "there are no tests", hint)
    loaded.sort(key=lambda pair: pair[1].line)
    _check_names(problems, loaded)
    return tuple(_with_server(problems, node, case, servers) for node, case in loaded)


def _check_names(problems: Problems, loaded: list[tuple[Node, Case]]) -> None:
    """Policies name a test by the slug of its name, so two of them may not share one."""
    first: dict[str, Case] = {}
    for node, case in loaded:
        earlier = first.setdefault(slug_of(case.name) or case.name, case)
        if not case.name or earlier is case:
            continue
        if earlier.name == case.name:
            what = f"the test '{case.name}' appears twice"
            problems.add(node, what, f"first on line {earlier.line}; names must be unique")
        else:
            what = f"the test '{case.name}' has the same slug as '{earlier.name}'"
            hint = f"line {earlier.line}; both are suite.test.{slug_of(case.name)}: rename one"
            problems.add(node, what, hint)


def _with_server(problems: Problems, node: Node, case: Case, servers: tuple[Server, ...]) -> Case:
    """The test with the name of its server: the one it names, or the only one."""
    known = [server.name for server in servers]
    if not known or case.server in known:
        return case
    if not case.server:
        if len(known) > 1:
            what = f"the test '{case.name}' names none of the {len(known)} servers"
            problems.add(node, what, f"add server: {'|'.join(known)}")
        return case._replace(server=known[0])
    hint = did_you_mean(case.server, known) or f"known: {', '.join(known)}"
    problems.add(node, f"the test '{case.name}' names an unknown server '{case.server}'", hint)
    return case
