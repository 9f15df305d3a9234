"""All addresses of the site."""

from django.contrib import admin
from django.contrib.auth.decorators import login_not_required
from django.urls import include, path
from django.views.i18n import set_language

from rpsite.health import healthz, readyz
from rpsite.media import media
from rpsite.schema import SchemaView

urlpatterns = [
    path("healthz", healthz, name="healthz"),
    path("readyz", readyz, name="readyz"),
    path("i18n/setlang/", login_not_required(set_language), name="set_language"),
    path("media/<path:path>", media, name="media"),
    path("admin/", admin.site.urls),
    path("api/schema/", SchemaView.as_view(), name="schema"),
    path("api/", include("sessions_app.api.urls")),
    path("api/", include("worldbook.api.urls")),
    path("", include("sessions_app.urls")),
]

handler400 = "rpsite.refusals.bad_request"
handler403 = "rpsite.refusals.permission_denied"
handler404 = "rpsite.refusals.page_not_found"
handler500 = "rpsite.refusals.server_error"
