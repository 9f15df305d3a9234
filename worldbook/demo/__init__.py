"""The demo worlds: files that authors can read, pictures drawn by code, and what loads them."""
