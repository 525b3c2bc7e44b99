"""Chromium, driven over a pipe by its DevTools protocol: what a page looks like and asks for."""

import json
import os
import shutil
import subprocess
import time
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--disable-dev-shm-usage", "--hide-scrollbars", "--remote-debugging-pipe"),
)
SECONDS = 60

AXE = Path(__file__).parents[1] / "axe" / "axe.min.js"

VIOLATIONS = """
axe.run(document, {resultTypes: ["violations"]}).then(found => found.violations.flatMap(
    rule => rule.nodes.map(node => rule.id + ": " + node.html.slice(0, 120))))
"""

# The box of a line of text is higher than its letters; a fifth of it may lie over another.
OVERLAPS = """
(() => {
  const boxes = [], walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const text = walker.currentNode.textContent.trim();
    const around = walker.currentNode.parentElement;
    if (!text || ["STYLE", "SCRIPT"].includes(around.tagName)) continue;
    if (getComputedStyle(around).clipPath !== "none") continue;  // told to screen readers alone
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    for (const box of range.getClientRects())
      if (box.width && box.height) boxes.push({node: range.startContainer, text,
        left: box.left + 1, right: box.right - 1,
        top: box.top + box.height / 5, bottom: box.bottom - box.height / 5});
  }
  boxes.sort((one, other) => one.top - other.top);
  const found = [];
  for (let at = 0; at < boxes.length; at++)
    for (let next = at + 1; next < boxes.length && boxes[next].top < boxes[at].bottom; next++)
      if (boxes[next].node !== boxes[at].node
          && boxes[next].left < boxes[at].right && boxes[at].left < boxes[next].right)
        found.push(boxes[at].text + " over " + boxes[next].text);
  return {found, texts: boxes.length};
})()
"""

# Browsers decode PNG; no package has to.
PIXELS = """
(async () => {
  const shot = new Image();
  shot.src = "data:image/png;base64,%s";
  await shot.decode();
  const canvas = new OffscreenCanvas(shot.width, shot.height).getContext("2d");
  canvas.drawImage(shot, 0, 0);
  return [...document.querySelectorAll(%s)].map(one => one.getBoundingClientRect()).map(box =>
    [...canvas.getImageData(box.left + box.width / 2, box.top + Math.min(box.height / 2, 4), 1, 1)
      .data].slice(0, 3));
})()
"""

KEYS = {
    "Enter": ("\r", 13),
    "Tab": ("", 9),
    "Backspace": ("", 8),
    "Escape": ("", 27),
    " ": (" ", 32),
}
"""What keys write, and their numbers; other keys of several letters write nothing."""


def installed():
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Browser:
    """One tab. Messages are JSON, each ended by a zero byte: file 3 to Chromium, file 4 from it."""

    def __init__(self, folder):
        command = [installed(), *FLAGS, f"--user-data-dir={folder}", "about:blank"]
        # The shell gives the pipes the two numbers that Chromium expects.
        self._process = subprocess.Popen(
            ["sh", "-c", 'exec "$@" 3<&0 4>&1 </dev/null >/dev/null', "sh", *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
        )
        self._to, self._from = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._from, False)
        self._rest, self._number, self._session, self.events = b"", 0, None, []
        (tab,) = [t for t in self("Target.getTargets")["targetInfos"] if t["type"] == "page"]
        attached = self("Target.attachToTarget", targetId=tab["targetId"], flatten=True)
        self._session = attached["sessionId"]
        for domain in ("Page", "Network", "Runtime"):
            self(f"{domain}.enable")

    def __call__(self, method, **parameters):
        self._number += 1
        message = {"id": self._number, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        line = json.dumps(message).encode() + b"\0"
        while line:
            line = line[os.write(self._to, line) :]
        answer = self._until(lambda told: told.get("id") == self._number)
        assert "error" not in answer, answer
        return answer["result"]

    def _until(self, wanted):
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            while b"\0" in self._rest:
                line, _, self._rest = self._rest.partition(b"\0")
                told = json.loads(line)
                if "method" in told:
                    self.events.append(told)
                if wanted(told):
                    return told
            try:
                read = os.read(self._from, 1 << 20)
            except BlockingIOError:
                time.sleep(0.01)
                continue
            if not read:
                raise EOFError("Chromium has ended")
            self._rest += read
        raise TimeoutError(f"Chromium said nothing for {SECONDS} s")

    def open(self, address, width, scheme):
        """Show a page at a width in pixels, in the scheme "light" or "dark"."""
        self(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=900,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        self.emulate(prefers_color_scheme=scheme)
        self.events = []
        self("Page.navigate", url=address)
        self._until(lambda told: told.get("method") == "Page.loadEventFired")

    def show(self, address, width=1440, scheme="light"):
        """Open a page anew, even if only the part after # differs, and wait until it is idle.

        Returns the exceptions thrown in that time.
        """
        self.open("about:blank", width, scheme)
        self.open(address, width, scheme)
        self.wait_for("!!document.querySelector('main > :not(noscript)')")
        return self.rest()

    def rest(self):
        """Wait until the page is idle; return the exceptions thrown."""
        self.wait_for("!document.querySelector('[aria-busy=true], [data-search=on]')")
        thrown = [e for e in self.events if e["method"] == "Runtime.exceptionThrown"]
        return [event["params"]["exceptionDetails"]["text"] for event in thrown]

    def run(self, script):
        """Return the value of an expression in the page; a promise is awaited."""
        answer = self("Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def wait_for(self, script):
        """Return the value of an expression as soon as it is true.

        It may throw until then: what it reads can be missing while the page is drawn.
        """
        end = time.monotonic() + SECONDS
        found = None
        while time.monotonic() < end:
            try:
                found = self.run(script)
            except AssertionError as error:
                found = error
            else:
                if found:
                    return found
            time.sleep(0.02)
        raise TimeoutError(f"not true within {SECONDS} s: {script} is {found}")

    def press(self, *keys):
        """Press keys one after another, as a person would: letters, or names such as "Tab"."""
        for key in keys:
            text, number = KEYS.get(key, (key if len(key) == 1 else "", 0))
            named = {"key": key, "text": text, "windowsVirtualKeyCode": number}
            self("Input.dispatchKeyEvent", type="keyDown" if text else "rawKeyDown", **named)
            self("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=number)

    def violations(self):
        """Return what axe finds wrong with the page: rules, and the elements that break them."""
        self.run(AXE.read_text(encoding="utf-8"))
        return self.run(VIOLATIONS)

    def requests(self):
        """Return the addresses that were asked for since the page was opened."""
        asked = [e for e in self.events if e["method"] == "Network.requestWillBeSent"]
        return [event["params"]["request"]["url"] for event in asked]

    def pixels(self, selector):
        """Return the colours that elements in sight have in a screenshot, near their upper edge."""
        shot = self("Page.captureScreenshot")["data"]
        return self.run(PIXELS % (shot, json.dumps(selector)))

    def emulate(self, media="", **features):
        """Show the page as on paper (media "print"), or with other features of the system."""
        named = [{"name": name.replace("_", "-"), "value": to} for name, to in features.items()]
        self("Emulation.setEmulatedMedia", media=media, features=named)

    def close(self):
        self._process.terminate()
        self._process.wait(SECONDS)
        self._process.stdin.close()
        self._process.stdout.close()
