"""Which tests are to be run: by name and by tag."""

from collections.abc import Sequence

from mcptest_action.core.checks.results import Case
from mcptest_action.core.text import did_you_mean, unusable
from .model import Suite, case_id


def select(
    suites: Sequence[Suite], filters: Sequence[str], tags: Sequence[str], skip_tags: Sequence[str]
) -> tuple[Suite, ...]:
    """The suites with the tests that are wanted; what would silently select nothing is an error."""
    known = sorted({tag for suite in suites for case in suite.cases for tag in case.tags})
    for flag, named in (("--tag", tags), ("--skip-tag", skip_tags)):
        for tag in named:
            if tag not in known:
                hint = did_you_mean(tag, known) or f"known: {', '.join(known) or 'none'}"
                raise unusable(flag, f"no test has the tag '{tag}'", hint)
    for text in filters:
        if not any(_is_named(suite, case, text) for suite in suites for case in suite.cases):
            raise unusable("--filter", f"no test has '{text}' in its name", "see --list")
    chosen = tuple(
        suite._replace(
            cases=tuple(
                case
                for case in suite.cases
                if (not filters or any(_is_named(suite, case, text) for text in filters))
                and (not tags or set(tags) & set(case.tags))
                and not set(skip_tags) & set(case.tags)
            )
        )
        for suite in suites
    )
    if not any(suite.cases for suite in chosen):
        what = "no test is left by --filter, --tag and --skip-tag together"
        raise unusable("mcptest run", what, "see --list")
    return tuple(suite for suite in chosen if suite.cases)


def _is_named(suite: Suite, case: Case, text: str) -> bool:
    return text.casefold() in case_id(suite, case).casefold()
