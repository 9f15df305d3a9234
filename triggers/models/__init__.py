"""Tables: the public door of this app's models."""
