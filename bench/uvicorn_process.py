"""How the compared applications are served: uvicorn with the loop, the parser and the settings that ours has."""

from __future__ import annotations

import logging
import sys
from typing import Literal

import uvicorn
from starlette.types import ASGIApp

from becivic.web.server import listen


def serve(app: ASGIApp, lifespan: Literal["on", "off"] = "off") -> None:
    """Until it is told to stop; the first line of stderr says where it listens."""
    with listen("127.0.0.1", 0) as listener:
        config = uvicorn.Config(
            app,
            loop="auto",
            http="httptools",
            ws="none",
            lifespan=lifespan,
            log_config=None,
            log_level=logging.WARNING,
            access_log=False,
            proxy_headers=False,
            server_header=False,
            timeout_keep_alive=75,
        )
        print(f"listens on http://127.0.0.1:{listener.getsockname()[1]}", file=sys.stderr, flush=True)
        uvicorn.Server(config).run([listener])
