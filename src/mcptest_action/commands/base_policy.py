"""The policy as the base branch has it: from the checkout if that goes back so far, else the API."""

import os
from typing import NamedTuple

from mcptest_action.core.errors import InputError
from mcptest_action.core.policy.load import load_policy
from mcptest_action.core.policy.model import Policy
from mcptest_action.core.publish.api import Refused
from mcptest_action.core.publish.lookup import Absent, AtCommit, file_at
from mcptest_action.core.publish.place import Place
from mcptest_action.core.publish.policy_changes import policy_changes
from mcptest_action.core.publish.refusal import base_unreadable
from mcptest_action.core.publish.subject import Comparison
from mcptest_action.shell.files import POLICY_LIMIT, cited, decode, read_text
from mcptest_action.shell.github.checkout import file_in_checkout
from mcptest_action.shell.github.client import Client


class Unknown(NamedTuple):
    because: str


def at_base(path: str, home: str, place: Place, client: Client) -> AtCommit | Absent | Unknown:
    found = file_in_checkout(place.base_sha, path)
    if found is None:
        script = file_at(place.run.repository, place.base_sha, cited(path, home))
        asked = client.run(script)
        if isinstance(asked, Refused):
            return Unknown(base_unreadable(asked, place.base_sha))
        found = asked
    if isinstance(found, AtCommit) and len(found.content) > POLICY_LIMIT:
        return Unknown("the base branch's policy is larger than 1 MiB")
    return found


def compare(found: AtCommit | Absent | Unknown, path: str) -> Comparison:
    """What the file on disk changes about what the base branch has."""
    if isinstance(found, Unknown):
        return Comparison((), found.because)
    try:
        head = load_policy(read_text(path, POLICY_LIMIT), path)
        base = None if isinstance(found, Absent) else _policy(found, path)
    except InputError as error:
        return Comparison((), str(error.problems[0].sentence))
    return Comparison(policy_changes(base, head))


def _policy(found: AtCommit, path: str) -> Policy:
    name = f"{os.path.basename(path)} of the base branch"
    try:
        return load_policy(decode(found.content, name), name)
    except InputError as error:
        first = error.problems[0]._replace(what=f"{name}: {error.problems[0].what}")
        raise InputError([first]) from None
