"""Which kinds of faults a run has looked for, and which it has not."""
