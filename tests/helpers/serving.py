"""`gpuwordle serve` in a process of its own, and questions to it."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from http.client import HTTPConnection
from urllib.parse import urlencode

SECONDS = 120


class Served:
    """A server that runs; `address` is where its page is."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            [sys.executable, "-P", "-m", "gpuwordle", "serve", "--port", "0", *map(str, arguments)],
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

    def get(self, path, headers=None, method="GET", body=None):
        """Return status, headers and text of an answer."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=SECONDS)
        try:
            connection.request(method, path, body=body, headers=headers or {})
            answer = connection.getresponse()
            return answer.status, dict(answer.getheaders()), answer.read().decode()
        finally:
            connection.close()

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
        return self.process.returncode, out, errors
