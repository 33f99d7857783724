"""What a server offers: tools, resources, templates, prompts, and what it says about itself."""

from .collect import LISTINGS, METHOD_NOT_FOUND, NO_TOOLS, Listing, collect, collect_again
from .made_up import folded, is_made_up, made_up_name
from .model import SCHEMA, surface_document
from .model import Item, Surface, canonical, digest

__all__ = [
    "LISTINGS", "METHOD_NOT_FOUND", "NO_TOOLS", "SCHEMA", "Item", "Listing", "Surface", "canonical",
    "collect", "collect_again", "digest", "folded", "is_made_up", "made_up_name",
    "surface_document",
]  # fmt: skip
