"""What joins core and shell: a request comes in, files and an exit code come out.

`session` is the one way to a server whose tools may be called.
"""
