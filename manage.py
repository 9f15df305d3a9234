#!/usr/bin/env python
"""Run Django's commands for this site."""

import os
import sys


def main() -> None:
    """Hand the command line to Django."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "rpsite.settings.site")
    from django.core.management import execute_from_command_line  # noqa: PLC0415 - after the setting

    execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
