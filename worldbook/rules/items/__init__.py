"""Things and ways as values, and what may be done with them (IT-1…7, IC-1, IC-2)."""
