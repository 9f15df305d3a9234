"""The player's pages."""
