"""What careful clients share: short failures are tried again, as late as the service says."""

import http.client
import json
import os
import time
import urllib.error
import urllib.parse
import urllib.request

BASE = os.environ["PLAYA_URL"]
AGENCY = urllib.parse.quote(os.environ["PLAYA_AGENCY"])


def send(method, target, body=None, tag=None):
    """Returns status, entity tag and body of an answer that is neither 429 nor 5xx."""
    headers = {"Accept": "application/json", "Content-Type": "application/json"}
    if tag:
        headers["If-Match"] = tag
    data = json.dumps(body).encode() if body is not None else None
    for attempt in range(6):
        request = urllib.request.Request(urllib.parse.urljoin(BASE, target), data, headers, method=method)
        wait = 0.1 * 2**attempt
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                return response.status, response.headers["ETag"], json.load(response)
        except urllib.error.HTTPError as error:
            if error.code < 500 and error.code != 429:
                return error.code, None, None
            wait = float(error.headers["Retry-After"] or wait)
        except (OSError, http.client.HTTPException):
            pass
        time.sleep(wait)
    raise SystemExit(f"{method} {target} keeps failing")
