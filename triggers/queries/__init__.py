"""Reads, always scoped to who asks."""
