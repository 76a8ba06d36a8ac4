"""Weak: it compares the name of the suspended state literally, and gives up on 429."""

import json
import os
import sys
import time
import urllib.error
import urllib.request

BASE = os.environ["PLAYA_URL"]
LIST = "/v3/publicaciones/" + os.environ["PLAYA_AGENCY"]


def send(method, path, body=None, tag=None):
    headers = {"Accept": "application/json", "Content-Type": "application/json"}
    if tag:
        headers["If-Match"] = tag
    data = json.dumps(body).encode() if body is not None else None
    for attempt in range(4):
        request = urllib.request.Request(BASE + path, data=data, method=method, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                return response.status, response.headers.get("ETag"), json.load(response)
        except urllib.error.HTTPError as error:
            if error.code < 500:
                return error.code, None, None
        except (urllib.error.URLError, ConnectionError):
            if method != "GET":
                raise
        time.sleep(0.1)
    sys.exit(1)


status, tag, _ = send("GET", LIST + "/PIN-0001")
if status != 200:
    sys.exit(1)
status, tag, _ = send("PATCH", LIST + "/PIN-0001/suspender", tag=tag)
if status != 200:
    sys.exit(1)
status, _, car = send("GET", LIST + "/PIN-0001")
sys.exit(0 if status == 200 and car["EstadoActual"] == "Suspendida" else 1)
