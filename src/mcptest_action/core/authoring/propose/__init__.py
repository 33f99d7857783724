"""Assertions from what a server answered, as changes to a suite that a person looks at first."""

from .edit import edit_suite
from .observe import Answered, PassedOver, observe
from .propose import propose

__all__ = ["Answered", "PassedOver", "edit_suite", "observe", "propose"]
