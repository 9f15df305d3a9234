"""The admin's doors."""
