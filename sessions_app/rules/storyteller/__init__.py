"""The built-in storyteller: rules that play the actor in English and Chinese, without a model (TB-23).

It is built from the actor's view, never from a prompt: the message is understood (`understanding`),
the selected entries give what may be told (`facts`), the card gives the voice (`voice`), and
`telling` puts an answer together from a language's phrases. It says that it is not a language model
in its first answer and whenever it is asked.
"""

from sessions_app.rules.storyteller.phrases import pieces
from sessions_app.rules.storyteller.telling import tell

__all__ = ["pieces", "tell"]
