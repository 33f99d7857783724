"""What all layers together ask of waivers: `waiver_policy`, key by key, only ever stricter."""

from collections.abc import Mapping
from typing import NamedTuple

from mcptest_action.core.document import Field, Fields, Problems
from mcptest_action.core.document.yaml_value import flow
from ..model import Unused, WaiverPolicy

_NOWHERE: Mapping[str, str] = {}


class Stated(NamedTuple):
    policy: WaiverPolicy = WaiverPolicy()
    places: Mapping[str, str] = _NOWHERE
    """By key: the layer and the line that say so; empty for the policy's own file."""


def merged_waiver_policy(
    problems: Problems, below: Stated, own: WaiverPolicy, field: Field | None, layer: str
) -> Stated:
    """A key that is left out is no opinion."""
    value = field.value if field else None
    said = {each.name.text: each for each in value.fields} if isinstance(value, Fields) else {}
    for key in _loosened(own, below.policy):
        if key in said:
            what = f"waiver_policy is loosened: {key}: {_written(own, key)}"
            hint = f"{below.places[key]} says {key}: {_written(below.policy, key)}"
            problems.add(said[key], what, hint)
    known = [key for key in said if key in WaiverPolicy._fields]
    policy = below.policy._replace(**{key: getattr(own, key) for key in known})
    here = {key: layer and f"{layer}:{said[key].name.start.line}" for key in known}
    return Stated(policy, {**below.places, **here})


def _loosened(new: WaiverPolicy, old: WaiverPolicy) -> list[str]:
    longer = old.max_days is not None and (new.max_days is None or new.max_days > old.max_days)
    found = {
        "unused": old.unused is Unused.FAIL and new.unused is Unused.NOTICE,
        "max_days": longer,
        "require_issue": old.require_issue and not new.require_issue,
    }
    return [key for key, is_loosened in found.items() if is_loosened]


def _written(policy: WaiverPolicy, key: str) -> str:
    return flow(getattr(policy, key))
