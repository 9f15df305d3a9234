"""Everything needs a login except the doors in: swept over all addresses there are."""

from collections.abc import Iterator

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import IntConverter, PathConverter, SlugConverter, UUIDConverter

from tests.factories import make_user, make_world

OPEN = {
    "/healthz": "health",
    "/readyz": "health",
    "/sign-in/": "sign-in",
    "/sign-in/demo/": "sign-in",
    "/admin/login/": "sign-in",
    "/admin/jsi18n/": "words of the admin's widgets, no data",
    "/i18n/setlang/": "the sign-in page's language",
    "/language/": "the sign-in page's language",
    "/favicon.ico": "the icon, no data",
    "/words.js": "words of the pages' scripts, no data",
    "/api/schema/": "the description of the API, no data",
}
SAMPLES = {
    IntConverter: "1",
    SlugConverter: "a",
    PathConverter: "a",
    UUIDConverter: "7d444840-9dc0-11d1-b245-5ffdce74fad2",
}


def addresses(resolver: URLResolver, prefix: str = "/") -> Iterator[str]:
    """Yield an address for every pattern below the resolver."""
    for pattern in resolver.url_patterns:
        path = prefix + concrete(pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern, path)
        else:
            yield path


def concrete(pattern: URLPattern | URLResolver) -> str:
    """Fill a pattern's parameters with samples."""
    route = str(pattern.pattern)
    for name, converter in pattern.pattern.converters.items():
        sample = SAMPLES.get(type(converter), "a")
        for form in (f"<{name}>", *(f"<{kind}:{name}>" for kind in KINDS)):
            route = route.replace(form, sample)
    return route.removeprefix("^").removesuffix("$")


KINDS = ("int", "str", "slug", "path", "uuid")


@pytest.mark.django_db
@pytest.mark.spec("SF-1")
def test_every_address_but_the_doors_asks_for_a_login(client: Client):
    swept = sorted(set(addresses(get_resolver())))
    assert len(swept) > 20
    for path in swept:
        if path in OPEN or "(?P" in path:
            continue
        for method in (client.get, client.post):
            answer = method(path)
            to_sign_in = answer.status_code == 302 and (
                answer["Location"].startswith(("/sign-in/", "/admin/login/"))
            )
            assert to_sign_in or answer.status_code in (401, 403), (path, answer.status_code)


@pytest.mark.django_db
@pytest.mark.spec("SF-1")
def test_pictures_need_a_login_and_stay_in_their_folder(client: Client, settings, tmp_path):
    (tmp_path / "media").mkdir()
    (tmp_path / "secret-key").write_text("hidden")
    (tmp_path / "media" / "face.png").write_bytes(b"\x89PNG\r\n")
    (tmp_path / "media" / "page.html").write_text("<script>alert(1)</script>")
    settings.MEDIA_ROOT = tmp_path / "media"
    assert client.get("/media/face.png").status_code == 302
    author = make_user(roles=["author"])
    make_world(author, cover="face.png")
    make_world(author, cover="page.html")
    client.force_login(author)
    shown = client.get("/media/face.png")
    assert (shown.status_code, shown["Content-Type"]) == (200, "image/png")
    assert client.get("/media/page.html")["Content-Disposition"] == "attachment"
    assert client.get("/media/../secret-key").status_code in (400, 404)
    assert client.get("/media/%2e%2e/secret-key").status_code in (400, 404)
