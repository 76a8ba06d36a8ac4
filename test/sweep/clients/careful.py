"""A careful receiver of webhooks: it processes each once, by its id, and reads the current state."""

import http.server
import json
import os
import sys
import threading
import time
import urllib.error
import urllib.parse
import urllib.request

BASE = os.environ["PLAYA_URL"]
AGENCY = os.environ["PLAYA_AGENCY"]
CAR = "/v3/publicaciones/" + urllib.parse.quote(AGENCY) + "/PIN-0001"


def send(method, path, body=None, tag=None):
    """Returns status, entity tag and body; failures that pass are tried again, as late as the service says."""
    headers = {"Accept": "application/json", "Content-Type": "application/json"}
    if tag:
        headers["If-Match"] = tag
    data = json.dumps(body).encode() if body is not None else None
    for attempt in range(6):
        request = urllib.request.Request(urllib.parse.urljoin(BASE, path), data=data, method=method, headers=headers)
        wait = 0.1
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                return response.status, response.headers.get("ETag"), json.load(response)
        except urllib.error.HTTPError as error:
            if error.code < 500 and error.code != 429:
                return error.code, None, None
            wait = float(error.headers.get("Retry-After") or wait)
        except OSError:
            pass
        time.sleep(wait)
    sys.exit("the service stays away")


def activate(wanted):
    """Changes the state under the tag that was read, until it is as wanted."""
    for attempt in range(4):
        status, tag, car = send("GET", CAR)
        assert status == 200
        if (car["EstadoActual"] == "Activa") == wanted:
            return
        status, _, _ = send("PATCH", CAR, {"Activa": wanted}, tag)
        assert status in (200, 409, 412), status
    sys.exit("another client is always faster")


inquiries, seen, lock = set(), set(), threading.Lock()


class Receiver(http.server.BaseHTTPRequestHandler):
    def do_POST(self):
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with lock:
            identity = self.headers["Notification-Hook-ID"]
            if identity not in seen and body["Topic"] == "publicacion-consultada":
                inquiry = body["Entidad"]
                href = inquiry.get("href") or inquiry["_links"]["self"]["href"]
                inquiries.add(urllib.parse.urlsplit(href).path)
            seen.add(identity)
        self.send_response(204)
        self.end_headers()

    do_PUT = do_POST

    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
threading.Thread(target=server.serve_forever, daemon=True).start()
callback = "http://127.0.0.1:%d/" % server.server_port
_, _, topics = send("GET", "/v3/appnotificaciones")
wanted = {"publicacion-consultada", "publicacion-estado"} & set(topics["TopicsDisponibles"])
for topic in sorted(wanted):
    configuration = {"Callback": callback, "Activo": True}
    status, _, _ = send("PUT", "/v3/appnotificaciones/" + topic, configuration)
    if status == 404:
        status, _, _ = send("POST", "/v3/appnotificaciones/" + topic, configuration)
    assert status in (200, 201), status
lead = json.dumps({"adminMail": AGENCY, "externalid": "PIN-0001"}).encode()
control = urllib.request.Request(
    os.environ["PLAYA_CONTROL"] + "/worlds/default/inquiries", lead, {"Content-Type": "application/json"}
)
urllib.request.urlopen(control, timeout=10).close()
activate(False)
activate(True)
deadline = time.time() + 8
while len(seen) < 1 + 2 * (len(wanted) - 1) and time.time() < deadline:
    time.sleep(0.05)
assert len(inquiries) == 1, inquiries
status, _, car = send("GET", CAR)
assert car["EstadoActual"] == "Activa"
