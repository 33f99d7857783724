"""What directories and registries of servers ask for, and whether a server is ready for them."""

from .catalogue import ABOUT_SERVER_JSON, BY_NAME, DIRECTORIES
from .catalogue import READINESS_FACTS, ReadinessFact, asked_by
from .document import SCHEMA, readiness_document
from .files import check_server_json, files_beside, needed_of, release_tag
from .model import (
    Criterion, Directory, Material, ReadyConfig, RegistryFiles, Status, TextFile, Total, Weight,
)  # fmt: skip
from .report import DirectoryReport, ReadinessReport, Ruled, examine

__all__ = [
    "ABOUT_SERVER_JSON", "BY_NAME", "DIRECTORIES", "READINESS_FACTS", "SCHEMA", "Criterion",
    "Directory", "DirectoryReport", "Material", "ReadinessFact", "ReadinessReport", "ReadyConfig",
    "RegistryFiles", "Ruled", "Status", "TextFile", "Total", "Weight", "asked_by",
    "check_server_json", "examine", "files_beside", "needed_of", "readiness_document",
    "release_tag",
]  # fmt: skip
