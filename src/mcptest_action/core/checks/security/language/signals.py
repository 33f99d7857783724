"""Every signal, ready to be looked for."""

from .pattern import compiled, indexed
from .tables import arguments, data, orders, praise, secrecy, tools
from .word_classes import CLASSES

TABLES = (orders.TABLE, secrecy.TABLE, data.TABLE, tools.TABLE, arguments.TABLE, praise.TABLE)
SIGNALS = frozenset(signal for table in TABLES for signal in table)

INDEX = indexed(
    compiled(signal, line.strip(), CLASSES)
    for table in TABLES
    for signal, lines in table.items()
    for line in lines.splitlines()
    if line.strip()
)
