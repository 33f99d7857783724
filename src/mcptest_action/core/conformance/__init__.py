"""Which requirements of the protocol a server meets, in every revision that it speaks."""
