"""GitHub as the CI system that runs us: its API, its runner's files, the checkout it made."""
