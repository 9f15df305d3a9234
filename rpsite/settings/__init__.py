"""Settings: base for all, site for serving, test for tests."""
