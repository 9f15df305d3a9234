"""Sockets and the hub that feeds them."""
