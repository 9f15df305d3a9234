"""Keeping the house: requirements and translations looked after by commands."""
