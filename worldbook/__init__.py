"""The ground: the world as written, lorebooks, and the laws of nature."""
