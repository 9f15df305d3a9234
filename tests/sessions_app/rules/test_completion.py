"""Chunks as servers really send them become one completion, and are judged as a whole."""

import pytest

from sessions_app.rules.calls import ModelFailure, Usage
from sessions_app.rules.completion import Completion, content_of, usage_of, whole_arguments
from tests.sessions_app.streams import MODEL_CASES, body_of, read

pytestmark = pytest.mark.spec("CP-3")

OUTCOMES = {
    "empty_completion": "empty_completion",
    "retry then visible error; no blank assistant turn stored": "empty_completion",
    "do not run": "cut_arguments",
    "do not run; report cut arguments": "cut_arguments",
}


def check(case, completion):
    expected = case["expected"]
    judged = completion.judge()
    if "text" in expected:
        assert completion.text == expected["text"]
    if "reasoning" in expected:
        assert completion.all_reasoning == expected["reasoning"]
    if "truncated" in expected:
        assert judged.truncated is expected["truncated"]
    if "usage" in expected:
        assert [completion.usage.tokens_in, completion.usage.tokens_out] == expected["usage"]
    if "outcome" in expected:
        assert judged.outcome == OUTCOMES[expected["outcome"]]
        assert judged.tool_calls == ()


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("case", MODEL_CASES, ids=lambda case: case["id"])
def test_stream_cases_cut_at_every_byte(case, newline):
    body = body_of(case["chunks"], newline=newline)
    check(case, read([body]))
    check(case, read(bytes([byte]) for byte in body))
    for at in range(len(body)):
        check(case, read([body[:at], body[at:]]))


def test_characters_split_over_bytes():
    body = body_of(["夜に", "塔🗼が", "é"])
    for size in (1, 2, 3, 5, 7):
        assert read(body[at : at + size] for at in range(0, len(body), size)).text == "夜に塔🗼がé"


def completed(*chunks):
    completion = Completion()
    for chunk in chunks:
        list(completion.feed(chunk))
    list(completion.finish())
    return completion


def delta(**fields):
    return {"choices": [{"delta": fields, "finish_reason": "stop"}]}


@pytest.mark.parametrize("name", ["reasoning_content", "reasoning"])
def test_reasoning_fields_never_reach_the_text(name):
    completion = completed(delta(**{name: "They want in."}), delta(content="No."))
    assert (completion.text, completion.all_reasoning) == ("No.", "They want in.")


def test_error_after_http_200():
    completion = completed(delta(content="The "), {"error": {"message": "overloaded", "code": 502}})
    assert completion.judge().outcome == "error"
    assert completion.error == {"message": "overloaded", "code": "502"}


def test_error_named_only_by_the_finish_reason():
    assert (
        completed({"choices": [{"delta": {}, "finish_reason": "error"}]}).judge().outcome == "error"
    )


def test_end_without_finish_reason_is_a_cut():
    assert completed({"choices": [{"delta": {"content": "The "}}]}).judge().outcome == "stream_cut"


def test_whole_tool_calls_run_and_one_cut_call_stops_all():
    call = {"index": 0, "id": "c1", "function": {"name": "roll", "arguments": '{"expr":'}}
    rest = {"index": 0, "function": {"arguments": '"1d20"}'}}
    whole = completed(delta(tool_calls=[call]), delta(tool_calls=[rest])).judge()
    assert [(item.name, item.arguments) for item in whole.tool_calls] == [
        ("roll", {"expr": "1d20"})
    ]
    second = {"index": 1, "id": "c2", "function": {"name": "set", "arguments": '{"a":1'}}
    cut = completed(delta(tool_calls=[call]), delta(tool_calls=[rest, second])).judge()
    assert (cut.outcome, cut.cut_calls, cut.tool_calls) == ("cut_arguments", ("set",), ())


@pytest.mark.parametrize(
    ("text", "arguments"),
    [
        ("", {}),
        ("{}", {}),
        ('{"a":[1]}', {"a": [1]}),
        ('{"a":[1]', None),
        ("[1]", None),
        ("1", None),
    ],
)
def test_arguments_are_whole_or_nothing(text, arguments):
    assert whole_arguments(text) == arguments


def test_content_as_parts():
    assert content_of([{"type": "text", "text": "a"}, {"type": "image"}, {"text": "b"}]) == "ab"
    assert content_of(None) == ""


def test_usage_under_the_names_of_several_services():
    openai = {
        "prompt_tokens": 9,
        "completion_tokens": 2,
        "prompt_tokens_details": {"cached_tokens": 4},
    }
    deepseek = {"prompt_tokens": 9, "completion_tokens": 2, "prompt_cache_hit_tokens": 4}
    assert usage_of(openai) == usage_of(deepseek) == Usage(9, 2, 4)
    assert usage_of({}) is None
    assert usage_of({"prompt_tokens": None, "completion_tokens": True}) is None


def test_odd_chunks_are_passed_over():
    completion = completed(
        {"choices": None}, {"choices": [None]}, {"choices": [{"delta": None}]}, {}
    )
    assert completion.judge().outcome == "stream_cut"


def test_a_character_escaped_as_two_halves_in_two_chunks():
    raw = [r'data: {"choices":[{"delta":{"content":"a\ud83d"}}]}' + "\n\n"]
    raw += [r'data: {"choices":[{"delta":{"content":"\ude00b","reasoning":"\ud83d"}}]}' + "\n\n"]
    raw += ['data: {"choices":[{"delta":{},"finish_reason":"stop"}]}\n\n']
    completion = read(item.encode() for item in raw)
    assert completion.text == "a😀b"
    assert completion.all_reasoning == "\ufffd"


def test_nothing_that_cannot_be_stored_reaches_the_text():
    completion = completed(delta(content="a\x00b\ud83d"), delta(content="c"))
    assert completion.text == "a\ufffdb\ufffdc"
    ModelFailure("bad_response", "\x00\ud83d").detail.encode()


def test_half_a_character_at_the_very_end():
    assert completed(delta(content="a\ud83d")).text == "a\ufffd"
