"""Weak: it reads `Momento` without its offset, and takes what happened for local time."""

import datetime
import json
import os
import sys
import urllib.request

AGENCY = os.environ["PLAYA_AGENCY"]


def send(url, body=None):
    data = json.dumps(body).encode() if body is not None else None
    headers = {"Content-Type": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(url, data=data, headers=headers), timeout=10) as response:
        return json.load(response)


def local(text):
    return datetime.datetime.strptime(text[:19], "%Y-%m-%dT%H:%M:%S")


send(os.environ["PLAYA_CONTROL"] + "/worlds/default/inquiries", {"adminMail": AGENCY})
page = send(os.environ["PLAYA_URL"] + "/v3/consultas/" + AGENCY)
newest = max(local(inquiry["Momento"]) for inquiry in page["_entries"])
sys.exit(0 if newest == local(os.environ["PLAYA_NOW"]) else 1)
