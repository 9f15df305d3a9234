"""What stories keep of the state that conditions ask for (CO-2), so that lint can tell (WB-14)."""

KEPT: frozenset[str] = frozenset(
    {"turn", "now", "started", "places", "variables", "items", "engagements"}
)
"""Parts of the state, by their names in CO-2. Stories keep no events, triggers or verdicts yet: a
condition on those is unknown in them and does not hold."""
