"""Modules are loaded under their hashed names only, by tag and by import."""

import re
import shutil

import pytest
from django.conf import settings

from rpsite.static_storage import HashedModules

HASHED = re.compile(r"\.[0-9a-f]{12}\.js$")
IMPORT = re.compile(r"^(?:import|export)\b[^;]*?\bfrom \"([^\"]+)\"", re.MULTILINE)


@pytest.mark.spec("OP-3")
def test_what_a_hashed_module_imports_is_hashed_too(tmp_path):
    for folder in ("js", "vendor"):
        shutil.copytree(settings.BASE_DIR / "static" / folder, tmp_path / folder)
    storage = HashedModules(location=tmp_path, base_url="/static/")
    paths = [str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*.js")]
    done = list(storage.post_process({path: (storage, path) for path in paths}))
    assert [found for found in done if isinstance(found[2], Exception)] == []
    modules = [path for path in (tmp_path / "js").rglob("*.js") if HASHED.search(path.name)]
    imported = [name for path in modules for name in IMPORT.findall(path.read_text())]
    assert len(imported) > 20
    assert [name for name in imported if not HASHED.search(name)] == []
