"""The admin's doors: model services, scenarios, what calls cost, and stories."""

from sessions_app.admin import calls, providers, routes, scenarios, stories

__all__ = ["calls", "providers", "routes", "scenarios", "stories"]
