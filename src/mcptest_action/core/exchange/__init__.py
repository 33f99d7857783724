"""What is said to a server and what comes back, as values. No I/O: the shell does the talking."""
