"""The hall: play. Sessions, turns, the engine, pages and sockets."""
