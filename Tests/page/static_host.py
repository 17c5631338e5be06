"""Python's own web server: the simplest host for a static copy of the page."""

from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread


class QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


class NoWasmType(QuietHandler):
    extensions_map = {**QuietHandler.extensions_map, ".wasm": "application/octet-stream"}


@contextmanager
def static_host(folder, handler=QuietHandler):
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(handler, directory=folder)) as host:
        Thread(target=host.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{host.server_port}"
        host.shutdown()
