"""Holds answers to the OpenAPI document: a status it names, a media type it names, a body its schema accepts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

import httpx
import jsonschema_rs

from becivic.api.docs_page import ADDRESS, House
from becivic.api.openapi.document import openapi_document
from becivic.site.frame import POLICY
from becivic.site.pages.guest import framed

DOCUMENT = openapi_document("http://becivic.test")
HOUSE = House(framed("http://becivic.test", ADDRESS), POLICY)
"""The frame that the application puts the page into."""
METHODS = ("get", "post", "patch", "delete")


def operations() -> Iterator[tuple[str, str, Mapping[str, Any]]]:
    """Method, path and what is said of them."""
    for path, item in DOCUMENT["paths"].items():
        for method in METHODS:
            if method in item:
                yield method, path, item[method]


def validator(schema: Mapping[str, Any]) -> jsonschema_rs.Draft202012Validator:
    """Of a schema that refers to components, formats included."""
    return jsonschema_rs.Draft202012Validator(
        {**schema, "components": DOCUMENT["components"]}, validate_formats=True
    )


@cache
def _answer_validator(
    method: str, path: str, status: str, media_type: str
) -> jsonschema_rs.Draft202012Validator:
    response = DOCUMENT["paths"][path][method]["responses"][status]
    return validator(response["content"][media_type]["schema"])


def path_of(address: str) -> str:
    """The path of the document that an address falls under; a path without parameters is preferred."""
    plain = address.partition("?")[0]
    paths: list[str] = list(DOCUMENT["paths"])
    found = [path for path in paths if re.fullmatch(re.sub(r"\{[a-z_]+\}", "[^/]+", path), plain)]
    assert found, f"{plain} is not documented"
    return min(found, key=lambda path: path.count("{"))


def assert_documented(response: httpx.Response) -> str:
    """The operationId that the answer fits."""
    method, path = response.request.method.lower(), path_of(response.request.url.path)
    operation = DOCUMENT["paths"][path][method]
    status = str(response.status_code)
    assert status in operation["responses"], f"{operation['operationId']} answered {status}: {response.text}"
    said = operation["responses"][status]
    for name, header in said.get("headers", {}).items():
        if header.get("required"):
            assert name in response.headers, f"{operation['operationId']} {status} lacks {name}"
    if "content" in said:
        media_type = response.headers["content-type"].partition(";")[0]
        assert media_type in said["content"]
        if "json" in media_type:
            faults = list(_answer_validator(method, path, status, media_type).iter_errors(response.json()))
            assert not faults, f"{operation['operationId']} {status}: {faults[0].message} in {response.text}"
    return str(operation["operationId"])
