"""The embedded servers of this site, as its settings say."""

from django.conf import settings

from rpsite.services.embedded import Embedded, embedded


def site_services() -> Embedded:
    """Return the servers that the environment did not name elsewhere."""
    return embedded(
        settings.SERVICES, postgres=settings.EMBEDDED_POSTGRES, redis=settings.EMBEDDED_REDIS
    )
