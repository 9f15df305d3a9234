"""The roof: settings, addresses, entry points, embedded services."""
