"""A page of another site in a real browser cannot make its visitors write here (CSRF)."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Final

import httpx
import pytest
from playwright.sync_api import Browser, Page

from tests.api.feedback import feedback
from tests.factories.servers import Serving

WAYS: Final = {
    "fetch without a media type": """
        ([url, body]) => fetch(url, {method: 'POST', mode: 'no-cors', body: new Blob([body])}).catch(() => null)
    """,
    "fetch as text": "([url, body]) => fetch(url, {method: 'POST', mode: 'no-cors', body}).catch(() => null)",
    "fetch as JSON": """
        ([url, body]) => fetch(url, {method: 'POST', body, headers: {'content-type': 'application/json'}}).catch(() => null)
    """,
    "sendBeacon without a media type": "([url, body]) => navigator.sendBeacon(url, new Blob([body]))",
    "sendBeacon as text": "([url, body]) => navigator.sendBeacon(url, body)",
    "a form as text": """
        ([url, body]) => {
            const form = Object.assign(document.createElement('form'),
                {method: 'post', action: url, enctype: 'text/plain', target: 'sink'});
            const cut = body.length - 9;
            form.append(Object.assign(document.createElement('input'),
                {name: body.slice(0, cut), value: body.slice(cut)}));
            document.body.append(form);
            form.submit();
        }
    """,
}
"""How a page can send a body. The form puts `=` between name and value, which lands inside the last string."""


class _ForeignPage(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = b"<!doctype html><title>Elsewhere</title><body><iframe name=sink></iframe>"
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        return


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[int]:
    """The port of another server on this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _ForeignPage)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server.server_port
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
@pytest.mark.parametrize("way", WAYS)
def test_nothing_lands_that_a_page_of_another_site_sends(
    way: str, host: str, browser: Browser, server: Serving, elsewhere: int
) -> None:
    """`localhost` is another site than the service, `127.0.0.1` the same site and another origin."""
    sent = feedback(2 * list(WAYS).index(way) + (host == "localhost") + 1)
    with browser.new_context() as context:
        page = context.new_page()
        page.goto(f"http://{host}:{elsewhere}/")
        ending = "requestfailed" if way == "fetch as JSON" else "response"
        with page.expect_event(ending, lambda seen: seen.url.startswith(server.url)):
            page.evaluate(WAYS[way], [f"{server.url}/api/feedback-channel", json.dumps(sent)])
    known = httpx.get(f"{server.url}/api/feedback-channel/{sent['feedback_id']}")
    assert known.status_code == 404, known.text


def test_a_page_of_the_service_itself_may_send(opened: Any, server: Serving) -> None:
    page: Page = opened(bypass_csp=True)
    sent = feedback(100)
    page.goto("/skills/")
    status = page.evaluate(
        """([url, body]) => fetch(url, {method: 'POST', body, headers: {'content-type': 'application/json'}})
            .then(answer => answer.status)""",
        ["/api/feedback-channel", json.dumps(sent)],
    )
    assert status == 200
    assert httpx.get(f"{server.url}/api/feedback-channel/{sent['feedback_id']}").status_code == 200
