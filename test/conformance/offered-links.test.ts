import { expect, it } from 'vitest'
import { operations } from '../../src/model/resources/index.ts'
import type { Agency } from '../../src/model/world/agency.ts'
import type { World } from '../../src/model/world/world.ts'
import { isFullRun } from '../support/full-run.ts'
import { agency, golListing as listing, MAIL, miniatureWorld, send } from '../support/miniature-world.ts'
import { optionPacks, optionRows, otherOptionRows } from '../support/option-packs.ts'

/** A link is a promise: whatever a response offers succeeds when it is sent correctly, under every option. */

interface OfferedLink {
  readonly href: string
  readonly templated?: boolean
  readonly method?: string
}

/** A listing that every option accepts. */
const golListing = (id: string, more: object = {}) => listing(id, { Version: 'Serie Zzyzx', ...more })

const PUBLICATIONS = `/v3/publicaciones/${MAIL}`
const SIZES = new Map(golListing('x').Fotos.map((url) => [url, { widthPx: 1280, heightPx: 720 }]))
const photos = { photos: SIZES }

/** The states that links depend on: free places, a full package, a product, read access. */
const SITUATIONS: Readonly<
  Record<string, { readonly first?: Partial<Agency>; readonly app?: string; readonly fills?: number }>
> = {
  'with free places': {},
  'with a full package': { fills: 6 },
  'without a package': { first: { pack: { Alta: 0, Media: 0, Baja: 0 } } },
  'where the product forbids suspensions': { first: { product: { suspends: false, cars: 'any' } } },
  'where the administrator is not editable': {
    first: { operators: agency.operators.map((operator) => ({ ...operator, createdThroughApi: false })) },
  },
  'for an app that only reads': { app: 'lector' },
}

const builtWorld = (
  profile: Readonly<Record<string, string>>,
  first: Partial<Agency>,
  fills: number,
): World => {
  let world = miniatureWorld(profile, first)
  const does = (method: string, target: string, body?: object) => {
    // Some situations and options refuse some of these steps.
    world = send(world, method, target, { ...(body && { body }), ...photos, app: 'uno' }).world
  }
  does('POST', PUBLICATIONS, golListing('archivada'))
  does('PATCH', `${PUBLICATIONS}/archivada/archivar`)
  does('POST', PUBLICATIONS, golListing('suspendida', { Activa: false }))
  for (let i = 0; i < Math.max(1, fills); i++) does('POST', PUBLICATIONS, golListing(`activa-${i}`))
  does('POST', `/v3/sucursales/${MAIL}`, { Descripcion: 'Casa central' })
  does('POST', '/v3/appnotificaciones/publicacion-estado', { Callback: 'https://app.example/' })
  return world
}

const READ = [
  '/v3',
  '/v3/agencias',
  `/v3/agencias/${MAIL}`,
  `/v3/agencias/${MAIL}/productos`,
  `/v3/operadores/${MAIL}`,
  `/v3/notificaciones/${MAIL}`,
  `/v3/sucursales/${MAIL}`,
  `/v3/consultas/${MAIL}`,
  `/v3/visitas/${MAIL}`,
  PUBLICATIONS,
  `${PUBLICATIONS}/activa-0`,
  `${PUBLICATIONS}/suspendida`,
  `${PUBLICATIONS}/archivada`,
  '/v3/appnotificaciones',
]

const linksIn = (shown: unknown): OfferedLink[] => {
  if (Array.isArray(shown)) return shown.flatMap(linksIn)
  if (typeof shown !== 'object' || shown === null) return []
  return Object.entries(shown).flatMap(([name, value]) =>
    // What a response shows under that name.
    name === '_links' ? Object.values(value as Record<string, OfferedLink>) : linksIn(value),
  )
}

/** Returns bodies that are correct for the operation; one of them has to succeed. */
const correctBodies = (operation: string | undefined): readonly (object | undefined)[] => {
  const { ExternalId: _, Marca: __, Modelo: ___, ...edit } = listing('')
  switch (operation) {
    case 'publications.create':
      return [golListing('nueva'), golListing('nueva', { Activa: false })]
    case 'publications.edit':
      return [edit, { ...edit, Activa: false }]
    case 'publications.amend':
      return [{ Precio: { Moneda: 'ARS', Importe: 5 } }]
    case 'operators.edit':
      return [
        {
          Nombre: 'Julia',
          Apellido: 'Paz',
          TelefonoLaboral: '351 555-0001',
          WhatsApp: '+54 351 555-0001',
          Region: 'Córdoba',
          Ciudad: 'Córdoba',
          Direccion: 'x 1',
        },
      ]
    case 'agencies.edit':
      return [{ NombreComercial: 'El Taller' }]
    case 'notifications.edit':
      return [{ PublicacionConsultadaHtmlMail: { EmailsCCO: 'a@x.example', Activo: true } }]
    case 'branches.create':
    case 'branches.edit':
      return [{ Descripcion: 'Casa' }]
    case 'webhooks.create':
    case 'webhooks.edit':
      return [{ Callback: 'https://app.example/', Activo: true }]
    default:
      return [undefined]
  }
}

const brokenPromises = (world: World, app: string): string[] => {
  const known = READ.flatMap((target) => {
    const { status, json } = send(world, 'GET', target, { app })
    return status === 200 ? linksIn(json) : []
  })
  const configured = send(world, 'GET', '/v3/appnotificaciones', { app }).json
  const taken = (configured.TopicsConfigurados ?? []).map(({ Topic }: { Topic: string }) => Topic)
  const free = configured.TopicsDisponibles.find((topic: string) => !taken.includes(topic))
  const keyOf = ({ method = 'GET', href }: OfferedLink) =>
    `${method} ${href.replace('http://playa.localhost', '')}`
  const offered = new Map(known.map((link) => [keyOf(link), link]))
  return [...offered].flatMap(([key, { templated, method = 'GET' }]) => {
    if (templated && method === 'GET') return []
    const [, href = ''] = key.split(' ')
    const target = href.replace('{topic}', free)
    const operation = operations.match(target.split('?')[0] ?? '')?.template.byMethod.get(method)?.id
    const tag = send(world, 'GET', target.replace(/\/(suspender|archivar)$/, ''), { app }).headers['ETag']
    const headers = tag === undefined || method === 'GET' ? {} : { 'If-Match': tag }
    const statuses = correctBodies(operation).map(
      (body) => send(world, method, target, { ...(body && { body }), ...photos, headers, app }).status,
    )
    return statuses.some((status) => status < 300) ? [] : [`${key}: ${statuses.join(', ')}`]
  })
}

const rows = optionRows.filter(({ id }) => !/^(auth|limits)\//.test(id))

/** Each option alone in a full run, else those that share a profile; the first profile is the default. */
const PROFILES = isFullRun
  ? rows.map(({ id, option }) => ({ [id]: option }))
  : [
      {},
      ...optionPacks(
        rows.filter((row) => otherOptionRows.includes(row)),
        7,
      ),
    ]

it.each(
  PROFILES.map((profile) => [
    Object.entries(profile)
      .map((pair) => pair.join('='))
      .join(', ') || 'the defaults',
    profile,
  ]),
)('every link that is offered succeeds when it is sent correctly: %s', (_, profile) => {
  const broken = Object.entries(SITUATIONS).flatMap(([name, { first = {}, app = 'uno', fills = 0 }]) =>
    brokenPromises(builtWorld(profile, first, fills), app).map((line) => `${name}: ${line}`),
  )
  expect(broken).toEqual([])
})

it('agencies/package-counts=active-and-suspended: a full package offers no create, and offers it again', () => {
  const world = builtWorld({ 'agencies/package-counts': 'active-and-suspended' }, {}, 6)
  const offers = (at: World) => [
    'crear' in send(at, 'GET', `/v3/agencias/${MAIL}`).json.Publicaciones._links,
    'crear' in send(at, 'GET', PUBLICATIONS).json._links,
  ]
  expect(offers(world)).toEqual([false, false])
  expect(offers(send(world, 'PATCH', `${PUBLICATIONS}/suspendida/archivar`).world)).toEqual([true, true])
})
