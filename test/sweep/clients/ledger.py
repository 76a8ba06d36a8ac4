"""Weak: it treats amounts as whole numbers, and finds brand and model by the order of members."""

import json
import os
import re
import time
import urllib.error
import urllib.request

URL = os.environ["PLAYA_URL"] + "/v3/publicaciones/" + os.environ["PLAYA_AGENCY"] + "/PIN-0001"


def read():
    for attempt in range(6):
        wait = 0.1
        try:
            with urllib.request.urlopen(URL, timeout=10) as response:
                return response.read().decode()
        except urllib.error.HTTPError as error:
            wait = float(error.headers.get("Retry-After") or wait)
        except OSError:
            pass
        time.sleep(wait)
    raise SystemExit("the service stays away")


text = read()
assert re.search(r'"Marca":"[^"]+","Modelo":"[^"]+"', text), "no car"
assert isinstance(json.loads(text)["Precio"]["Importe"], int), "no whole amount"
