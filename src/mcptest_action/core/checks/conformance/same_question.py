"""Checks of the official conformance suite, and the checks here that ask a server the same.

Only where the answers have to agree. What the suite asks of tools made for it has no row here, nor
has a check of ours that asks for more than its check does.
"""

from collections.abc import Mapping
from typing import NamedTuple


class SameQuestion(NamedTuple):
    theirs: tuple[str, ...]
    """Ids of the suite. Together they ask what ours ask together."""
    ours: tuple[str, ...]
    either: bool = False
    """Whether a server meets theirs as soon as it meets one of ours."""
    or_in: tuple[str, ...] = ()
    """Others of ours that may have found what fails theirs: here, one fault fails one check."""


def _one(theirs: str, *ours: str, or_in: tuple[str, ...] = ()) -> SameQuestion:
    return SameQuestion((theirs,), ours, or_in=or_in)


# A client of theirs gives up at a hello that is not valid, and at a request from the server; then
# it fails whatever it was to look at.
_STOPS = (
    "LIFE-01", "LIFE-02", "DISC-01", "DISC-02", "DISC-03", "BASE-01", "BASE-02", "BASE-08",
    "MOD-07",
)  # fmt: skip
# What has a shape in the schema, and a check of its own.
_SHAPES = (
    "BASE-03", "LIFE-01", "DISC-01", "DISC-02", "DISC-03", "META-05", "MOD-01", "MOD-04",
    "CACHE-01", "CACHE-02", "CACHE-03", "SUB-02", "SUB-03", "TOOLS-01", "TOOLS-03", "TOOLS-14",
    "RSRC-01", "RSRC-02", "RSRC-03", "PRMT-01", "PRMT-02", "PRMT-06", "COMP-01", "PAGE-01",
)  # fmt: skip


# Without `initialize`: a server of both eras may answer that in the old way, which fails theirs.
_REMOVED = ("ping", "logging-setlevel", "resources-subscribe", "resources-unsubscribe")
_KEPT = (
    "tools-list", "prompts-list", "resources-list", "resources-templates-list", "resources-read",
)  # fmt: skip
_META = ("missing-meta", "missing-protocol-version", "missing-client-capabilities")
_ENTRY = (
    "entry-uri-required", "entry-frontmatter-required", "entry-resources-required",
    "entry-uri-matches-frontmatter-name", "name-naming-rules",
)  # fmt: skip
_MANIFEST = ("complete", "uri-within-skill", "digest-format", "size-required")
_FOLDER = ("method-registered", "result-resources-shape", "subdir-mimetype")

SAME_QUESTIONS = (
    _one("wire-schema-valid", "BASE-01", "BASE-08", or_in=_SHAPES),
    _one("server-initialize", "LIFE-01"),
    _one("ping", "LIFE-06", or_in=_STOPS),
    _one("logging-set-level", "LOGG-01", or_in=_STOPS),
    _one("tools-list", "TOOLS-01", or_in=_STOPS),
    _one("tools-name-format", "TOOLS-04", or_in=_STOPS),
    _one("tools-list-deterministic-order", "TOOLS-06", or_in=_STOPS),
    _one("resources-list", "RSRC-01", or_in=_STOPS),
    _one("sep-2164-error-code", "RSRC-05"),
    _one("sep-2164-no-empty-contents", "RSRC-07"),
    _one("prompts-list", "PRMT-01", or_in=_STOPS),
    _one("server-session-id-visible-ascii", "HTTP-09"),
    _one("server-session-initialized-accepted", "HTTP-02"),
    _one("server-session-terminated-returns-404", "HTTP-13"),
    _one("server-accepts-multiple-post-streams", "HTTP-18"),
    # One request with a foreign Host and a foreign Origin: to refuse either is enough for them.
    SameQuestion(
        ("localhost-host-rebinding-rejected",), ("HTTP-04", "HTTP-05", "HTTP-06"), either=True
    ),
    _one("sep-2575-server-implements-discover", "DISC-01"),
    SameQuestion(
        (*(f"sep-2575-request-meta-invalid-{part}" for part in _META),
         "sep-2575-http-server-meta-invalid-400"),
        ("META-01", "META-02", "META-03"),
        or_in=_STOPS,
    ),
    _one("sep-2575-request-meta-client-info-optional", "META-04", or_in=_STOPS),
    SameQuestion(
        ("sep-2575-server-unsupported-version-error",
         "sep-2575-http-server-unsupported-version-400"),
        ("META-05",),
        or_in=_STOPS,
    ),
    _one("sep-2575-http-server-header-mismatch-400", "HHDR-01"),
    _one("sep-2575-http-server-method-not-found-404", "HHDR-12"),
    SameQuestion(
        tuple(f"sep-2575-http-server-method-not-found-404-{method}" for method in _REMOVED),
        ("MOD-05",),
    ),
    _one("sep-2575-server-no-log-without-loglevel", "META-11"),
    _one("sep-2575-http-server-no-independent-requests-on-stream", "MOD-07"),
    _one("sep-2575-server-sends-subscription-ack", "SUB-02"),
    _one("sep-2575-server-tags-subscription-id", "SUB-03"),
    _one("sep-2575-server-honors-notification-filter", "SUB-04"),
    _one("sep-2322-not-on-unsupported-requests", "MOD-03"),
    SameQuestion(
        tuple(f"sep-2549-{each}-caching-hints" for each in _KEPT), ("CACHE-01",), or_in=_STOPS
    ),
    _one("sep-2549-ttl-non-negative", "CACHE-02"),
    _one("sep-2549-cache-scope-valid", "CACHE-03"),
    SameQuestion(
        ("sep-2243-server-reject-invalid-headers", "sep-2243-server-reject-error-code"),
        ("HHDR-03", "HHDR-04", "HHDR-05", "HHDR-07", "HHDR-08"),
    ),
    _one("sep-2243-header-name-case-insensitive", "HHDR-06"),
    _one("sep-2640-capability-requires-resources", "SKILL-01", or_in=("LIFE-11",)),
    _one("sep-2640-skills-list-implemented", "SKILL-02"),
    SameQuestion(
        ("sep-2640-skills-list-cache-attributes", "sep-2640-skills-get-cache-attributes"),
        ("SKILL-03",),
    ),
    SameQuestion(tuple(f"sep-2640-{part}" for part in _ENTRY), ("SKILL-04",)),
    SameQuestion(tuple(f"sep-2640-resources-{part}" for part in _MANIFEST), ("SKILL-05",)),
    SameQuestion(
        ("sep-2640-skills-get-implemented", "sep-2640-skills-get-entry-shape"), ("SKILL-06",),
        or_in=("SKILL-04", "SKILL-05"),
    ),
    _one("sep-2640-skills-get-unknown-uri-invalid-params", "SKILL-07", or_in=("SKILL-06",)),
    SameQuestion(
        ("sep-2640-skillmd-frontmatter", "sep-2640-entry-frontmatter-identical"), ("SKILL-09",)
    ),
    SameQuestion(tuple(f"sep-2640-directory-read-{part}" for part in _FOLDER), ("SKILL-10",)),
    _one("sep-2640-directory-read-invalid-params", "SKILL-11", or_in=("SKILL-10",)),
    SameQuestion(
        ("sep-2640-limit-resources-per-skill", "sep-2640-limit-total-size"), ("SKILL-12",)
    ),
    _one("sep-2640-names-should-be-unique", "SKILL-13"),
)  # fmt: skip
ASKED_BY: Mapping[str, tuple[str, ...]] = {
    check: question.ours for question in SAME_QUESTIONS for check in question.theirs
}
