"""The lifecycle of a publication with a client by openapi-generator."""

import datetime
import json
import os

import agency_client
from agency_client import (
    HtmlMailSent,
    NotificacionesEdit,
    PublicacionCreate,
    PublicacionPartialEdit,
    ValorSent,
)

configuration = agency_client.Configuration(host=os.environ["PLAYA_URL"], retries=False)
client = agency_client.ApiClient(configuration)
publications = agency_client.PublicationsApi(client)
agency = os.environ["PLAYA_AGENCY"]


def refusal(call, *arguments, **named):
    """Returns the exception that a call answers with; its `body` is the text of the response."""
    try:
        call(*arguments, **named)
    except agency_client.ApiException as error:
        return error
    raise AssertionError("not refused")


entry = agency_client.EntryApi(client)
first = entry.entry_read_with_http_info()
unchanged = refusal(entry.entry_read, if_none_match=first.headers["ETag"])
assert unchanged.status == 304

car = PublicacionCreate(
    external_id="PY-1", marca="toyota", modelo="corolla", version_year=2026, kilometraje=0,
    cuota=ValorSent(moneda="ARS", importe=350000),
)
created = publications.publications_create_with_http_info(agency, car)
assert created.status_code == 201 and created.headers["Location"].endswith("/PY-1")
read = publications.publications_read_with_http_info(agency, "PY-1")
assert read.data.cuota.importe == 350000 and read.data.precio is None

price = PublicacionPartialEdit(precio=ValorSent(moneda="ARS", importe=25900001.55))
tag = read.headers["ETag"]
amended = publications.publications_amend_with_http_info(agency, "PY-1", price, if_match=tag)
assert amended.data.precio.importe == 25900001.55
stale = refusal(publications.publications_amend, agency, "PY-1", price, if_match=tag)
assert stale.status == 412 and json.loads(stale.body)["Title"]

suspended = publications.publications_suspend(agency, "PY-1", if_match=amended.headers["ETag"])
assert suspended.estado_actual == "Suspendida"
resumed = publications.publications_amend(agency, "PY-1", PublicacionPartialEdit(activa=True))
assert resumed.estado_actual == "Activa"

cleared = publications.publications_amend(agency, "PY-1", PublicacionPartialEdit(cuota=None))
assert cleared.cuota is None and cleared.precio is not None

unknown = PublicacionCreate(
    external_id="PY-2", marca="no such brand", modelo="corolla", version_year=2026, kilometraje=0
)
refused = refusal(publications.publications_create, agency, unknown)
assert refused.status == 400
print(refused.data.detail, refused.data.errors["Marca"])

again = refusal(publications.publications_create, agency, car)
assert again.status == 409 and "ExternalId" in again.data.errors
limited = refusal(agency_client.CurrenciesApi(client).currencies_list)
assert limited.status == 429 and int(limited.headers["Retry-After"]) > 0

archived = publications.publications_archive(agency, "PY-1")
assert archived.estado_actual == "Archivada"
inquiries = agency_client.InquiriesApi(client).inquiries_list(
    agency, desde=datetime.date(2026, 2, 1), hasta=datetime.date(2026, 2, 28)
)
assert inquiries.total > 0 and inquiries.desde.year == 2026
mail = HtmlMailSent(emails_cco="gerencia@lospinos.example")
settings = agency_client.NotificationsApi(client).notifications_edit(
    agency, NotificacionesEdit(publicacion_consultada_html_mail=mail)
)
assert settings.publicacion_consultada_html_mail.emails_cco == "gerencia@lospinos.example"
