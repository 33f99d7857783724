"""Words for people: what every room needs to say what it means."""
