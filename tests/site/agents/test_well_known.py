"""What lies under /.well-known/."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from becivic.packaged import corpus_folder
from becivic.site.agents.manifest import manifest
from becivic.site.agents.well_known import LINKSET, api_catalog, security_txt
from tests.factories.grounds import AT, URL, grounds


def lines(text: str) -> dict[str, str]:
    return dict(line.split(": ", 1) for line in text.splitlines())


def test_security_txt_says_whom_to_write_to_and_until_when() -> None:
    told = lines(security_txt(URL, AT).text)
    assert told["Contact"] == f"{URL}/docs/retraction-protocol"
    assert (corpus_folder() / "docs/retraction-protocol.md").is_file()
    assert (corpus_folder() / "docs/threat-model.mdx").is_file()
    expires = datetime.strptime(told["Expires"], "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    assert timedelta(days=100) < expires - AT < timedelta(days=365)
    assert told["Canonical"] == f"{URL}/.well-known/security.txt"


def test_an_operator_who_has_an_address_for_it_is_named() -> None:
    assert (
        lines(security_txt(URL, AT, "mailto:desk@civic.example").text)["Contact"]
        == "mailto:desk@civic.example"
    )


def test_security_txt_stays_the_same_for_a_day() -> None:
    assert security_txt(URL, AT) == security_txt(URL, AT + timedelta(hours=11))
    assert security_txt(URL, AT) != security_txt(URL, AT + timedelta(hours=12))


def test_the_catalogue_leads_to_what_describes_the_interface() -> None:
    made = api_catalog(grounds())
    catalog, http = json.loads(made.body)["linkset"]
    assert made.media_type == LINKSET
    assert catalog == {"anchor": f"{URL}/.well-known/api-catalog", "item": [{"href": f"{URL}/api"}]}
    assert http["service-desc"] == [{"href": f"{URL}/api/openapi.json", "type": "application/json"}]


def test_the_tools_are_named_where_they_are_served() -> None:
    having = replace(grounds(), has_mcp=True)
    tools = json.loads(api_catalog(having).body)["linkset"][2]
    assert tools["anchor"] == f"{URL}/mcp"
    assert tools["service-doc"] == [{"href": f"{URL}/docs/connect", "type": "text/html"}]
    assert json.loads(manifest(having).body)["links"]["mcp"] == "/mcp"
    assert "mcp" not in json.loads(manifest(grounds()).body)["links"]
