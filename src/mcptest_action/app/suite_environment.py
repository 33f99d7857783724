"""What suites may read from the environment: never the token of the job.

What a suite reads goes to the server as an argument. On a pull request, both are its author's.
"""

import re
from collections.abc import Collection, Mapping

from mcptest_action.app.whereabouts import on_github
from mcptest_action.core.checks.suite import SHORTEST_SECRET, Environment, Withheld
from mcptest_action.core.request import RUNNERS, TOKEN_VARIABLE

TOKEN = "GITHUB_TOKEN"
_OF_THE_JOB = re.compile(r"ACTIONS_\w*TOKEN\w*|ACTIONS_RUNTIME_\w*", re.ASCII)
_NOT_FOR_SUITES = Withheld(
    "is not given to suites, because it may hold the token of the job",
    "put what the server needs into a variable of another name",
)
_NOT_MERGED = Withheld(
    "is not read by any suite of the base branch, so what this pull request adds cannot read it",
    "merge the variable first, or add default: …",
)


def for_suites(environment: Mapping[str, str], token_env: str = TOKEN) -> Environment:
    """The environment without the token, whatever variable it is in."""
    token = environment.get(token_env, "").strip()
    inputs = on_github(environment)

    def withheld(name: str, value: str) -> bool:
        by_name = name in (TOKEN, TOKEN_VARIABLE, token_env) or _OF_THE_JOB.fullmatch(name)
        is_input = inputs and name.startswith(RUNNERS)
        holds_it = len(token) >= SHORTEST_SECRET and token in value
        return bool(by_name or is_input or holds_it)

    return {
        name: _NOT_FOR_SUITES if withheld(name, value) else value
        for name, value in environment.items()
    }


def for_added(environment: Environment, named: Collection[str]) -> Environment:
    """For tests that only the head has: nothing that the base's suites do not read."""
    return {
        name: value if name in named or isinstance(value, Withheld) else _NOT_MERGED
        for name, value in environment.items()
    }
