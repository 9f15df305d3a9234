#!/bin/sh
# Makes .venv and installs a requirements file into it: with uv (10 s), or with pip where uv will
# not go. Needs a Python of 3.11 or newer, with or without pip and ensurepip.
set -eu

requirements="$1"
newer='import sys; sys.exit(sys.version_info < (3, 11))'

find_python() {
    for candidate in ${PYTHON:-} python3 python3.12 python3.13 python3.11 python; do
        if command -v "$candidate" >/dev/null 2>&1 && "$candidate" -c "$newer" 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    echo "Python 3.11 or newer is needed; set PYTHON to one." >&2
    exit 1
}

# Runs pip for the Python of .venv: the system's pip, else Python's bundled one, else PyPI's wheel.
pip_for_venv() {
    if "$python" -m pip --version >/dev/null 2>&1; then
        "$python" -m pip --python .venv/bin/python --disable-pip-version-check -q "$@"
        return
    fi
    if .venv/bin/python -m ensurepip >/dev/null 2>&1; then
        .venv/bin/python -m pip --disable-pip-version-check -q "$@"
        return
    fi
    wheel=$(.venv/bin/python - <<'FETCH'
import json, urllib.parse, urllib.request

index = "https://pypi.org/pypi/pip/json"
with urllib.request.urlopen(index) as answer:
    urls = [file["url"] for file in json.load(answer)["urls"]]
url = urllib.parse.urljoin(index, next(url for url in urls if url.endswith(".whl")))
target = ".venv/" + url.rsplit("/", 1)[1]
urllib.request.urlretrieve(url, target)
print(target)
FETCH
    )
    .venv/bin/python "$wheel/pip" --disable-pip-version-check -q "$@"
}

if [ ! -x .venv/bin/python ]; then
    python="$(find_python)"
    "$python" -m venv --without-pip .venv
else
    python=.venv/bin/python
    if system="$(find_python)"; then python="$system"; fi
fi

[ -x .venv/bin/uv ] || pip_for_venv install uv || echo "No uv to be had; pip does it, slowly." >&2

export UV_COMPILE_BYTECODE=1 UV_SYSTEM_CERTS=1 UV_LINK_MODE=copy
if [ -x .venv/bin/uv ] &&
    .venv/bin/uv pip install -q --python .venv/bin/python -r "$requirements"; then
    exit 0
fi
echo "uv could not install; trying pip." >&2
pip_for_venv install --compile -r "$requirements"
