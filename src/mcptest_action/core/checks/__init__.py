"""What all checks share, whatever they look at: how one comes out, and how one is driven."""
