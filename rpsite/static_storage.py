"""Static files under hashed names, script modules and what they import included."""

from whitenoise.storage import (  # type: ignore[import-untyped]
    CompressedManifestStaticFilesStorage,
)


class HashedModules(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """Rewrites the imports of modules as well.

    Without it a page loads a module twice, under its hashed name by tag and under its plain one by
    import: two copies with a state each, the plain one possibly that of the last version.
    """

    support_js_module_import_aggregation = True
