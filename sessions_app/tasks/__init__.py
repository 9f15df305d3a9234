"""Background jobs (Celery)."""
