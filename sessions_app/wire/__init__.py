"""Wire: the shapes of what goes to browsers over the socket."""
