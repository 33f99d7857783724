"""What a transcript keeps of what a gate asks for directories, so that a replay asks the same."""

from collections.abc import Mapping
from typing import Any

from mcptest_action.core.checks.readiness import BY_NAME, ReadyConfig, RegistryFiles, TextFile
from mcptest_action.core.protocol.transcript import ShapeError, fields_of, shape
from mcptest_action.core.text import unusable


def ready_config_document(config: ReadyConfig) -> dict[str, Any]:
    files = config.registry
    if files is None:
        return {"directories": list(config.directories)}
    return {
        "directories": list(config.directories),
        "server_json": files.server_json._asdict(),
        "beside": [file._asdict() for file in files.beside],
        "tag": files.tag,
    }


def ready_config_of_document(document: Any, file: str) -> ReadyConfig:
    """The same, read back."""
    try:
        fields = fields_of(document, "readiness", _READY, optional=_OF_FILES)
        return ReadyConfig(fields.pop("directories"), _registry_of(fields))
    except ShapeError as error:
        what = f"the header holds no usable configuration: {error}"
        raise unusable(file, what, "was it recorded by this version?", 1, 1) from None


def _registry_of(fields: Mapping[str, Any]) -> RegistryFiles | None:
    if not fields:
        return None
    if fields.keys() != set(_OF_FILES):
        raise ShapeError(f"readiness needs all of {', '.join(_OF_FILES)}, or none")
    return RegistryFiles(**fields)


def _directories(value: Any, label: str) -> tuple[str, ...]:
    names = shape.texts(value, label)
    if unknown := [name for name in names if name not in BY_NAME]:
        raise ShapeError(f"{label} names {unknown[0]}, which is no directory known here")
    return names


def _file(value: Any, label: str) -> TextFile:
    return TextFile(**fields_of(value, label, {"file": shape.text, "text": shape.text}))


def _files(value: Any, label: str) -> tuple[TextFile, ...]:
    return tuple(_file(each, label) for each in shape.any_list(value, label))


_OF_FILES = ("server_json", "beside", "tag")
_READY = {
    "directories": _directories,
    "server_json": _file,
    "beside": _files,
    "tag": shape.text_or_null,
}
