"""Commands of the worldbook."""
