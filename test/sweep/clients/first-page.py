"""Weak: takes the first page of the publications for all of them."""

import json
import os
import urllib.request

url = f"{os.environ['PLAYA_URL']}/v3/publicaciones/{os.environ['PLAYA_AGENCY']}"
cars = json.load(urllib.request.urlopen(url))["_entries"]
assert any(car["ExternalId"] == "PIN-0001" for car in cars)
assert len(cars) > 20, len(cars)
