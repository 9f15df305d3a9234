"""The description of the API (OpenAPI) at /api/schema/: open to everybody, as it tells no secret."""

from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiYamlRenderer
from drf_spectacular.views import SpectacularAPIView
from rest_framework.permissions import AllowAny


class SchemaView(SpectacularAPIView):
    """JSON, or YAML where it is asked for (`Accept: application/vnd.oai.openapi`)."""

    open_to_all = True
    authentication_classes = ()
    permission_classes = (AllowAny,)
    throttle_classes = ()
    renderer_classes = (OpenApiJsonRenderer, OpenApiYamlRenderer)
