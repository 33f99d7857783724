"""The header of a gate's transcript: what a replay has to know besides the exchanges."""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from mcptest_action.core.checks.conformance import exam_document, exam_of_document
from mcptest_action.core.checks.run import config_document, config_of_document
from mcptest_action.core.checks.suite import Suite, SuiteFile, as_added, for_one
from mcptest_action.core.policy.load import EXTENDS
from mcptest_action.core.protocol.exchange import CLIENT_NAME
from mcptest_action.core.render import Source
from mcptest_action.core.text import InputError, unusable
from mcptest_action.core.text.timestamp import parse_timestamp
from .configs import Configs, scan_config_document, scan_config_of_document
from .judging import Given
from .ready_config import ready_config_document, ready_config_of_document

SUITES = "suites"


class RecordedArtifact(NamedTuple):
    file: str
    sha256: str


class Header(NamedTuple):
    """What the gate did, and what its verdict rested on."""

    configs: Configs
    policy: Source
    artifacts: Mapping[str, RecordedArtifact]
    """By the flag that named it."""
    now: datetime
    parents: tuple[Source, ...] = ()
    """What the policy extends."""


def header_document(configs: Configs, given: Given, files: Sequence[SuiteFile]) -> dict[str, Any]:
    """The fields in addition to those of every transcript."""
    policy, *artifacts = given.sources
    exam, scan, ready = configs.exam, configs.scan, configs.ready
    suites = [_suite_document(file) for file in files]
    extended = [_text_document(parent) for parent in given.parents]
    return {
        "run": config_document(configs.run),
        **({} if exam is None else {"conformance": exam_document(exam)}),
        **({} if scan is None else {"security": scan_config_document(scan)}),
        **({} if ready is None else {"readiness": ready_config_document(ready)}),
        "policy": {**_text_document(policy), **({EXTENDS: extended} if extended else {})},
        "artifacts": [
            {"flag": s.flag, "file": s.file, "sha256": hashlib.sha256(s.content).hexdigest()}
            for s in artifacts
        ],
        **({SUITES: suites} if suites else {}),
    }


def _text_document(source: Source) -> dict[str, Any]:
    return {"file": source.file, "text": source.content.decode()}


def _suite_document(file: SuiteFile) -> dict[str, Any]:
    suite = file.suite
    tests = {"tests": [case.name for case in suite.cases]} if file.partly else {}
    return {
        "file": suite.file,
        "text": file.text,
        "environment": dict(suite.environment),
        **tests,
        **({"added": True} if file.added else {}),
    }


def read_header(header: Mapping[str, Any], file: str) -> Header:
    """The same, read back."""
    config = config_of_document(header.get("run"), file)
    config = config._replace(suites=suites_of_header(header, file))
    now = parse_timestamp(str(header.get("now")))
    if now is None:
        raise _unreadable(file, "the header holds no usable time")
    version = str(header.get("tool")).removeprefix(f"{CLIENT_NAME} ")
    policy, *parents = _policies(header, file)
    exam = exam_of_document(header["conformance"], file) if "conformance" in header else None
    scan = None
    if "security" in header:
        scan = scan_config_of_document(header["security"], file, now=now)
    ready = ready_config_of_document(header["readiness"], file) if "readiness" in header else None
    listed = header.get("artifacts", [])
    if not isinstance(listed, list):
        raise _unreadable(file, "the header holds no list of artifacts")
    artifacts = dict(_artifact(entry, file) for entry in listed)
    configs = Configs(version, config, exam, scan, ready)
    return Header(configs, policy, artifacts, now, tuple(parents))


def _artifact(entry: Any, file: str) -> tuple[str, RecordedArtifact]:
    match entry:
        case {"flag": str(flag), "file": str(name), "sha256": str(digest)}:
            return flag, RecordedArtifact(name, digest)
        case _:
            raise _unreadable(file, "the header holds an artifact that cannot be read")


def _policies(header: Mapping[str, Any], file: str) -> list[Source]:
    """The policy, and then what it extends."""
    match header.get("policy"):
        case {"file": str(name), "text": str(text), **more}:
            policy = Source("--policy", name, text.encode())
        case _:
            raise _unreadable(file, "the header holds no policy", "was it recorded by a gate?")
    match more.get(EXTENDS, []):
        case list(entries):
            return [policy, *(_parent(entry, file) for entry in entries)]
        case _:
            raise _unreadable(file, "the header holds no list of what the policy extends")


def _parent(entry: Any, file: str) -> Source:
    match entry:
        case {"file": str(name), "text": str(text)}:
            return Source(EXTENDS, name, text.encode())
        case _:
            raise _unreadable(file, "the header holds a policy to extend that cannot be read")


def suites_of_header(header: Mapping[str, Any], file: str) -> tuple[Suite, ...]:
    """The suites of that run, as far as they were for this server."""
    entries = header.get(SUITES, [])
    match header.get("server"), entries:
        case {"name": str(server)}, list():
            return tuple(for_one(_suite(entry, file), server) for entry in entries)
        case _, []:
            return ()
        case _:
            raise _unreadable(file, "the header holds no suites that can be read")


def _suite(entry: Any, file: str) -> Suite:
    # Imported late: it reads JSON Schemas, and most gates have no suite.
    from mcptest_action.core.checks.suite.load import load_suite  # noqa: PLC0415

    match entry:
        case {"file": str(name), "text": str(text), "environment": dict(environment)}:
            suite = load_suite(text, name, {str(k): str(v) for k, v in environment.items()})
        case _:
            raise _unreadable(file, "the header holds a suite that cannot be read")
    if entry.get("added") is True:
        suite = as_added(suite)
    match entry.get("tests"):
        case None:
            return suite
        case list(names):
            return suite._replace(cases=tuple(case for case in suite.cases if case.name in names))
        case _:
            raise _unreadable(file, "the header holds a suite whose tests cannot be read")


def _unreadable(file: str, what: str, hint: str = "") -> InputError:
    return unusable(file, what, hint, 1, 1)
