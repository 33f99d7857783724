"""What a server offers: tools, resources, templates, prompts, and what it says about itself."""

from .as_task import CALLS_AS_TASKS, OPTIONAL, REQUIRED, must_be_task, offers, task_support
from .collect import LISTINGS, METHOD_NOT_FOUND, NO_TOOLS, Listing, collect, collect_again
from .cost import SurfaceCost, cost_in, cost_of, is_measurable
from .file import surface_file
from .made_up import folded, is_made_up, made_up_name
from .model import SCHEMA, surface_document
from .model import Item, Surface, canonical, digest
from .references import referred
from .tokens import tokens_in

__all__ = [
    "CALLS_AS_TASKS", "LISTINGS", "METHOD_NOT_FOUND", "NO_TOOLS", "OPTIONAL", "REQUIRED", "SCHEMA",
    "Item", "Listing", "Surface", "SurfaceCost", "canonical", "collect", "collect_again", "cost_in",
    "cost_of", "digest", "folded", "is_made_up", "is_measurable", "made_up_name", "must_be_task",
    "offers", "referred", "surface_document", "surface_file", "task_support", "tokens_in",
]  # fmt: skip
