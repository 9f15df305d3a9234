"""What stories keep of the state that conditions ask for (CO-2), so that lint can tell (WB-14)."""

KEPT: frozenset[str] = frozenset()
"""Parts of the state, by their names in CO-2. Stories of the kinds that can be played keep none yet:
a condition is unknown in them, and unknown does not hold."""
