"""Which requirements of the protocol a server meets, in every revision that it speaks."""

from .conduct import Lane, is_asked_alone, own_lane, shared_lane, takes_spare
from .config import ExamConfig, Selection, address_of_document, exam_document, exam_of_document
from .document import conformance_document
from .examine import Examined, examine, probes_for
from .examinees import (
    RunPart, by_spoken, examinees_of, run_part_of, spare_revision, without_run,
)  # fmt: skip
from .expected import Expected, load_expected
from .meet import Introduction, meet
from .model import EVERY, WORDS, Check, Examinee, Level, Probe
from .report import CheckRow, ConformanceReport, conformance_report
from .revision import ASKED, REVISIONS, era_of, meeting, spec_link
from .same_question import SAME_QUESTIONS, SameQuestion
from .spoken import answer_in, broke_at_once

__all__ = [
    "ASKED", "EVERY", "REVISIONS", "SAME_QUESTIONS", "WORDS", "Check", "CheckRow",
    "ConformanceReport", "ExamConfig", "Examined", "Examinee", "Expected", "Introduction",
    "Lane", "Level", "Probe", "RunPart", "SameQuestion", "Selection", "address_of_document",
    "answer_in", "broke_at_once", "by_spoken", "conformance_document", "conformance_report",
    "era_of", "exam_document", "exam_of_document", "examine", "examinees_of", "is_asked_alone",
    "load_expected", "meet", "meeting", "own_lane", "probes_for", "run_part_of", "shared_lane",
    "spare_revision", "spec_link", "takes_spare", "without_run",
]  # fmt: skip
