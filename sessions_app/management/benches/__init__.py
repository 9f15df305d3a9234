"""What the measurements of the running site need: a site of their own, stories on it, and players."""
