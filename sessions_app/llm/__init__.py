"""The one telephone: drivers of model services."""
