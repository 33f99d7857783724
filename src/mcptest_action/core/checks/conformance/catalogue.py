"""Every check, and what rules it, in the order of the report."""

from .checks import (
    auth, base_answers, base_concurrency, base_envelope, base_ids, base_malformed, base_meta,
    base_oversized, base_schema, base_unknown, cache_hints, disc_hello, http_answers,
    http_earlier, http_headers, http_media_types, http_mirrored, http_parallel, http_parameters,
    http_sessions, http_streams, life_capabilities, life_hello, life_unasked, life_utilities,
    meta_connections, meta_fields, meta_versions, mod_removed, mod_results, prompts,
    resources_listed, resources_read, stdio_lines, stdio_process, subscriptions, tools_called,
    tools_headers, tools_listed, tools_references, tools_unknown, utilities,
)  # fmt: skip
from .meet import SPEAKS
from .model import Check, Probe, Review

# Listed, not discovered: this is the order of the report, and of the probes on a connection.
FAMILIES = (
    base_envelope, base_ids, base_answers, base_unknown, base_schema, base_concurrency, base_meta,
    base_malformed, base_oversized, life_hello, life_capabilities, life_utilities, disc_hello,
    meta_fields, meta_versions, meta_connections, life_unasked, mod_results, mod_removed,
    cache_hints, subscriptions, stdio_process, stdio_lines, http_answers, http_headers,
    http_sessions, http_streams, http_parallel, http_media_types, http_mirrored, http_parameters,
    http_earlier, tools_listed, tools_unknown, tools_called, tools_headers, tools_references,
    resources_listed, resources_read, prompts, utilities, auth,
)  # fmt: skip
PROBES: tuple[Probe, ...] = tuple(
    probe for family in FAMILIES for probe in getattr(family, "PROBES", ())
)
REVIEWS: tuple[Review, ...] = tuple(
    review for family in FAMILIES for review in getattr(family, "REVIEWS", ())
)
SOURCES: tuple[Probe | Review, ...] = (*PROBES, *REVIEWS)
CHECKS: tuple[Check, ...] = (
    SPEAKS,
    *sorted(check for source in SOURCES for check in source.checks),
)
