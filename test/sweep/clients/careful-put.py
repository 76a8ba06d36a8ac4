"""Careful: edits by PUT under the tag that it read, with all that it read, and tries again after 412."""

from careful_http import AGENCY, send

OWN = f"/v3/publicaciones/{AGENCY}/PIN-0001"
EDITABLE = (
    "RefStock Vin Exposicion OperadorResponsable VersionYear Kilometraje Color Descripcion "
    "DatosTecnicosCustom Precio Adelanto Cuota Fotos Locacion Telefono"
).split()

for attempt in range(5):
    status, tag, car = send("GET", OWN)
    assert status == 200
    if car["Kilometraje"] == 99999:
        break
    body = {name: car[name] for name in EDITABLE if car.get(name) is not None}
    status, _, _ = send("PUT", OWN, {**body, "Kilometraje": 99999}, tag)
    assert status in (200, 412), status
else:
    raise SystemExit("another client is always faster")
