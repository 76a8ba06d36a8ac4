"""Weak: it knows what an entity tag looks like, and which members an answer has."""

import json
import os
import re
import sys
import urllib.request

URL = os.environ["PLAYA_URL"] + "/v3/agencias/" + os.environ["PLAYA_AGENCY"] + "/productos"
CAR = os.environ["PLAYA_URL"] + "/v3/publicaciones/" + os.environ["PLAYA_AGENCY"] + "/PIN-0001"
MEMBERS = {"Baja", "Media", "Alta", "_links"}


def send(url):
    with urllib.request.urlopen(url, timeout=10) as response:
        return response.headers.get("ETag") or "", json.load(response)


_, package = send(URL)
tag, _ = send(CAR)
sys.exit(0 if set(package) == MEMBERS and re.fullmatch(r'"[^"]+"', tag) else 1)
