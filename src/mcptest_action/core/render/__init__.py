"""Reports: each file one function from values to text."""

from .report import MARK, ORDER, Report, Source, tally_line, worst_first

__all__ = ["MARK", "ORDER", "Report", "Source", "tally_line", "worst_first"]
