"""How much of a server's output we read and keep."""

MESSAGE_LIMIT = 16 * 1024 * 1024  # one line on stdio, one body or event on HTTP
MOST_OTHERS = 100  # unsolicited messages that we keep, per exchange
MOST_BESIDE = 20  # replies to requests of the server, at one time
MOST_WAITING = 10_000  # of those; a flood gets no more answers
LONGEST_OTHER = 2000
LONGEST_DOCUMENT = 65_536  # beside the endpoint, such as metadata for authorization
STDERR_TAIL = 20_000
CHUNK = 65_536
