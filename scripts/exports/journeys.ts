/** Journeys of a client through the API, as data from which Arazzo documents are generated. */

/** One request of a journey, and what its response must be. */
export interface JourneyStep {
  /** Id within the journey: words joined by hyphens. */
  readonly id: string
  readonly about: string
  /** Id of the operation in the OpenAPI document. */
  readonly operation: string
  readonly path?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string | number>>
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
  readonly status: number
  /** Further conditions, as Arazzo writes them. */
  readonly conditions?: readonly string[]
  /** Values for later steps: `$steps.{id}.outputs.{name}`. */
  readonly outputs?: Readonly<Record<string, string>>
}

/** A journey: what a client wants, step by step. */
export interface Journey {
  /** Name of its document. */
  readonly name: string
  readonly title: string
  readonly about: string
  /** World that it begins in, where the default one does not do: its scenario. */
  readonly scenario?: string
  readonly agency: string
  readonly steps: readonly JourneyStep[]
}

const AGENCY = 'ventas@lospinos.example'
const AGENCY_PATH = { adminmail: '$inputs.agency' }
const at = (externalid: string) => ({ ...AGENCY_PATH, externalid })
const etagOf = (step: string) => `$steps.${step}.outputs.etag`
const ETAG = { etag: '$response.header.etag' }

const car = (ExternalId: string, more: object = {}) => ({
  ExternalId,
  Marca: 'vw',
  Modelo: 'gol trend',
  VersionYear: 2018,
  Kilometraje: 61000,
  Color: 'Blanco',
  Precio: { Moneda: 'ARS', Importe: 15500000 },
  Fotos: ['$inputs.photo'],
  ...more,
})

const created = (id: string, externalId: string, more: object = {}): JourneyStep => ({
  id,
  about: 'Create a publication.',
  operation: 'publications.create',
  path: AGENCY_PATH,
  body: car(externalId, more),
  status: 201,
  conditions: [`$response.body#/ExternalId == '${externalId}'`],
  outputs: ETAG,
})

/** Every journey, each in its own document. */
export const journeys: readonly Journey[] = [
  {
    name: 'publish-with-photos',
    title: 'Publish a car with photos',
    about: 'A car is published with three photos of at least 640 x 360 px, and read back.',
    agency: AGENCY,
    steps: [
      created('publish', 'ARZ-PHOTOS', { Fotos: ['$inputs.photo', '$inputs.photo2', '$inputs.photo3'] }),
      {
        id: 'read',
        about: 'Read it back.',
        operation: 'publications.read',
        path: at('ARZ-PHOTOS'),
        status: 200,
        conditions: ["$response.body#/EstadoActual == 'Activa'", '$response.body#/Fotos/2 != null'],
      },
    ],
  },
  {
    name: 'edit-under-a-tag',
    title: 'Edit under an entity tag',
    about: 'A price is changed under the entity tag of the copy at hand; the tag changes with it.',
    agency: AGENCY,
    steps: [
      created('publish', 'ARZ-EDIT'),
      {
        id: 'edit',
        about: 'Change the price under the tag.',
        operation: 'publications.amend',
        path: at('ARZ-EDIT'),
        headers: { 'If-Match': etagOf('publish') },
        body: { Precio: { Moneda: 'ARS', Importe: 14900000 } },
        status: 200,
        conditions: [
          '$response.body#/Precio/Importe == 14900000',
          `$response.header.etag != ${etagOf('publish')}`,
        ],
      },
    ],
  },
  {
    name: 'stale-tag-and-recovery',
    title: 'A stale entity tag, and recovery',
    about: 'Another writer was first: 412. The client reads again, and its edit under the new tag is done.',
    agency: AGENCY,
    steps: [
      created('publish', 'ARZ-STALE'),
      {
        id: 'other-writer',
        about: 'Another writer suspends it.',
        operation: 'publications.suspend',
        path: at('ARZ-STALE'),
        headers: { 'If-Match': etagOf('publish') },
        status: 200,
      },
      {
        id: 'edit-stale',
        about: 'The edit under the old tag is refused.',
        operation: 'publications.amend',
        path: at('ARZ-STALE'),
        headers: { 'If-Match': etagOf('publish') },
        body: { Precio: { Moneda: 'ARS', Importe: 14900000 } },
        status: 412,
      },
      {
        id: 'read-again',
        about: 'Read the current copy and its tag.',
        operation: 'publications.read',
        path: at('ARZ-STALE'),
        status: 200,
        conditions: ['$response.body#/Precio/Importe == 15500000'],
        outputs: ETAG,
      },
      {
        id: 'edit-again',
        about: 'The same edit under the current tag.',
        operation: 'publications.amend',
        path: at('ARZ-STALE'),
        headers: { 'If-Match': etagOf('read-again') },
        body: { Precio: { Moneda: 'ARS', Importe: 14900000 } },
        status: 200,
        conditions: ['$response.body#/Precio/Importe == 14900000'],
      },
    ],
  },
  {
    name: 'lost-answer-and-recovery',
    title: 'A lost response, and recovery',
    about:
      'The response to a create does not arrive. The client looks before it sends again: the publication is there. ' +
      'Sent again without looking, the create is refused and makes no second one.',
    agency: AGENCY,
    steps: [
      created('publish', 'ARZ-LOST'),
      {
        id: 'look',
        about: 'Look whether it was done, instead of sending it again.',
        operation: 'publications.read',
        path: at('ARZ-LOST'),
        status: 200,
      },
      {
        id: 'send-again',
        about: 'Sent again, the create is refused: the id is taken.',
        operation: 'publications.create',
        path: AGENCY_PATH,
        body: car('ARZ-LOST'),
        status: 409,
      },
    ],
  },
  {
    name: 'package-full',
    title: 'No place in the package',
    about: 'Every level of the package is taken: a create is refused until a publication is archived.',
    scenario: 'package-exhausted',
    agency: 'ventas@completo.example',
    steps: [
      {
        id: 'count',
        about: 'Count the free places.',
        operation: 'agencies.products',
        path: AGENCY_PATH,
        status: 200,
        conditions: ['$response.body#/Alta/Disponibles == 0', '$response.body#/Baja/Disponibles == 0'],
      },
      {
        id: 'refused',
        about: 'A create finds no place.',
        operation: 'publications.create',
        path: AGENCY_PATH,
        body: car('ARZ-FULL'),
        status: 409,
      },
      {
        id: 'archive',
        about: 'Archive one that is no longer for sale.',
        operation: 'publications.archive',
        path: at('LLENO-0001'),
        status: 200,
      },
      { ...created('publish', 'ARZ-FULL'), about: 'Now there is a place.' },
    ],
  },
  {
    name: 'inbox-by-pages',
    title: 'Read the inbox by pages',
    about: 'Inquiries are read page by page; the total says how many there are.',
    agency: AGENCY,
    steps: [
      {
        id: 'first-page',
        about: 'Read the first page.',
        operation: 'inquiries.list',
        path: AGENCY_PATH,
        status: 200,
        conditions: ['$response.body#/Total > 100', '$response.body#/_links/next/href != null'],
        outputs: { total: '$response.body#/Total', first: '$response.body#/_entries/0/_links/self/href' },
      },
      {
        id: 'second-page',
        about: 'Read the next page.',
        operation: 'inquiries.list',
        path: AGENCY_PATH,
        query: { pagina: 2 },
        status: 200,
        conditions: [
          '$response.body#/Total == $steps.first-page.outputs.total',
          '$response.body#/_entries/0/_links/self/href != $steps.first-page.outputs.first',
        ],
      },
    ],
  },
  {
    name: 'webhook-setup',
    title: 'Set up a webhook',
    about: 'The app asks which topics there are, configures one, and reads the configuration back.',
    agency: AGENCY,
    steps: [
      {
        id: 'topics',
        about: 'Which topics are there?',
        operation: 'webhooks.list',
        status: 200,
        conditions: ['$response.body#/TopicsDisponibles/0 != null'],
      },
      {
        id: 'configure',
        about: 'Configure the topic of states.',
        operation: 'webhooks.edit',
        path: { topic: 'publicacion-estado' },
        body: { Callback: '$inputs.callback', Activo: true, Secret: 'change-me-please' },
        status: 200,
      },
      {
        id: 'read',
        about: 'Read it back.',
        operation: 'webhooks.read',
        path: { topic: 'publicacion-estado' },
        status: 200,
        conditions: ['$response.body#/Callback == $inputs.callback', '$response.body#/Activo == true'],
      },
    ],
  },
]
