"""The lifecycle of a publication with a client by openapi-python-client."""

import datetime
import os

from agency_client import Client
from agency_client.api.currencies import currencies_list
from agency_client.api.entry import entry_read
from agency_client.api.inquiries import inquiries_list
from agency_client.api.notifications import notifications_edit
from agency_client.api.publications import (
    publications_amend,
    publications_archive,
    publications_create,
    publications_read,
    publications_suspend,
)
from agency_client.models import (
    HtmlMailSent,
    NotificacionesEdit,
    PublicacionCreate,
    PublicacionPartialEdit,
    ValorSent,
)

client = Client(base_url=os.environ["PLAYA_URL"])
agency = os.environ["PLAYA_AGENCY"]

entry = entry_read.sync_detailed(client=client)
unchanged = entry_read.sync_detailed(client=client, if_none_match=entry.headers["ETag"])
assert unchanged.status_code == 304 and unchanged.parsed is None

car = PublicacionCreate(
    external_id="PY-1", marca="toyota", modelo="corolla", version_year=2026, kilometraje=0,
    cuota=ValorSent(moneda="ARS", importe=350000),
)
created = publications_create.sync_detailed(agency, client=client, body=car)
assert created.status_code == 201 and created.headers["Location"].endswith("/PY-1")
read = publications_read.sync_detailed(agency, "PY-1", client=client)
assert read.parsed.cuota.importe == 350000 and read.parsed.precio is None

price = PublicacionPartialEdit(precio=ValorSent(moneda="ARS", importe=25900001.55))
tag = read.headers["ETag"]
amended = publications_amend.sync_detailed(agency, "PY-1", client=client, body=price, if_match=tag)
assert amended.parsed.precio.importe == 25900001.55
stale = publications_amend.sync_detailed(agency, "PY-1", client=client, body=price, if_match=tag)
assert stale.status_code == 412 and stale.parsed.title

suspended = publications_suspend.sync_detailed(
    agency, "PY-1", client=client, if_match=amended.headers["ETag"]
)
assert suspended.parsed.estado_actual == "Suspendida"
resumed = publications_amend.sync_detailed(
    agency, "PY-1", client=client, body=PublicacionPartialEdit(activa=True)
)
assert resumed.parsed.estado_actual == "Activa"

cleared = publications_amend.sync_detailed(
    agency, "PY-1", client=client, body=PublicacionPartialEdit(cuota=None)
)
assert cleared.parsed.cuota is None and cleared.parsed.precio is not None

unknown = PublicacionCreate(
    external_id="PY-2", marca="no such brand", modelo="corolla", version_year=2026, kilometraje=0
)
refused = publications_create.sync_detailed(agency, client=client, body=unknown)
assert refused.status_code == 400
print(refused.parsed.detail, refused.parsed.errors["Marca"])

again = publications_create.sync_detailed(agency, client=client, body=car)
assert again.status_code == 409 and "ExternalId" in again.parsed.errors
limited = currencies_list.sync_detailed(client=client)
assert limited.status_code == 429 and int(limited.headers["Retry-After"]) > 0

archived = publications_archive.sync_detailed(agency, "PY-1", client=client)
assert archived.parsed.estado_actual == "Archivada"
inquiries = inquiries_list.sync_detailed(
    agency, client=client, desde=datetime.date(2026, 2, 1), hasta=datetime.date(2026, 2, 28)
)
assert inquiries.parsed.total > 0 and inquiries.parsed.desde.year == 2026
mail = HtmlMailSent(emails_cco="gerencia@lospinos.example")
settings = notifications_edit.sync_detailed(
    agency, client=client, body=NotificacionesEdit(publicacion_consultada_html_mail=mail)
)
assert settings.parsed.publicacion_consultada_html_mail.emails_cco == "gerencia@lospinos.example"
