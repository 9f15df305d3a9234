"""The other wing: consequence and judgement."""
