"""A text of every format that JSON Schema knows, and of `url`, which it does not but people do."""

from collections.abc import Iterator, Mapping

# `{n}` is a digit; `{pad}` is where the text can grow.
FORMATS: Mapping[str, str] = {
    "date": "2026-01-0{n}",
    "date-time": "2026-01-0{n}T12:00:00Z",
    "duration": "P{n}D",
    "email": "mcptest{pad}@example.com",
    "hostname": "mcptest{pad}.example.com",
    "idn-email": "mcptest{pad}@example.com",
    "idn-hostname": "mcptest{pad}.example.com",
    "ipv4": "192.0.2.{n}",
    "ipv6": "2001:db8::{n}",
    "iri": "https://example.com/{pad}",
    "iri-reference": "/mcptest{pad}",
    "json-pointer": "/mcptest{pad}",
    "regex": "mcptest{pad}",
    "relative-json-pointer": "{n}/mcptest{pad}",
    "time": "12:00:0{n}Z",
    "uri": "https://example.com/{pad}",
    "uri-reference": "/mcptest{pad}",
    "uri-template": "https://example.com/{pad}",
    "url": "https://example.com/{pad}",
    "uuid": "00000000-0000-4000-8000-00000000000{n}",
}


def texts_of_format(name: str, least: int, most: int) -> Iterator[str]:
    """Texts of a known format whose length is allowed."""
    template = FORMATS[name]
    for n in range(1, 10):
        pad = "" if n == 1 else str(n)
        bare = template.replace("{n}", str(n))
        missing = least - len(bare.replace("{pad}", pad))
        text = bare.replace("{pad}", pad + "x" * missing)
        if least <= len(text) <= most:
            yield text
