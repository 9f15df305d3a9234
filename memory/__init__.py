"""One wing: the mind. What characters perceived, believe and know."""
