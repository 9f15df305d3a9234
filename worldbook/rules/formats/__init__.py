"""Import formats, one a file: bytes in, entries and report out."""
