"""The REST doors."""
