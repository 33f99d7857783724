"""YAML and JSON: read strictly, with positions, and written or edited as text."""

from .fields import Problems, Record, is_empty, is_number, items_of
from .json_text import JSON_DEPTH, kind_of_json, levels_in, no_duplicates, read_json
from .reviewed import check_reviewed, one_line, unseen_in
from .scalar import read_integer, resolve
from .tree import Field, Fields, Items, Node, Place, Scalar, kind_of, plain
from .utf8 import BYTE_ORDER_MARK, NoSuchFile, decode

__all__ = [
    "BYTE_ORDER_MARK", "JSON_DEPTH", "Field", "Fields", "Items", "NoSuchFile", "Node", "Place",
    "Problems", "Record", "Scalar", "check_reviewed", "decode", "is_empty", "is_number", "items_of",
    "kind_of", "kind_of_json", "levels_in", "no_duplicates", "one_line", "plain", "read_integer",
    "read_json", "resolve", "unseen_in",
]  # fmt: skip
