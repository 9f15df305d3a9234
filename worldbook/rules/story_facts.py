"""What stories keep of the state that conditions ask for (CO-2), so that lint can tell (WB-14)."""

KEPT: frozenset[str] = frozenset({"turn"})
"""Parts of the state, by their names in CO-2. Stories of the kinds that can be played count their
turns and keep nothing else yet: any other condition is unknown in them and does not hold."""
