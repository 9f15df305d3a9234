"""A site behind HTTPS with real servers is set up by the environment alone."""

import os
import subprocess
import sys

import pytest

from rpsite.settings.addresses import celery_broker, next_database
from rpsite.settings.secret import secret_key
from tests.processes import ROOT

HIDDEN = ("RPSITE_", "DJANGO_", "DATABASE_URL", "REDIS_URL")


def manage(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    inherited = {name: v for name, v in os.environ.items() if not name.startswith(HIDDEN)}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=inherited | env,
        capture_output=True,
        text=True,
    )


@pytest.mark.spec("OP-3")
def test_the_deployment_check_is_clean():
    done = manage(
        *("check", "--deploy", "--fail-level", "INFO"),
        DATABASE_URL="postgres://rp:pw@db.example.org/rp",
        REDIS_URL="rediss://redis.example.org:6379/0",
        SECRET_KEY="".join(f"{number:x}" for number in range(64)) + "Q!z",
        ALLOWED_HOSTS="rp.example.org",
    )
    assert done.returncode == 0, done.stderr
    assert "no issues (0 silenced)" in done.stdout


@pytest.mark.spec("OP-3")
def test_named_servers_are_used_and_none_is_embedded():
    code = (
        "from django.conf import settings as s; d = s.DATABASES['default'];"
        "print(s.EMBEDDED_POSTGRES, s.EMBEDDED_REDIS, d['HOST'], s.CELERY_BROKER_URL, s.ALLOWED_HOSTS,"
        " s.CACHES['default']['LOCATION'], s.SESSION_COOKIE_SECURE)"
    )
    done = subprocess.run(
        [sys.executable, "-c", f"import django; django.setup(); {code}"],
        cwd=ROOT,
        env={
            "PATH": os.environ["PATH"],
            "DJANGO_SETTINGS_MODULE": "rpsite.settings.site",
            "DATABASE_URL": "postgres://rp:pw@db.example.org/rp",
            "REDIS_URL": "redis://redis.example.org:6379/3",
            "SECRET_KEY": "x" * 60,
            "ALLOWED_HOSTS": "rp.example.org",
        },
        capture_output=True,
        text=True,
    )
    assert done.stdout.split("\n")[0] == (
        "False False db.example.org redis://redis.example.org:6379/3 ['rp.example.org']"
        " redis://redis.example.org:6379/4 True"
    ), done.stderr


def test_redis_addresses_in_the_forms_libraries_want():
    assert celery_broker("unix:///run/s?db=2") == "redis+socket:///run/s?virtual_host=2"
    assert celery_broker("redis://h:1/2") == "redis://h:1/2"
    assert next_database("unix:///run/s?db=0") == "unix:///run/s?db=1"
    assert next_database("redis://u:p@h:1/0") == "redis://u:p@h:1/1"
    assert next_database("rediss://h:1") == "rediss://h:1/1"


def test_the_secret_key_is_made_once_and_for_the_owner_only(tmp_path):
    path = tmp_path / "var" / "secret-key"
    key = secret_key(path)
    assert len(key) > 50
    assert secret_key(path) == key
    assert path.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["secret-key"]
