"""The actor against a scripted server, and told by the storyteller."""

import asyncio
from dataclasses import replace

import pytest

from sessions_app.agents.actor import play
from sessions_app.rules.actor_view import ActorView, CardView, HistoryMessage
from sessions_app.rules.calls import ModelFailure, Replace, Route
from tests.fakes.model_server import ModelServer, Reply, error
from tests.sessions_app.streams import played

VIEW = ActorView(
    char=CardView(name="Brask", description="A guard of few words."),
    message="May I?",
    persona_name="Mira",
    greeting="Rain.",
    history=(HistoryMessage("user", "Hello"), HistoryMessage("assistant", "Halt.")),
    seed="s",
)
STORYTELLER = Route(
    role="actor", kind="storyteller", provider="storyteller", options={"delay_ms": 0}
)


def route(server, **changes):
    values = {"role": "actor", "kind": "openai", "provider": "fake", "base_url": server.base_url}
    return Route(**{**values, "model": "fake", **changes})


class Page:
    """What the player sees."""

    def __init__(self):
        self.pieces = []

    async def hear(self, piece):
        self.pieces.append(piece)

    @property
    def text(self):
        return played(self.pieces)


async def played_by(asked, view=VIEW):
    page, calls = Page(), []
    reply = await play(view, asked, on_delta=page.hear, calls=calls)
    assert page.text == reply.text
    assert reply.calls == tuple(calls)
    return reply, page


@pytest.mark.spec("LN-5")
async def test_one_streamed_call():
    async with ModelServer() as server:
        server.script(Reply(chunks=("No", "body ", "enters.")))
        reply, page = await played_by(route(server))
        assert len(server.requests) == 1
        assert server.requests[0]["stream"] is True
    assert (reply.text, len(page.pieces)) == ("Nobody enters.", 3)


@pytest.mark.spec("LN-1")
async def test_the_record_holds_what_the_model_really_got():
    async with ModelServer() as server:
        server.script(Reply(chunks=("No.",)))
        reply, _ = await played_by(route(server))
        sent = server.requests[0]["messages"]
    parts = reply.calls[0].request["parts"]
    assert [part["name"] for part in parts] == [
        "rules", "persona", "greeting", "history", "history", "message",
    ]  # fmt: skip
    assert "\n\n".join(part["text"] for part in parts) == "\n\n".join(
        message["content"] for message in sent
    )


@pytest.mark.spec("LN-3")
async def test_an_overflow_is_told_with_the_sizes_and_nothing_is_sent():
    async with ModelServer() as server:
        with pytest.raises(ModelFailure) as caught:
            await play(VIEW, route(server, context_window=2_100), on_delta=Page().hear)
        assert server.requests == []
    error_json = caught.value.to_json()
    assert error_json["code"] == "context_overflow"
    assert [part["name"] for part in error_json["parts"]] == ["rules", "persona", "message"]
    assert all(part["tokens"] > 0 for part in error_json["parts"])


@pytest.mark.spec("LN-3")
@pytest.mark.spec("CP-3")
async def test_what_does_not_fit_here_may_fit_the_fallback():
    async with ModelServer() as server:
        server.script(Reply(chunks=("No.",)))
        wide = route(server, name="wide")
        reply, _ = await played_by(route(server, context_window=2_100, fallback=wide))
    assert [call.outcome for call in reply.calls] == ["context_overflow", "ok"]


@pytest.mark.spec("TB-3")
@pytest.mark.parametrize("again", ["", "He lifts the lantern and"])
async def test_resume_goes_on_from_the_kept_text_without_repeating_it(again):
    view = replace(VIEW, kept_text="He lifts the lantern and")
    async with ModelServer() as server:
        server.script(Reply(chunks=(*again, " looks.")))
        reply, page = await played_by(route(server), view)
        last = server.requests[0]["messages"][-1]
    assert last == {"role": "assistant", "content": "He lifts the lantern and"}
    assert (reply.text, page.text) == (" looks.", " looks.")


@pytest.mark.spec("CP-3")
async def test_words_that_were_thoughts_are_taken_back():
    async with ModelServer() as server:
        server.script(Reply(chunks=("They want in.", "</think>", "No.")))
        reply, page = await played_by(route(server))
    assert Replace("") in page.pieces
    assert (reply.text, reply.reasoning) == ("No.", "They want in.")


@pytest.mark.spec("TB-4")
async def test_a_failure_hands_back_the_words_told_and_the_calls():
    calls = []
    async with ModelServer() as server:
        server.script(Reply(chunks=("The ", "door "), then="cut"))
        with pytest.raises(ModelFailure) as caught:
            await play(VIEW, route(server), on_delta=Page().hear, calls=calls)
    assert (caught.value.code, caught.value.partial) == ("stream_cut", "The door ")
    assert [call.outcome for call in calls] == ["stream_cut"]


@pytest.mark.spec("TB-3")
async def test_stop_ends_the_call_at_once():
    calls, page = [], Page()
    async with ModelServer() as server:
        server.script(Reply(chunks=("The ",), then="hang"))
        task = asyncio.create_task(play(VIEW, route(server), on_delta=page.hear, calls=calls))
        while not page.pieces:
            await asyncio.sleep(0.01)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
    assert (page.text, [call.outcome for call in calls]) == ("The ", ["cancelled"])


@pytest.mark.spec("TB-10")
async def test_a_scenarios_own_prompt_replaces_ours():
    view = replace(VIEW, prompts={"actor/rules": "You are {{char}}.", "master/rules": "no"})
    async with ModelServer() as server:
        server.script(Reply(chunks=("No.",)))
        await played_by(route(server), view)
        assert server.requests[0]["messages"][0]["content"].startswith("You are Brask.\n\n")


@pytest.mark.spec("TB-23")
async def test_the_storyteller_plays_from_the_view_without_a_model():
    reply, page = await played_by(STORYTELLER)
    assert reply.text.strip()
    assert len(page.pieces) > 5
    assert reply.calls[0].provider == "storyteller"
    again, _ = await played_by(STORYTELLER)
    assert again.text == reply.text


@pytest.mark.spec("CP-3")
async def test_the_storyteller_as_a_way_out():
    async with ModelServer() as server:
        server.script(error(401, "Incorrect API key"))
        reply, _ = await played_by(route(server, fallback=STORYTELLER))
    assert [call.outcome for call in reply.calls] == ["wrong_key", "ok"]
