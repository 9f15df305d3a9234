"""The text of an answer as its rows have it, and the text that an attempt goes on from."""

from sessions_app.models import Passage, Take


def text_of(take: Take) -> str:
    """The text so far."""
    passage = Passage.objects.filter(take=take, position=0).only("text").first()
    return passage.text if passage else ""


def write_text(take_id: int, text: str, speaker: str, reasoning: str) -> None:
    """The one passage of an actor's answer; an empty speaker leaves who is there."""
    fields = ["text", "speaker", "reasoning"] if speaker else ["text"]
    Passage.objects.bulk_create(
        [Passage(take_id=take_id, position=0, text=text, speaker=speaker, reasoning=reasoning)],
        update_conflicts=True,
        unique_fields=["take", "position"],
        update_fields=fields,
    )


def back_to_kept_text(take: Take) -> None:
    """Take back what attempts wrote: all of it, or what came after the text they went on from."""
    if take.mode == Take.Mode.APPEND:
        if take.kept_text:
            write_text(take.pk, take.kept_text, "", "")
    else:
        Passage.objects.filter(take=take).delete()
