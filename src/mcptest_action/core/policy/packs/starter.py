"""The rules of a gate without a policy, as a pack."""

from ..default import default_policy
from .model import Pack

STARTER = Pack("starter", "1", "the rules of a gate without a policy", default_policy())
