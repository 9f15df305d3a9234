"""Prompt files and their reader."""
