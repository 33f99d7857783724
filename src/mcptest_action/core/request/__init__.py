"""What a command was asked to do: the layers that say so, and `mcptest.yml`, which is one of them.

Flags win over the inputs of a step and `MCPTEST_*`, those over `mcptest.yml`, and that over the
defaults. The layers are folded into `Options` before anything acts; every value knows its origin.
"""
