"""Weak: refuses members that it does not know."""

import json
import os
import urllib.request

url = f"{os.environ['PLAYA_URL']}/v3/agencias/{os.environ['PLAYA_AGENCY']}"
known = {"AdminMail", "NombreComercial", "Nombre", "Productos", "Sucursales", "Operadores", "Administrador", "_links"}
agency = json.load(urllib.request.urlopen(url))
unknown = [name for name in agency if "Nuevo" in name]
assert not unknown, unknown
