"""Layers: a policy on top of others, which it may add to and tighten, and never loosens.

extends: ──► reference.py ──► reading.py ──► one document per layer, those below first
                                                │
rules.py, waiver_rules.py ◄── stack.py ◄────────┘ one after the other
"""
