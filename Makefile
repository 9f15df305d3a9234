# Everything one does here. Needs Python 3.11 or newer and make; the rest is installed into .venv.
SHELL := /bin/sh
PY := .venv/bin/python
RUN_STAMP := .venv/.installed-run
DEV_STAMP := .venv/.installed-dev
# The pages docs/requirements are copied from, where somebody has them.
PAGES ?= ../shared/spec
ARGS ?=
NAME ?=

.PHONY: help setup run admin test check spec bench fmt messages lock

help:
	@echo "make run       everything: install, migrate, load the demo worlds, serve (ARGS=\"--port 8010\")"
	@echo "make admin     make an administrator, who sets up language models"
	@echo "make test      all tests (ARGS=\"tests/worldbook -q\")"
	@echo "make check     formatting, lint, types, contracts, migrations, translations"
	@echo "make spec      which requirement is shown by which number of tests"
	@echo "make bench     a measurement (NAME=selection)"
	@echo "make fmt       format the code"
	@echo "make messages  collect and compile translations"
	@echo "make lock      compile requirements*.txt from requirements*.in"

setup: $(DEV_STAMP)

run: $(RUN_STAMP)
	@exec $(PY) manage.py serve $(ARGS)

admin: $(RUN_STAMP)
	@$(PY) manage.py createsuperuser

# Bytecode is kept whatever the shell says: the many processes of the tests would compile it anew.
test: export PYTHONDONTWRITEBYTECODE :=
test: $(DEV_STAMP)
ifdef ARGS
	$(PY) -m pytest $(ARGS)
else
	$(PY) -m pytest -n auto --maxprocesses 4 --dist load -m "not processes"
	$(PY) -m pytest -n 3 --dist loadfile --no-loadscope-reorder -m processes tests/rpsite/services tests/journeys
endif

check: $(DEV_STAMP)
	.venv/bin/ruff format --check .
	.venv/bin/ruff check .
	.venv/bin/mypy .
	.venv/bin/lint-imports --no-cache
	DJANGO_SETTINGS_MODULE=rpsite.settings.test $(PY) -W ignore::RuntimeWarning manage.py makemigrations --check --dry-run
	DATABASE_URL=postgres://u@db.example.org/d SECRET_KEY=$$($(PY) -c "import secrets; print(secrets.token_urlsafe(64))") \
	  ALLOWED_HOSTS=example.org $(PY) manage.py check --deploy --fail-level WARNING
	$(PY) manage.py check_messages
	$(PY) scripts/copy_requirements.py --check $(PAGES)
	$(PY) manage.py spec --quiet

spec: $(DEV_STAMP)
	@$(PY) manage.py spec

bench: $(DEV_STAMP)
	$(PY) manage.py bench $(NAME) $(ARGS)

fmt: $(DEV_STAMP)
	.venv/bin/ruff format .
	.venv/bin/ruff check --fix .

messages: $(DEV_STAMP)
	$(PY) manage.py collect_messages

lock: $(DEV_STAMP)
	.venv/bin/uv pip compile -q --universal --python-version 3.11 requirements-dev.in -o requirements-dev.txt
	.venv/bin/uv pip compile -q --universal --python-version 3.11 requirements.in -c requirements-dev.txt -o requirements.txt

$(RUN_STAMP): requirements.txt scripts/setup.sh
	scripts/setup.sh requirements.txt
	touch $@

$(DEV_STAMP): requirements-dev.txt scripts/setup.sh
	scripts/setup.sh requirements-dev.txt
	touch $(RUN_STAMP) $@
