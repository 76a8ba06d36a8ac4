// The lifecycle of a publication with a client by orval.
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

const agency = process.env.PLAYA_AGENCY!

const entry = await entryRead()
const known = { 'If-None-Match': entry.headers.get('ETag')! }
const unchanged = await entryRead({ headers: known })
assert.equal(unchanged.status, 304)

const year = { Modelo: 'corolla', VersionYear: 2026, Kilometraje: 0 }
const car = { ...year, ExternalId: 'TS-1', Marca: 'toyota', Cuota: { Moneda: 'ARS', Importe: 350000 } }
const created = await publicationsCreate(agency, car)
assert.match(created.headers.get('Location')!, /TS-1$/)
const read = await publicationsRead(agency, 'TS-1')
assert(read.status === 200 && read.data.Cuota?.Importe === 350000 && read.data.Precio === null)

const tag = { 'If-Match': read.headers.get('ETag')! }
const price = { Precio: { Moneda: 'ARS', Importe: 25900001.55 } }
const amended = await publicationsAmend(agency, 'TS-1', price, { headers: tag })
assert(amended.status === 200 && amended.data.Precio?.Importe === 25900001.55)
const stale = await publicationsAmend(agency, 'TS-1', price, { headers: tag })
assert.equal(stale.status, 412)

const current = { 'If-Match': amended.headers.get('ETag')! }
const suspended = await publicationsSuspend(agency, 'TS-1', { headers: current })
assert(suspended.status === 200 && suspended.data.EstadoActual === 'Suspendida')
const resumed = await publicationsAmend(agency, 'TS-1', { Activa: true })
assert(resumed.status === 200 && resumed.data.EstadoActual === 'Activa')

const cleared = await publicationsAmend(agency, 'TS-1', { Cuota: null })
assert(cleared.status === 200 && cleared.data.Cuota === null && cleared.data.Precio !== null)

const refused = await publicationsCreate(agency, { ...year, ExternalId: 'TS-2', Marca: 'no such' })
assert.equal(refused.status, 400)
if (refused.status === 400) console.log(refused.data.Detail, refused.data.Errors['Marca'])

const again = await publicationsCreate(agency, car)
assert(again.status === 409 && again.data.Errors['ExternalId'])
const limited = await currenciesList()
assert(limited.status === 429 && Number(limited.headers.get('Retry-After')) > 0)

const archived = await publicationsArchive(agency, 'TS-1')
assert(archived.status === 200 && archived.data.EstadoActual === 'Archivada')
const inquiries = await inquiriesList(agency, { desde: '2026-02-01', hasta: '2026-02-28' })
assert(inquiries.status === 200 && inquiries.data.Total > 0)
const mail = { EmailsCCO: 'gerencia@lospinos.example' }
const settings = await notificationsEdit(agency, { PublicacionConsultadaHtmlMail: mail })
assert(settings.status === 200)
assert.equal(settings.data.PublicacionConsultadaHtmlMail?.EmailsCCO, mail.EmailsCCO)
