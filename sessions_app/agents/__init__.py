"""Roles: views in, replies out."""
