"""Weak: takes the day in UTC for the day of the agency."""

import datetime
import json
import os
import urllib.request

lead = json.dumps({"adminMail": os.environ["PLAYA_AGENCY"], "externalid": "PIN-0001"}).encode()
control = os.environ["PLAYA_CONTROL"] + "/worlds/default/inquiries"
urllib.request.urlopen(urllib.request.Request(control, lead, {"Content-Type": "application/json"}))

now = datetime.datetime.fromisoformat(os.environ["PLAYA_NOW"]).astimezone(datetime.timezone.utc)
url = f"{os.environ['PLAYA_URL']}/v3/consultas/{os.environ['PLAYA_AGENCY']}?desde={now.date()}&externalid=PIN-0001"
assert json.load(urllib.request.urlopen(url))["Total"] == 1
