"""Whether an artifact says that it is not the whole: its numbers would look as if it were."""

from .model import Absent, Object, Reading

MARKS = "`incomplete` or `partial`: where either says anything but `false`, there are no facts"


def if_whole(data: Object, what: str, reading: Reading) -> Reading:
    """The facts; all of them are absent if the artifact is not the whole."""
    why = not_whole(data, what)
    return reading if why is None else dict.fromkeys(reading, why)


def not_whole(data: Object, what: str) -> Absent | None:
    """Why no number in it is a fact, if it calls itself incomplete, or a part."""
    ended = marked(data, "incomplete", f"{what} is incomplete")
    return ended or marked(data, "partial", f"{what} is only a part")


def marked(data: Object, key: str, said: str) -> Absent | None:
    """What is said of an artifact that carries the mark. Only null, `false` and an empty text are
    none: whoever writes the text `false`, or a zero, may mean anything.
    """
    mark = data.get(key)
    if mark is None or mark is False or mark == "":
        return None
    return Absent(said if mark is True else f"{said}: {mark}")
