// The lifecycle of a publication with a client by @hey-api/openapi-ts.
import assert from 'node:assert/strict'
import {
  currenciesList,
  entryRead,
  inquiriesList,
  notificationsEdit,
  publicationsAmend,
  publicationsArchive,
  publicationsCreate,
  publicationsRead,
  publicationsSuspend,
} from './agency'
import { client } from './agency/client.gen'

client.setConfig({ baseUrl: process.env.PLAYA_URL! })
const path = { adminmail: process.env.PLAYA_AGENCY! }
const one = { ...path, externalid: 'TS-1' }

const entry = await entryRead()
const known = { 'If-None-Match': entry.response!.headers.get('ETag')! }
const unchanged = await entryRead({ headers: known })
assert.equal(unchanged.response!.status, 304)

const year = { Modelo: 'corolla', VersionYear: 2026, Kilometraje: 0 }
const car = { ...year, ExternalId: 'TS-1', Marca: 'toyota', Cuota: { Moneda: 'ARS', Importe: 350000 } }
const created = await publicationsCreate({ path, body: car })
assert.match(created.response!.headers.get('Location')!, /TS-1$/)
const read = await publicationsRead({ path: one })
assert.equal(read.data?.Cuota?.Importe, 350000)
assert.equal(read.data.Precio, null)

const tag = { 'If-Match': read.response!.headers.get('ETag')! }
const price = { Precio: { Moneda: 'ARS', Importe: 25900001.55 } }
const amended = await publicationsAmend({ path: one, body: price, headers: tag })
assert.equal(amended.data?.Precio?.Importe, 25900001.55)
const stale = await publicationsAmend({ path: one, body: price, headers: tag })
assert.equal(stale.response!.status, 412)

const current = { 'If-Match': amended.response!.headers.get('ETag')! }
const suspended = await publicationsSuspend({ path: one, headers: current })
assert.equal(suspended.data?.EstadoActual, 'Suspendida')
const resumed = await publicationsAmend({ path: one, body: { Activa: true } })
assert.equal(resumed.data?.EstadoActual, 'Activa')

const cleared = await publicationsAmend({ path: one, body: { Cuota: null } })
assert.equal(cleared.data?.Cuota, null)
assert.notEqual(cleared.data?.Precio, null)

const refused = await publicationsCreate({ path, body: { ...year, ExternalId: 'TS-2', Marca: 'no such' } })
assert.equal(refused.response!.status, 400)
if (refused.error && typeof refused.error !== 'string' && 'Errors' in refused.error)
  console.log(refused.error.Detail, refused.error.Errors['Marca'])

const again = await publicationsCreate({ path, body: car })
assert.equal(again.response!.status, 409)
const limited = await currenciesList()
assert.equal(limited.response!.status, 429)
assert(Number(limited.response!.headers.get('Retry-After')) > 0)

const archived = await publicationsArchive({ path: one })
assert.equal(archived.data?.EstadoActual, 'Archivada')
const inquiries = await inquiriesList({ path, query: { desde: '2026-02-01', hasta: '2026-02-28' } })
assert(inquiries.data!.Total > 0)
const mail = { EmailsCCO: 'gerencia@lospinos.example' }
const settings = await notificationsEdit({ path, body: { PublicacionConsultadaHtmlMail: mail } })
assert.equal(settings.data?.PublicacionConsultadaHtmlMail?.EmailsCCO, mail.EmailsCCO)
