"""Every check, and what rules it, in the order of the report."""

from .checks import (
    asking, auth, auth_issuers, auth_requests, auth_scopes, auth_tokens, base_answers, base_batches,
    base_cancelled, base_concurrency, base_envelope, base_ids, base_malformed, base_meta,
    base_oversized, base_schema, base_unknown, cache_hints, calls_cancelled, calls_progress,
    disc_hello, http_answers, http_arguments, http_bound, http_earlier,
    http_headers, http_media_types, http_mirrored, http_parallel, http_parameters, http_resumption,
    http_sessions, http_streams, life_capabilities, life_hello, life_progress, life_unasked,
    life_undeclared, life_utilities, meta_connections, meta_fields, meta_versions,
    mod_removed, mod_results, mrtr_capability, prompts, resources_listed, resources_read, skills,
    skills_read, stdio_lines, stdio_process, subscriptions, subscriptions_unasked, tasks_cancelled,
    tasks_compared, tasks_failed, tasks_followed, tasks_ignored, tasks_listed, tasks_messages,
    tasks_states, tasks_support, tasks_unknown, tools_called, tools_headers, tools_listed,
    tools_references, tools_unknown, ui_resources, ui_tools, utilities,
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
    resources_listed, resources_read, prompts, utilities, auth, base_cancelled, life_progress,
    life_undeclared, subscriptions_unasked, auth_tokens, auth_requests, auth_scopes, auth_issuers,
    skills, skills_read, ui_tools, ui_resources, tasks_followed, tasks_compared, tasks_ignored,
    tasks_support, tasks_listed, tasks_failed, tasks_cancelled, tasks_unknown, tasks_states,
    tasks_messages, asking, mrtr_capability, base_batches, calls_progress, calls_cancelled,
    http_bound, http_resumption, http_arguments,
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
