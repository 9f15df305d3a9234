"""The description of the API (OpenAPI) at /api/schema/: open to everybody, as it tells no secret."""

from typing import Any

from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.views import SpectacularAPIView
from rest_framework.permissions import AllowAny


class SchemaView(SpectacularAPIView):
    """JSON, or YAML where it is asked for (`Accept: application/vnd.oai.openapi`)."""

    open_to_all = True
    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = ()
    renderer_classes = [OpenApiJsonRenderer, OpenApiYamlRenderer]


def say_refusals(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """Give every operation of the description its refusals: any other status has that one shape."""
    refused = {
        "description": "Refused.",
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
    }
    for operations in result["paths"].values():
        for operation in operations.values():
            operation["responses"].setdefault("default", refused)
    return result


NATIVE_FORMS = ("NewBook", "BookChange", "EntryJson", "EntryEdit", "BookJson")


def close_native_forms(result: dict[str, Any], **_more: Any) -> dict[str, Any]:
    """Say of native JSON that a field it does not know is refused (WK-24)."""
    for name in NATIVE_FORMS:
        result["components"]["schemas"][name]["additionalProperties"] = False
    return result
