"""Weak: writes a full edit of its own data without If-Match, which destroys what others have written."""

import json
import os
import urllib.request

own = f"{os.environ['PLAYA_URL']}/v3/publicaciones/{os.environ['PLAYA_AGENCY']}/PIN-0001"
car = json.load(urllib.request.urlopen(own))
body = {name: car[name] for name in ("VersionYear", "Precio", "Fotos", "Color")}
data = json.dumps({**body, "Kilometraje": 99999}).encode()
request = urllib.request.Request(own, data, {"Content-Type": "application/json"}, method="PUT")
assert urllib.request.urlopen(request).status == 200
