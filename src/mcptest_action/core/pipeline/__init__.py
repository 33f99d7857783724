"""What follows from a transcript, as values. Pure, like all of core.

    transcript ──► artifacts ──► facts ──► verdict ──► reports
        artifacts.py       └── judging.py ──┘    formats.py
    └───────────────────── outcome.py ─────────────────────┘

`gate` and `replay` take the whole way; whoever has artifacts on disk begins at the facts.
"""

from .formats import COPIED, FORMAT_OF, WRITTEN, is_report, render, reports_of

__all__ = ["COPIED", "FORMAT_OF", "WRITTEN", "is_report", "render", "reports_of"]
