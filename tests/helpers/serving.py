"""`gpuwordle serve` in a separate process, and questions to it."""

import json
import os
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from http.client import HTTPConnection
from urllib.parse import urlencode

SECONDS = 120


class Served:
    """A server that runs; `address` is where its page is. `limits` replace those of its module."""

    def __init__(self, *arguments, **limits):
        set_limits = f"import gpuwordle.web.server as it; vars(it).update({limits!r}); "
        script = f"{set_limits if limits else ''}from gpuwordle.cli.program import main; main()"
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-c", script, "serve", "--port", "0", *map(str, arguments)],
            stderr=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": "1"},
        )
        self.line = ""
        while "http://" not in self.line:
            self.line = self.process.stderr.readline()
            assert self.line, f"the server ended: {self.process.wait(SECONDS)}"
        self.address = self.line.split(" at ")[1].split(",")[0]
        self.port = int(self.address.rpartition(":")[2])

    def get(self, path, headers=None):
        """Return status, headers and text of an answer."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        try:
            connection.request("GET", path, headers=headers or {})
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read().decode()
        finally:
            connection.close()

    def send(self, content):
        """Send bytes, and return all that comes back until the server closes the connection."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=SECONDS) as connection:
            connection.sendall(content)
            found = b""
            with suppress(ConnectionResetError):  # it had not read everything
                while part := connection.recv(65536):
                    found += part
            return found.decode()

    def ask(self, question, *pairs, **given):
        """Return what a question is answered with."""
        query = urlencode([*pairs, *given.items()])
        status, _, text = self.get(f"/api/{question}?{query}")
        assert status == 200, text
        return json.loads(text)

    def end(self):
        """Press Ctrl-C; return the exit code and what was still written."""
        self.process.send_signal(signal.SIGINT)
        out, errors = self.process.communicate(timeout=SECONDS)
        # What has to be compiled depends on earlier runs.
        told = [line for line in errors.splitlines(True) if not line.startswith("compiling ")]
        return self.process.returncode, out, "".join(told)
