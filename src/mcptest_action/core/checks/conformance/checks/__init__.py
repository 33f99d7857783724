"""One file per topic: the requirements, what is sent to find out, and how the answer is ruled."""
