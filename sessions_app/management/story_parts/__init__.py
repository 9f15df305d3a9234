"""What `manage.py story` can do, a module a subject: each has PARTS."""
