"""Is the process alive, and could it serve a page now? For load balancers (OP-3)."""

import structlog
from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.db import Error as AnyDatabaseError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.views.decorators.http import require_safe
from redis import Redis, RedisError
from redis.backoff import NoBackoff
from redis.retry import Retry

log = structlog.get_logger(__name__)


@login_not_required
@require_safe
def healthz(request: HttpRequest) -> HttpResponse:
    """Answer 200 while the process turns; asks nobody else."""
    return HttpResponse("ok\n", content_type="text/plain")


@login_not_required
@require_safe
def readyz(request: HttpRequest) -> HttpResponse:
    """Answer 200 with {"database", "migrations", "redis": true}, or 503 with what is missing."""
    database = database_ready()
    checks = {
        "database": database,
        "migrations": database and migrations_applied(),
        "redis": redis_ready(),
    }
    return JsonResponse(checks, status=200 if all(checks.values()) else 503)


def database_ready() -> bool:
    """Say whether the database answers a query."""
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")
    except AnyDatabaseError as error:
        log.warning("database not ready", error=str(error))
        return False
    return True


def migrations_applied() -> bool:
    """Say whether every migration of this code has been applied; not where nobody can tell."""
    try:
        executor = MigrationExecutor(connection)
        return not executor.migration_plan(executor.loader.graph.leaf_nodes())
    except AnyDatabaseError as error:
        log.warning("migrations not read", error=str(error))
        return False


def redis_ready() -> bool:
    """Say whether Redis answers."""
    client = Redis.from_url(settings.REDIS_URL, socket_timeout=2, retry=Retry(NoBackoff(), 0))
    try:
        return bool(client.ping())
    except RedisError as error:
        log.warning("redis not ready", error=str(error))
        return False
    finally:
        client.close()
