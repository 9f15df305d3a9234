"""Settings of the test run: a throw-away cluster in a short folder of its own per run.

The folder's name is made here; tests/conftest.py starts the servers in it. Loading these settings
starts and writes nothing, so that mypy and tools may.
"""

import os

RUN = os.environ.get("RPSITE_TEST_RUN") or f"/tmp/rpt-{os.getpid()}"  # noqa: S108
WORKER = os.environ.get("PYTEST_XDIST_WORKER", "")
if not RUN.endswith(WORKER):
    RUN = f"{RUN}-{WORKER}"  # Tests side by side have a cluster each; their commands inherit it.
os.environ["RPSITE_TEST_RUN"] = os.environ["RPSITE_RUN"] = RUN
os.environ["RPSITE_VAR"] = f"{RUN}/var"
for name in ("DATABASE_URL", "REDIS_URL", "CACHE_URL"):
    os.environ.pop(name, None)

from rpsite.settings.base import *  # noqa: E402 - after the folder is chosen

# A command run with these settings starts nothing: the run that owns the folder did.
EMBEDDED_POSTGRES = EMBEDDED_REDIS = False

SECRET_KEY = "only for tests"
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_AUTOREFRESH = True
DEMO_SIGN_IN = True
