"""Weak: it archives the cars that it finds on the first page of the list, and never looks at `next`."""

import json
import os
import urllib.request

BASE = os.environ["PLAYA_URL"]
LIST = "/v3/publicaciones/" + os.environ["PLAYA_AGENCY"]


def send(method, path):
    request = urllib.request.Request(BASE + path, method=method)
    with urllib.request.urlopen(request, timeout=10) as response:
        return json.load(response)


for car in send("GET", LIST)["_entries"][-3:]:
    send("PATCH", LIST + "/" + car["ExternalId"] + "/archivar")
