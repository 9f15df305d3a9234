"""Outbox: Redis streams between the processes of the site: frames to browsers, calls to runners."""
