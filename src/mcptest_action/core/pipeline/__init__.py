"""What follows from a transcript: artifacts, facts, verdict and reports. Pure, like all of core."""
