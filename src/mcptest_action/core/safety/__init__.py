"""What a tool may do to the world, and whether we may call it. Every call goes through here."""
