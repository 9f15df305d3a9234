"""The turn: gather, think, commit, settle, and the runner that runs it."""
