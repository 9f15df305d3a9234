"""Addresses of the pages."""

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import LogoutView
from django.templatetags.static import static
from django.urls import path
from django.utils.functional import lazy
from django.views.generic import RedirectView
from django.views.i18n import JavaScriptCatalog

from sessions_app.views.api_keys import api_keys, revoke_key
from sessions_app.views.branches import story_branches
from sessions_app.views.costs import story_costs
from sessions_app.views.language import choose_language
from sessions_app.views.library import library
from sessions_app.views.personas import personas, remove_persona
from sessions_app.views.pins import read_book, repin
from sessions_app.views.play import play
from sessions_app.views.preferences import preferences
from sessions_app.views.settings import story_settings
from sessions_app.views.signing import SignIn, demo_sign_in
from sessions_app.views.start import start
from sessions_app.views.state_words import state_words
from sessions_app.views.why_not import why_not

urlpatterns = [
    path(
        "favicon.ico",
        login_not_required(RedirectView.as_view(url=lazy(static, str)("img/favicon.svg"))),
    ),
    path("", library, name="library"),
    path("sign-in/", SignIn.as_view(), name="sign_in"),
    path("sign-in/demo/", demo_sign_in, name="demo_sign_in"),
    path("sign-out/", LogoutView.as_view(), name="sign_out"),
    path("language/", choose_language, name="language"),
    path(
        "words.js",
        login_not_required(JavaScriptCatalog.as_view(domain="djangojs")),
        name="javascript_catalog",
    ),
    path("start/<int:opening_id>/", start, name="start"),
    path("story/<int:story_id>/", play, name="story"),
    path("story/<int:story_id>/settings/", story_settings, name="story_settings"),
    path("story/<int:story_id>/lorebooks/<int:book_id>/", read_book, name="story_book"),
    path("story/<int:story_id>/lorebooks/<int:book_id>/revision/", repin, name="story_repin"),
    path("story/<int:story_id>/branches/", story_branches, name="story_branches"),
    path("story/<int:story_id>/costs/", story_costs, name="story_costs"),
    path("story/<int:story_id>/state/words/", state_words, name="story_state_words"),
    path("story/<int:story_id>/turns/<int:turn_id>/why/", why_not, name="why_not"),
    path("preferences/", preferences, name="preferences"),
    path("preferences/keys/", api_keys, name="api_keys"),
    path("preferences/keys/<int:key_id>/revoke/", revoke_key, name="api_key_revoke"),
    path("personas/", personas, name="personas"),
    path("personas/<int:persona_id>/", personas, name="persona_edit"),
    path("personas/<int:persona_id>/delete/", remove_persona, name="persona_delete"),
]
