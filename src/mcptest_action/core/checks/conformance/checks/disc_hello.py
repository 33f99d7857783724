"""`server/discover`: what a server of the modern era says about itself."""

import re
from typing import Any

from mcptest_action.core.checks.results import (
    Ruling,
    Status,
    failed,
    not_applicable,
    not_verified,
    ruled,
)
from mcptest_action.core.protocol.exchange import (
    META_SERVER,
    Provenance,
    Reaction,
    Replied,
    Request,
    TimedOut,
)
from ..model import Examinee, Probe, Probing, Rulings, must, should, the_same
from ..raw import PATIENCE_S
from ..refusal import server_said
from ..revision import written

DISCOVERED = must("DISC-01", written(modern="server/discover#response"))(
    expects="The server answers `server/discover` with a result.",
    sends="`server/discover`",
    remedy="Serve `server/discover`: clients learn from it which revisions they can speak.",
)
VERSIONS = must("DISC-02", written(modern="server/discover#discoverresult"), basis="schema")(
    expects="The result lists the supported revisions, among them the one it was asked in.",
    sends="the same request",
    remedy="Put every supported revision into `supportedVersions`, as a list of texts.",
)
CAPABILITIES = must("DISC-03", written(modern="server/discover#discoverresult"), basis="schema")(
    expects="The result says what the server is capable of.",
    sends="the same request",
    remedy="Put `capabilities` into the result, if need be as an empty object.",
)
IDENTITY = should("DISC-04", written(modern="server/discover#discoverresult"))(
    expects="The result names the server and its version.",
    sends="the same request",
    remedy=f"Put `name` and `version` into `_meta` under `{META_SERVER}`.",
)
EXTENSIONS = must("DISC-05", written(modern="basic/versioning#extension-negotiation"))(
    expects="The name of every declared extension has a prefix, and is well formed.",
    sends="the same request",
    remedy="Name extensions as keys of `_meta` are named, such as `com.example/feature`.",
)
ABOUT_RESULT = (VERSIONS, CAPABILITIES, IDENTITY, EXTENSIONS)
_NOTHING = the_same(ABOUT_RESULT, not_verified("see DISC-01, which has the same cause"))
_LABEL = r"[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
_NAME = r"(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?"
_IDENTIFIER = re.compile(rf"{_LABEL}(?:\.{_LABEL})*/{_NAME}")


def discover(server: Examinee) -> Probing:
    reaction = yield Request("server/discover", timeout_s=PATIENCE_S)
    # Slow this time, as its hello was answered before; who hangs up would not answer later.
    if isinstance(reaction, TimedOut) and isinstance(server.answer, Replied):
        return {DISCOVERED.id: not_verified(server_said(reaction)), **_NOTHING}
    return rulings_on(reaction, server.revision)


def rulings_on(reaction: Reaction, revision: str) -> Rulings:
    """What the answer to `server/discover` says, for a client that speaks the revision."""
    if not isinstance(reaction, Replied):
        return {DISCOVERED.id: failed(server_said(reaction)), **_NOTHING}
    result = reaction.result if isinstance(reaction.result, dict) else {}
    discovered = _discovered(result)
    if discovered.status is Status.FAILED:
        return {DISCOVERED.id: discovered, **_NOTHING}
    return {
        DISCOVERED.id: discovered,
        VERSIONS.id: _versions(revision, result.get("supportedVersions")),
        CAPABILITIES.id: _capabilities(result.get("capabilities")),
        IDENTITY.id: _identity(result.get("_meta")),
        EXTENSIONS.id: _extensions(result.get("capabilities")),
    }


def _discovered(result: dict[str, Any]) -> Ruling:
    says = [name for name in ("supportedVersions", "capabilities") if name in result]
    bad = "the result says nothing about the server"
    return ruled(bool(says), f"the result has {' and '.join(says)}", bad)


def _versions(revision: str, listed: Any) -> Ruling:
    if not isinstance(listed, list) or not all(isinstance(version, str) for version in listed):
        return failed(f"`supportedVersions` is not a list of texts: {listed!r:.100}")
    names = ", ".join(listed) or "nothing"
    return ruled(revision in listed, f"it lists {names}", f"it lists only {names}")


def _capabilities(declared: Any) -> Ruling:
    bad = f"`capabilities` is not an object: {declared!r:.100}"
    return ruled(isinstance(declared, dict), "the capabilities are an object", bad)


def _identity(meta: Any) -> Ruling:
    info = meta.get(META_SERVER) if isinstance(meta, dict) else None
    named = isinstance(info, dict) and all(
        isinstance(info.get(key), str) for key in ("name", "version")
    )
    bad = f"`_meta` has no `{META_SERVER}` with a name and a version"
    return ruled(named, "the server names itself and its version", bad)


def _extensions(declared: Any) -> Ruling:
    extensions = declared.get("extensions") if isinstance(declared, dict) else None
    if not extensions:
        return not_applicable("the server declares no extension")
    names = list(extensions) if isinstance(extensions, dict) else [repr(extensions)]
    bad = [name for name in names if not _IDENTIFIER.fullmatch(name)]
    good = f"the names are well formed: {', '.join(names)}"
    return ruled(not bad, good, f"not a name with a prefix: {', '.join(bad)}")


PROBES = (Probe("discover", (DISCOVERED, *ABOUT_RESULT), discover, sends=Provenance.SOUND),)
