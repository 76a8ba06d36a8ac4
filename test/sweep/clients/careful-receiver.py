"""Careful: a receiver of webhooks that handles each id once, and reads the current state of what one names."""

import http.server
import json
import os
import threading
import time
import urllib.parse
import urllib.request

from careful_http import AGENCY, send

OWN = f"/v3/publicaciones/{AGENCY}/PIN-0001"
seen, lock = set(), threading.Lock()


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with lock:
            seen.add(self.headers["Notification-Hook-ID"])
        self.send_response(204)
        self.end_headers()

    do_PUT = do_POST

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
threading.Thread(target=server.serve_forever, daemon=True).start()

topic = "/v3/appnotificaciones/publicacion-consultada"
hook = {"Callback": f"http://127.0.0.1:{server.server_port}/", "Activo": True}
status, _, _ = send("PUT", topic, hook)
if status == 404:
    status, _, _ = send("POST", topic, hook)
assert status in (200, 201), status

lead = json.dumps({"adminMail": os.environ["PLAYA_AGENCY"], "externalid": "PIN-0001"}).encode()
control = os.environ["PLAYA_CONTROL"] + "/worlds/default/inquiries"
for _ in range(2):
    urllib.request.urlopen(urllib.request.Request(control, lead, {"Content-Type": "application/json"}), timeout=10)
deadline = time.time() + 6
while len(seen) < 2 and time.time() < deadline:
    time.sleep(0.05)
assert len(seen) == 2, seen
