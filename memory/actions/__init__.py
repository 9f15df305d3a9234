"""Writes: verb_object, keyword-only, each atomic."""
