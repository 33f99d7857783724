"""Bad requests, and what a sound server does with them. One file, one probe."""
