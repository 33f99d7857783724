"""One file per rule, or per small family of rules that look at the same thing."""
