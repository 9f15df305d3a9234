"""Export formats, one a file: a book in, the bytes of a file out, and what others will not see."""

from worldbook.rules.exports.losses import Loss, losses
from worldbook.rules.exports.writing import FORMATS, Exported, export

__all__ = ["FORMATS", "Exported", "Loss", "export", "losses"]
