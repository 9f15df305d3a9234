"""Frames on their way to browsers (Redis streams)."""
