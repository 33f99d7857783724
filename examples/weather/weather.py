"""The weather: four cities, a forecast that is made up, and what people report."""

from datetime import UTC, datetime
from typing import Any

# The mean temperature of each city in degrees Celsius, and how far a week swings around it.
CITIES = {"Cairo": (28, 6), "Lima": (19, 3), "Oslo": (6, 7), "Pune": (25, 4)}
SKIES = ("clear", "cloudy", "rain", "clear", "wind")
UNITS = ("celsius", "fahrenheit")

observations: list[dict[str, Any]] = []


class NoSuchCityError(Exception):
    """The caller asks about a place that nobody here has heard of."""


def _known(city: str) -> str:
    if city not in CITIES:
        raise NoSuchCityError(f"there is no city called {city!r}; list_cities names them all")
    return city


def list_cities() -> dict[str, Any]:
    return {"cities": sorted(CITIES)}


def get_forecast(city: str, days: int = 3, unit: str = "celsius") -> dict[str, Any]:
    """The same every time, but for the time at which it was asked for."""
    mean, swing = CITIES[_known(city)]
    outlook = []
    for day in range(1, days + 1):
        degrees = mean + (day * 3) % (swing + 1) - swing // 2
        shown = degrees if unit == "celsius" else degrees * 9 / 5 + 32
        outlook.append({"day": day, "sky": SKIES[(mean + day) % len(SKIES)], "high": shown})
    issued = datetime.now(UTC).isoformat(timespec="milliseconds")
    return {"city": city, "unit": unit, "issued_at": issued, "days": outlook}


def report_observation(city: str, sky: str) -> dict[str, Any]:
    observations.append({"city": _known(city), "sky": sky})
    return {"observations": len(observations)}


def clear_observations() -> dict[str, Any]:
    cleared = len(observations)
    observations.clear()
    return {"cleared": cleared}


def _takes(required: list[str], **properties: Any) -> dict[str, Any]:
    shape = {"type": "object", "properties": properties, "required": required}
    return {**shape, "additionalProperties": False}


_CITY = {"type": "string", "minLength": 1, "description": "The name of a city."}
_DAY = _takes(
    ["day", "sky", "high"],
    day={"type": "integer"},
    sky={"enum": list(dict.fromkeys(SKIES))},
    high={"type": "number"},
)

# What each tool is called, what runs it, and what clients are told about it.
TOOLS: dict[str, Any] = {
    "list_cities": {
        "run": list_cities,
        "description": "Name the cities that there is a forecast for.",
        "inputSchema": _takes([]),
        "outputSchema": _takes(["cities"], cities={"type": "array", "items": {"type": "string"}}),
        "annotations": {"readOnlyHint": True, "openWorldHint": False},
    },
    "get_forecast": {
        "run": get_forecast,
        "description": "Say what the weather will be like in a city.",
        "inputSchema": _takes(
            ["city"],
            city=_CITY,
            days={"type": "integer", "minimum": 1, "maximum": 5, "default": 3},
            unit={"type": "string", "enum": list(UNITS), "default": "celsius"},
        ),
        "outputSchema": _takes(
            ["city", "unit", "issued_at", "days"],
            city={"type": "string"},
            unit={"enum": list(UNITS)},
            issued_at={"type": "string", "format": "date-time"},
            days={"type": "array", "items": _DAY},
        ),
        "annotations": {"readOnlyHint": True, "openWorldHint": False},
    },
    "report_observation": {
        "run": report_observation,
        "description": "Report what the sky looks like in a city.",
        "inputSchema": _takes(["city", "sky"], city=_CITY, sky={"enum": sorted(set(SKIES))}),
        "annotations": {"destructiveHint": False, "idempotentHint": False},
    },
    "clear_observations": {
        "run": clear_observations,
        "description": "Forget everything that was reported.",
        "inputSchema": _takes([]),
        "annotations": {"destructiveHint": True},
    },
}
