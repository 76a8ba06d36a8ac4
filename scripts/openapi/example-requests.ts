import type { ExampleRecords } from './example-records.ts'

/** A request for an example, by the names of the operation's parameters. */
export interface ExampleRequest {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, string | number>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  /** Assumption options, for statuses that the defaults never give. */
  readonly profile?: Readonly<Record<string, string>>
  /** Requests that precede this one. */
  readonly precedingSteps?: readonly ExampleStep[]
  /** Access to the path's agency that the calling app loses before the request. */
  readonly lostAccess?: 'write' | 'access'
}

/** A preceding request with its operation. */
export interface ExampleStep extends ExampleRequest {
  readonly operation: string
}

/** Returns a successful request for each operation. */
export const acceptedRequests = (subjects: ExampleRecords): Readonly<Record<string, ExampleRequest>> => ({
  'entry.read': {},
  ...publicationRequests(subjects),
  ...peopleRequests(subjects),
  ...settingRequests(subjects),
  ...catalogueRequests(subjects),
})

const publicationRequests = ({
  agency,
  publication,
  sid,
}: ExampleRecords): Record<string, ExampleRequest> => {
  const adminmail = agency.adminMail
  const externalid = publication.ExternalId
  const one = { path: { adminmail, externalid } }
  return {
    'publications.create': { path: { adminmail }, body: NEW_LISTING },
    // Filters keep the examples of lists short.
    'publications.list': { path: { adminmail }, query: { q: publication.ExternalId } },
    'publications.read': one,
    'publications.edit': { ...one, body: EDITED_LISTING },
    'publications.amend': { ...one, body: { Precio: { Moneda: 'ARS', Importe: 24_500_000 } } },
    'publications.suspend': one,
    'publications.archive': one,
    'inquiries.read': { path: { adminmail, sid } },
    'inquiries.list': { path: { adminmail }, query: { externalid } },
    'inquiries.list-by-operator': { query: { operador: adminmail, externalid } },
    'visits.list': { path: { adminmail }, query: { externalid } },
  }
}

const NEW_LISTING = {
  ExternalId: 'OKM-2041',
  RefStock: 'A-117',
  Marca: 'Toyota',
  Modelo: 'Corolla',
  Version: 'XEi 2.0 CVT',
  VersionYear: 2021,
  Transmision: 'Automática',
  Propulsion: 'Nafta',
  Kilometraje: 48_200,
  Color: 'Gris plata',
  Descripcion: 'Único dueño, todos los servicios en concesionario.',
  Precio: { Moneda: 'ARS', Importe: 25_900_000 },
  Fotos: ['https://fotos.example/okm-2041/frente.jpg', 'https://fotos.example/okm-2041/interior.jpg'],
  AplicaCertificadoGarantiaUsado: true,
}

const EDITED_LISTING = {
  RefStock: 'A-118',
  VersionYear: 2021,
  Kilometraje: 48_900,
  Color: 'Gris plata',
  Descripcion: 'Único dueño, cubiertas nuevas.',
  Precio: { Moneda: 'ARS', Importe: 24_900_000 },
}

const peopleRequests = ({ agency, editable }: ExampleRecords): Record<string, ExampleRequest> => {
  const path = { adminmail: agency.adminMail }
  return {
    'operators.list': { path },
    'operators.read': { query: { operador: agency.adminMail } },
    'operators.edit': {
      path: { adminmail: editable.adminMail },
      body: {
        Nombre: 'Martina',
        Apellido: 'Sosa',
        WhatsApp: '+54 11 5555-0123',
        Direccion: 'Avenida de los Talleres 1450',
      },
    },
    'agencies.list': {},
    'agencies.read': { path },
    'agencies.edit': { path, body: { NombreComercial: 'Autos del Puerto' } },
    'agencies.products': { path },
  }
}

const settingRequests = (records: ExampleRecords): Record<string, ExampleRequest> => {
  const { agency, topic, configuredTopic } = records
  const path = { adminmail: agency.adminMail }
  const branch = { path, body: BRANCH }
  const existing = { path: { ...path, id: records.branch } }
  const configured = { path: { topic: configuredTopic } }
  return {
    'notifications.read': { path },
    'notifications.edit': {
      path,
      body: { PublicacionConsultadaAdfMail: { Email: 'adf@crm.example', Activo: true } },
    },
    'branches.list': { path },
    'branches.read': existing,
    'branches.create': branch,
    'branches.edit': { ...existing, body: { TallerMecanico: true, Festivo: null } },
    'webhooks.list': {},
    'webhooks.read': configured,
    'webhooks.edit': { ...configured, body: { ...HOOK, Activo: false } },
    'webhooks.create': { path: { topic }, body: HOOK },
  }
}

const BRANCH = {
  Descripcion: 'Sucursal Norte',
  Email: 'norte@autos.example',
  Telefono: '+54 11 5555-0177',
  Region: 'AR-B',
  Direccion: 'Ruta 9 km 38',
  Comercial: true,
  TallerMecanico: false,
  Autopartes: false,
  Laborable: { Desde: '09:00', Hasta: '18:00' },
}

const HOOK = {
  Callback: 'https://integrador.example/avisos',
  Secret: 'una-clave-de-ejemplo-32-letras-00',
  Description: 'Avisos del CRM',
  Activo: true,
  HeaderCustom01: { Name: 'X-Tenant', Value: 'norte' },
}

const catalogueRequests = ({ catalogue }: ExampleRecords): Record<string, ExampleRequest> => {
  const brand = catalogue.brands.find(({ codenames }) => codenames.includes('toyota')) ?? catalogue.brands[0]!
  const model = brand.models[0]!
  const version = model.versions.at(-1)!
  const region = catalogue.regions.find(({ Iso }) => Iso === 'AR-B') ?? catalogue.regions[0]!
  const city = region.cities[0]!
  const item = (entries: readonly { readonly id: number }[]): ExampleRequest => ({
    path: { id: entries[0]!.id },
  })
  return {
    'brands.list': { query: { q: brand.Nombre } },
    'brands.read': { path: { id: brand.id } },
    'brands.best-match': { query: { make: brand.Nombre } },
    'models.list': { query: { marca: brand.id, q: model.Nombre } },
    'models.read': { path: { id: model.id } },
    'models.best-match': { query: { make: brand.Nombre, model: model.Nombre } },
    'versions.list': { query: { modelo: model.id, q: version.Nombre } },
    'versions.read': { path: { id: version.id } },
    'versions.best-match': { query: { make: brand.Nombre, model: model.Nombre, trim: version.Nombre } },
    'regions.list': { query: { q: region.Nombre } },
    'regions.read': { path: { id: region.id } },
    'cities.list': { query: { region: region.Iso, q: city.Nombre } },
    'cities.read': { path: { id: city.id } },
    'cities.best-match': { query: { region: region.Iso, city: city.Nombre } },
    'currencies.list': {},
    'currencies.read': item(catalogue.currencies),
    'fuels.list': {},
    'fuels.read': item(catalogue.fuels),
    'body-styles.list': {},
    'body-styles.read': item(catalogue.bodyStyles),
  }
}
