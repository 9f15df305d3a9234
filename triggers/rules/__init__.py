"""Pure rules: no framework, no table, no clock, no chance."""
