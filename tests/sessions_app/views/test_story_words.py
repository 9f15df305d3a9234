"""Words of a transcript: in the story's language, whoever reads."""

import json
import re

import pytest
from django.test import Client
from django.urls import reverse

from sessions_app.models import Session
from tests.sessions_app.tables import make_table_story

pytestmark = pytest.mark.django_db


@pytest.mark.spec("UI-4")
@pytest.mark.parametrize(("reader", "page_says"), [("en", "State"), ("zh-hans", "状态")])
def test_the_words_of_a_transcript_are_in_the_language_of_the_story(reader, page_says) -> None:
    story = make_table_story()
    Session.objects.filter(pk=story.pk).update(language="zh-hans")
    story.owner.language = reader
    story.owner.save()
    client = Client(headers={"accept-language": reader})
    client.force_login(story.owner)
    page = client.get(reverse("story", args=[story.pk])).content.decode()
    assert f'aria-label="{page_says}"' in page
    data = re.search(r'<script id="page-data" type="application/json">(.*?)</script>', page)
    assert data is not None
    words = json.loads(data.group(1))["words"]
    assert (words["master"], words["you"]) == ("主持人", "你")
    assert words["rolls"] % {"who": "Ana"} == "Ana掷骰"
