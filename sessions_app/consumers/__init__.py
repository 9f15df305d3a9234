"""Consumers: the sockets of the site; they carry frames down and "resume from N" up."""
