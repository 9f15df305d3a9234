"""The engine: how a turn is played: gather, think, commit, settle; and the runner that does it."""
