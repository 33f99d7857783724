"""What a CI system is told beyond the exit code: summary, comment, outputs. All of it as values."""
