"""The policy file: read it, check it, evaluate it, edit its waivers."""
