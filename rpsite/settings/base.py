"""Settings that every way of running the site shares; values come from the environment (OP-3)."""

from pathlib import Path
from typing import Any

import environ

from rpsite.services.paths import service_paths
from rpsite.settings.addresses import celery_broker, next_database, redis_socket_url
from rpsite.settings.admin_site import UNFOLD  # noqa: F401 - read by django-unfold
from rpsite.settings.celery_options import *
from rpsite.settings.languages import LANGUAGES  # noqa: F401 - a Django setting
from rpsite.settings.logs import logging_config

BASE_DIR = Path(__file__).resolve().parent.parent.parent
env = environ.Env()
if (BASE_DIR / ".env").exists():
    environ.Env.read_env(BASE_DIR / ".env", overwrite=False)

VAR_DIR = Path(env.str("RPSITE_VAR", default=str(BASE_DIR / "var")))
SERVICES = service_paths(VAR_DIR)

INSTALLED_APPS = [
    "daphne",
    "unfold",
    "unfold.contrib.filters",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "rest_framework",
    "drf_spectacular",
    "channels",
    "django_celery_beat",
    "django_celery_results",
    "rpsite",
    "worldbook",
    "memory",
    "triggers",
    "sessions_app",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "rpsite.csp.ContentSecurityPolicy",
    "rpsite.addresses.ReadableAddress",
]

ROOT_URLCONF = "rpsite.urls"
ASGI_APPLICATION = "rpsite.asgi.application"
AUTH_USER_MODEL = "worldbook.User"
AUTHENTICATION_BACKENDS = ["rpsite.throttles.SignInBackend"]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# PostgreSQL and Redis: the servers named in the environment, else the embedded ones.
EMBEDDED_POSTGRES = not env.str("DATABASE_URL", default="")
EMBEDDED_REDIS = not env.str("REDIS_URL", default="")
REDIS_PREFIX = "rp"
REDIS_URL = redis_socket_url(SERVICES.redis_socket) if EMBEDDED_REDIS else env.str("REDIS_URL")
if EMBEDDED_POSTGRES:
    DATABASES: dict[str, dict[str, Any]] = {
        "default": {
            "ENGINE": "django.db.backends.postgresql",
            "HOST": str(SERVICES.postgres_socket_dir),
            "NAME": "rpsite",
            "USER": "rpsite",
        }
    }
else:
    DATABASES = {"default": env.db("DATABASE_URL")}
DATABASES["default"] |= {"CONN_HEALTH_CHECKS": True, "ATOMIC_REQUESTS": False}

CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        # A database of its own: clearing the cache must not clear frames and queues.
        "LOCATION": env.str("CACHE_URL", default=next_database(REDIS_URL)),
        "KEY_PREFIX": f"{REDIS_PREFIX}:cache",
        "OPTIONS": {"pool_class": "redis.BlockingConnectionPool"},
    }
}
CELERY_BROKER_URL = celery_broker(REDIS_URL)

PREPARED_STATEMENTS = True
"""Whether a connection stays the same from one statement to the next: no pooler is in front."""

LANGUAGE_CODE = "en"
LOCALE_PATHS = [BASE_DIR / "locale", BASE_DIR / "locale" / "third_party"]
TIME_ZONE = "UTC"
USE_TZ = True

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
MEDIA_URL = "/media/"
MEDIA_ROOT = VAR_DIR / "media"

LOGIN_URL = "sign_in"
LOGIN_REDIRECT_URL = "library"
LOGOUT_REDIRECT_URL = "sign_in"
DEMO_SIGN_IN = env.bool("DEMO_SIGN_IN", default=False)
"""One click signs in as the demo account; `serve` sets it, and only on loopback."""

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "worldbook.api.authentication.BearerAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["worldbook.api.permissions.SignedInWithinScope"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "worldbook.api.errors.handle",
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": [
        "worldbook.api.parsers.JsonBody",
        "rest_framework.parsers.FormParser",
        "rest_framework.parsers.MultiPartParser",
    ],
    "DEFAULT_THROTTLE_CLASSES": [
        "worldbook.api.throttles.KeyThrottle",
        "worldbook.api.throttles.AccountThrottle",
    ],
    # A view opts in with `throttle_scope = "messages"`; the count is per account. `keys` is per key.
    "DEFAULT_THROTTLE_RATES": {
        "keys": env.str("RATE_KEYS", default="600/min"),
        "select": env.str("RATE_SELECT", default="120/min"),
        "messages": env.str("RATE_MESSAGES", default="60/min"),
    },
}
SPECTACULAR_SETTINGS = {
    "TITLE": "RPSite",
    "VERSION": "0.1",
    "SERVE_INCLUDE_SCHEMA": False,
    "COMPONENT_SPLIT_PATCH": False,
    "ENUM_ADD_EXPLICIT_BLANK_NULL_CHOICE": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "rpsite.schema.say_refusals",
        "rpsite.schema.close_native_forms",
    ],
}
TRUSTED_PROXIES = env.int("TRUSTED_PROXIES", default=0)
"""How many proxies of ours a request passes: whose word on the client's address is taken."""
SIGN_IN_ATTEMPTS = env.int("SIGN_IN_ATTEMPTS", default=10)
"""Wrong passwords for one name from one address, and five times as many from one address, ..."""
SIGN_IN_WINDOW = env.int("SIGN_IN_WINDOW", default=600)
"""... within so many seconds, before further ones are refused unread."""

SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
"""Older secrets: signed values and sealed API keys of theirs can still be read."""
RPSITE_SCENARIO_OVERRIDES = env.json("RPSITE_SCENARIO_OVERRIDES", default={})
"""Scenario id to a whole scenario that stands in its place (SC-1)."""
API_KEYS_KEPT_DAYS = env.int("API_KEYS_KEPT_DAYS", default=90)
"""How long a revoked API key stays as a record."""

WORLDBOOK_EMBEDDING = "sessions_app.queries.embeddings.site_embedding"
"""What tells the embedding version that new indexes are built in (WB-16)."""
WORLDBOOK_IMPORT_MAX_ENTRIES = env.int("WORLDBOOK_IMPORT_MAX_ENTRIES", default=5_000)
WORLDBOOK_IMPORT_RATE = env.str("RATE_IMPORTS", default="60/hour")
"""How many files an account may have read, over HTTP and in the admin."""
WORLDBOOK_IMPORT_MAX_BYTES = 64 * 1024 * 1024
UPLOAD_MAX_BYTES = WORLDBOOK_IMPORT_MAX_BYTES + 1024 * 1024
REQUEST_MAX_BYTES = 16 * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024

DEBUG = env.bool("DEBUG", default=False)
LOGGING = logging_config(
    env.str("LOG_FORMAT", default="console"), env.str("LOG_LEVEL", default="INFO")
)
