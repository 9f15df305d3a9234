"""Settings of a served site: on this machine by itself, or behind a proxy with HTTPS (OP-3)."""

from rpsite.settings.base import *
from rpsite.settings.base import DATABASES, VAR_DIR, env
from rpsite.settings.secret import secret_key

SECRET_KEY = env.str("SECRET_KEY", default="") or secret_key(VAR_DIR / "secret-key")
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])

LOCAL_HOSTS = ["localhost", "127.0.0.1", "[::1]"]
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=LOCAL_HOSTS)
HTTPS = env.bool("HTTPS", default=ALLOWED_HOSTS != LOCAL_HOSTS)
"""Served to the world: a proxy in front speaks HTTPS and sets X-Forwarded-Proto."""

CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
if HTTPS:
    TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=1)
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = env.bool("SECURE_SSL_REDIRECT", default=True)
    SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$"]
    SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=30 * 24 * 3600)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = env.bool("HSTS_INCLUDE_SUBDOMAINS", default=True)
    SECURE_HSTS_PRELOAD = env.bool("HSTS_PRELOAD", default=True)

# Hashed names need `collectstatic` first; without it files are served from where they lie.
STATIC_MANIFEST = env.bool("STATIC_MANIFEST", default=HTTPS)
WHITENOISE_USE_FINDERS = not STATIC_MANIFEST
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "rpsite.static_storage.HashedModules"
        if STATIC_MANIFEST
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# Every request runs in a thread of its own and would open a connection of its own; a pool a
# process lends them out. 0 switches it off (behind a pooler such as PgBouncer).
DATABASE_POOL = env.int("DATABASE_POOL", default=12)
PREPARED_STATEMENTS = DATABASE_POOL > 0
if DATABASE_POOL:
    DATABASES["default"] |= {
        "OPTIONS": {
            **DATABASES["default"].get("OPTIONS", {}),
            "pool": {"min_size": 1, "max_size": DATABASE_POOL, "timeout": 10},
        }
    }
