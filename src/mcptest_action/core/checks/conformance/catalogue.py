"""Every check, and what rules it. The order is that of the report."""

from .checks import (
    auth_discovery,
    auth_tokens,
    base_answers,
    base_batch,
    base_codes,
    base_concurrency,
    base_encoding,
    base_envelope,
    base_ids,
    base_malformed,
    base_meta,
    base_notifications,
    base_oversized,
    base_requests,
    base_schema,
    cache_hints,
    completion,
    disc_hello,
    http_answers,
    http_earlier,
    http_listening,
    http_media_types,
    http_mirrored,
    http_names,
    http_parallel,
    http_parameters,
    http_rebinding,
    http_scheme,
    http_sessions,
    http_streams,
    http_versions,
    life_before_hello,
    life_cancellation,
    life_capabilities,
    life_ping,
    life_progress,
    life_unasked,
    logging,
    meta_connections,
    meta_fields,
    meta_logging,
    meta_versions,
    mod_removed,
    mod_results,
    mod_unasked,
    pagination,
    prompts,
    prompts_got,
    resources_listed,
    resources_read,
    resources_subscribed,
    stdio_exit,
    stdio_lines,
    stdio_output,
    stdio_start,
    stdio_unicode,
    subscriptions,
    tools_arguments,
    tools_headers,
    tools_listed,
    tools_order,
    tools_references,
    tools_results,
    tools_unknown,
)
from .checks.era import SPEAKS
from .model import Check, Probe, Review

# Listed, not discovered: the order is that of the report, and of the probes on a connection.
FAMILIES = (
    base_envelope, base_ids, base_answers, base_notifications, base_requests, base_schema,
    base_concurrency, base_meta, base_malformed, base_batch, base_encoding, base_codes,
    base_oversized, life_before_hello, life_ping, life_capabilities, life_unasked,
    life_cancellation, life_progress, disc_hello, meta_fields, meta_versions, meta_connections,
    meta_logging, mod_results, mod_removed, mod_unasked, cache_hints, subscriptions, stdio_output,
    stdio_exit, stdio_lines, stdio_unicode, stdio_start, http_answers, http_listening,
    http_rebinding, http_versions, http_sessions, http_streams, http_parallel, http_media_types,
    http_scheme, http_mirrored, http_names, http_parameters, http_earlier, tools_listed,
    tools_order, tools_unknown, tools_arguments, tools_results, tools_headers, tools_references,
    resources_listed, resources_read, resources_subscribed, prompts, prompts_got, completion,
    logging, pagination, auth_discovery, auth_tokens,
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
