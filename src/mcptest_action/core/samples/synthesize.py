"""Arguments for a tool, from its input schema. The same schema always gives the same arguments."""

import json
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from mcptest_action.core.samples.effort import RefusedError
from mcptest_action.core.samples.model import Nesting, NoSample, Sample, Value, clipped
from mcptest_action.core.samples.search import Search
from mcptest_action.core.samples.validator import Unusable, Validator, validator_for

MOST_STEPS = 20_000
Answer = TypeVar("Answer")


def synthesize(schema: Mapping[str, Any]) -> Sample | NoSample:
    """The smallest arguments that we can find and that the schema allows; or why there are none."""
    validator = validator_for(schema, steps=MOST_STEPS)
    if isinstance(validator, Unusable):
        return NoSample(validator.because)
    return sample_of(validator)


def sample_of(validator: Validator) -> Sample | NoSample:
    asked = {"allOf": [validator.root, {"type": "object"}]}
    best = bounded(lambda: next(Search(validator).pick(asked, Nesting())))
    if isinstance(best, Value):
        # A copy: parts of the value are parts of the schema.
        return Sample(json.loads(json.dumps(best.value)))
    return NoSample(clipped(best.because))


def bounded(work: Callable[[], Answer]) -> Answer | NoSample:
    """What the work gives, or why it was given up: no schema makes us crash or run for long."""
    try:
        return work()
    except RefusedError as refusal:
        return NoSample(str(refusal))
    except RecursionError:
        return NoSample("the schema joins too many parts")
    except Exception as error:  # noqa: BLE001 - a reference can lead to something that is no schema
        return NoSample(f"a part of the schema is malformed: {type(error).__name__}")
