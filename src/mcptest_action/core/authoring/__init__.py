"""What helps to write a suite: a mock server, a first draft, proposed assertions."""
