"""Commands of the hall."""
