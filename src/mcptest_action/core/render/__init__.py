"""Reports: each file one function from values to text."""

from .report import ORDER, Report, Source, tally_line, worst_first

__all__ = ["ORDER", "Report", "Source", "tally_line", "worst_first"]
