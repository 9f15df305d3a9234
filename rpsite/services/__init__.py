"""Embedded PostgreSQL and Redis, and the supervisor that keeps them and the site's processes."""
