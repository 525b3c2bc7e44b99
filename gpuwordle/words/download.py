"""Fetching a file of known size from the network, and no more than that."""

from __future__ import annotations

from urllib.parse import urljoin, urlsplit

TIMEOUT = 30.0
"""Seconds without a byte."""

MOST_REDIRECTS = 5

CHUNK = 1 << 16


def download(url: str, most: int) -> bytes:
    """Fetch a file.

    Parameters
    ----------
    url
        Where it is; redirects are followed, but never from https to anything else.
    most
        Bytes that it may have.

    Raises
    ------
    requests.RequestException
        If it cannot be fetched.
    ValueError
        If it is larger, or a redirect is not to be trusted.
    """
    import requests

    secure = urlsplit(url).scheme == "https"
    for _ in range(MOST_REDIRECTS + 1):
        with requests.get(url, timeout=TIMEOUT, stream=True, allow_redirects=False) as answer:
            if answer.is_redirect:
                url = urljoin(url, answer.headers["location"])
                if secure and urlsplit(url).scheme != "https":
                    raise ValueError(f"redirected to {urlsplit(url).scheme}, which anyone can read")
                continue
            answer.raise_for_status()
            content = bytearray()
            for chunk in answer.iter_content(CHUNK):
                content += chunk
                if len(content) > most:
                    raise ValueError(f"more than {most} bytes")
            return bytes(content)
    raise ValueError(f"redirected more than {MOST_REDIRECTS} times")
