#!/usr/bin/env python
"""Run Django's commands for this site; the embedded servers are started where one is needed."""

import os
import sys

WITHOUT_SERVERS = frozenset(
    {
        *("", "help", "--help", "--version", "check", "collectstatic", "compilemessages"),
        *(
            "makemessages",
            "spec",
            "check_messages",
            "collect_messages",
            "test",
            "services",
            "serve",
            "diffsettings",
            "spectacular",
        ),
        *("lorebook_preview", "lorebook_select", "condition", "calendar", "window"),
        *("items_try", "dice"),
    }
)
"""Commands that need no database, or see to it themselves."""


def main() -> None:
    """Hand the command line to Django."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rpsite.settings.site")
    from django.core.management import execute_from_command_line  # noqa: PLC0415 - after the setting

    command = next((word for word in sys.argv[1:] if not word.startswith("-")), "")
    if command not in WITHOUT_SERVERS and not {"-h", "--help"} & set(sys.argv):
        from rpsite.services.site import site_services  # noqa: PLC0415 - after the setting

        site_services().ensure()
    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
