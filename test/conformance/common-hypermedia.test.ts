import { expect, it } from 'vitest'
import { operations } from '../../src/model/resources/index.ts'
import { visitTable } from '../../src/model/world/visit.ts'
import type { World } from '../../src/model/world/world.ts'
import { golListing, MAIL, NOW, send } from '../support/miniature-world.ts'
import { inquiryOn, withInquiries, worldWithPublications } from './inquiry-worlds.ts'

/** COM-12, common/link-reach: a client that starts at the entry point and only follows links. */

interface Link {
  readonly href: string
  readonly templated?: boolean
  readonly method?: string
}

/**
 * A world with one of everything: publications in each state, inquiries, a visit, a branch, a webhook of each
 * app.
 */
const inhabited = (
  profile: Readonly<Record<string, string>> = {},
  first: Parameters<typeof worldWithPublications>[1] = {},
): World => {
  let world = worldWithPublications(profile, first)
  const does = (method: string, target: string, body?: object, as = 'uno') => {
    const result = send(world, method, target, { ...(body && { body }), app: as })
    if (result.status >= 300) throw new Error(`${method} ${target}: ${result.text}`)
    world = result.world
  }
  does('POST', `/v3/publicaciones/${MAIL}`, golListing('suspendida', { Activa: false }))
  does('POST', `/v3/publicaciones/${MAIL}`, golListing('archivada'))
  does('PATCH', `/v3/publicaciones/${MAIL}/archivada/archivar`)
  does('POST', `/v3/sucursales/${MAIL}`, { Descripcion: 'Casa central' })
  for (const app of ['uno', 'dos', 'lector'])
    does('POST', '/v3/appnotificaciones/publicacion-estado', { Callback: 'https://app.example/' }, app)
  const about = ['Gol-A', 'Gol-B', 'Gol-D', 'suspendida', 'archivada', 'catalogo']
  const visit = { agency: 0, day: -1, ExternalId: 'Gol-A', app: 'uno', OperadorResponsable: MAIL, Visitas: 3 }
  return {
    ...withInquiries(
      world,
      about.map((what, i) => inquiryOn(world, i + 1, what, NOW - i * 60_000)),
    ),
    visits: visitTable([
      visit,
      { ...visit, ExternalId: 'archivada' },
      { ...visit, ExternalId: 'Gol-D', app: 'dos' },
    ]),
  }
}

const linksIn = (shown: unknown, found: Link[] = []): Link[] => {
  if (Array.isArray(shown)) for (const item of shown) linksIn(item, found)
  else if (typeof shown === 'object' && shown !== null) {
    for (const [name, value] of Object.entries(shown)) {
      if (name === '_links')
        found.push(...Object.values(value as Record<string, Link>)) // what a response shows under that name
      else linksIn(value, found)
    }
  }
  return found
}

/** Values by the names of template variables, in the order of discovery. */
type Known = Map<string, string[]>

/** Returns the first value found; of e-mails the first of the template's agency. */
const valueFor = (href: string, name: string, known: Known): string | undefined =>
  known.get(name)?.find((value) => href.includes(value.slice(value.indexOf('@') + 1))) ?? known.get(name)?.[0]

/** Expands a URI template (RFC 6570, `{name}` and `{?a,b}`); omits unknown variables. */
const expanded = (href: string, known: Known): string =>
  href
    .replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(valueFor(href, name, known) ?? ''))
    .replace(/\{\?([\w,]+)\}/g, (_, names: string) => {
      const query = names.split(',').flatMap((name) => {
        const value = valueFor(href, name, known)
        return value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`]
      })
      return query.length > 0 ? `?${query.join('&')}` : ''
    })

/** Collects values of template variables from responses. */
const learn = (href: string, shown: Record<string, unknown>, known: Known): void => {
  const put = (name: string, value: unknown) => {
    const values = known.get(name) ?? []
    if (value !== undefined && values.length < 10) known.set(name, [...values, String(value)])
  }
  const id = /^\/v3\/(marcas|modelos)\/(\d+)$/.exec(href)
  if (id?.[1] === 'marcas') put('marca', id[2])
  if (id?.[1] === 'marcas') put('make', shown['Nombre'])
  if (id?.[1] === 'modelos' && shown['Marca'] === known.get('make')?.[0]) {
    put('modelo', id[2])
    put('model', shown['Nombre'])
  }
  if ('Iso' in shown) put('region', shown['Nombre'])
  if ('Region' in shown && shown['Region'] === known.get('region')?.[0] && 'Nombre' in shown)
    put('city', shown['Nombre'])
  if ('EsAdministradorAgencia' in shown) put('operador', shown['Email'])
  if ('Auto' in shown) put('operador', shown['OperadorResponsable'])
  const [topic] = (shown['TopicsConfigurados'] ?? []) as { Topic: string }[] // as EVT-01 has it
  put('topic', topic?.Topic)
}

interface Walk {
  /** Ids of the operations that answered 200. */
  readonly reached: ReadonlySet<string>
  /** Links with a method, by method and address. */
  readonly writes: ReadonlyMap<string, Link>
  /** Plain links and expanded templates that answered 400 or above. */
  readonly broken: readonly string[]
  readonly count: number
}

/** Follows every plain link, then every template that expands to a new address, until none is left. */
const walk = (world: World, as: string, follows: (href: string) => boolean = () => true): Walk => {
  const reached = new Set<string>()
  const writes = new Map<string, Link>()
  const templates = new Set<string>()
  const known: Known = new Map()
  const broken: string[] = []
  const queue = ['/v3']
  const seen = new Set(queue)
  const meet = (href: string) => {
    if (seen.has(href) || !follows(href)) return
    seen.add(href)
    queue.push(href)
  }
  const visit = (href: string) => {
    const result = send(world, 'GET', href, { app: as })
    if (result.status >= 400) broken.push(`${result.status} ${href}`)
    else reached.add(result.decision.operation ?? '')
    if (result.status !== 200) return
    for (const entry of [result.json, ...(result.json._entries ?? [])])
      learn(entry._links?.self?.href ?? href, entry, known)
    for (const link of linksIn(result.json)) {
      if (link.method) writes.set(`${link.method} ${link.href}`, link)
      else if (link.templated) templates.add(link.href)
      else meet(link.href)
    }
  }
  while (queue.length > 0) {
    for (let href = queue.pop(); href !== undefined; href = queue.pop()) visit(href)
    for (const template of templates) meet(expanded(template, known))
  }
  return { reached, writes, broken, count: seen.size }
}

/**
 * All brands and places, the models of the first brand and their lists of versions, the versions of its first
 * model.
 */
const widely = (href: string): boolean =>
  !/^\/v3\/(modelos\/(?!1\d\d$)\d+|versiones\?modelo=(?!1\d\d$)\d+|versiones\/(?!100\d\d$)\d+)/.test(href)

/** A part of the catalogue: nine brands, one model, its versions, nine cities. */
const narrowly = (href: string): boolean =>
  !/^\/v3\/(marcas\/\d\d|modelos\/(?!100$)\d+|modelos\?marca=(?!1$)|versiones\?modelo=(?!100$)|versiones\/(?!100\d\d$)\d+|ciudades\/\d\d)/.test(
    href,
  )

const reads = operations.all.filter(({ method }) => method === 'GET').map(({ id }) => id)
const writing = operations.all.filter(({ method }) => method !== 'GET').map(({ id }) => id)

/** Returns the operation behind a link with a method. */
const operationOf = ({ href, method }: Link): string | undefined =>
  operations
    .match(href.replace('{topic}', 'publicacion-estado').split('?')[0] ?? '')
    ?.template.byMethod.get(method ?? 'GET')?.id

it('COM-12: every read is reached from the entry point by links alone, and no plain link is broken', () => {
  const { reached, broken, count } = walk(inhabited(), 'uno', widely)
  expect(broken).toEqual([])
  expect(reads.filter((id) => !reached.has(id))).toEqual([])
  expect(count).toBeGreaterThan(500)
})

it('COM-12, COM-02: every write is offered somewhere as a link with its method', () => {
  const { writes } = walk(inhabited(), 'uno', narrowly)
  const offered = new Set([...writes.values()].map(operationOf))
  expect(writing.filter((id) => !offered.has(id))).toEqual([])
})

it.each([
  ['uno', {}],
  ['dos', {}],
  ['lector', {}],
  ['uno', { 'publications/read-archived': '404' }],
  ['dos', { 'publications/other-apps': 'shared', 'agencies/unknown-operator': '404' }],
  [
    'uno',
    { 'inquiries/page-size': 'size:2', 'inquiries/beyond-last': '404', 'publications/list': 'all-states' },
  ],
  ['uno', { 'common/unknown-members': '400', 'inquiries/period': '90-days', 'common/time-zone': 'utc' }],
  ['uno', { 'events/first-configuration': 'put', 'publications/suspend-twice': '200' }],
] as const)('COM-12: no plain link that %s is offered is broken under %j', (as, profile) => {
  const { broken, count } = walk(inhabited(profile), as, narrowly)
  expect(broken).toEqual([])
  expect(count).toBeGreaterThan(100)
})

it.each([
  ['uno', {}, {}],
  ['dos', {}, {}],
  ['lector', {}, {}],
  ['uno', { 'publications/suspend-twice': '200' }, {}],
  ['uno', {}, { product: { suspends: false, cars: 'any' } }],
  ['uno', { 'events/first-configuration': 'put' }, {}],
] as const)(
  'a link is a promise: no write that %s is offered under %j, %j is refused for what stands',
  (as, profile, first) => {
    const world = inhabited(profile, first)
    const refused = [...walk(world, as, narrowly).writes.values()]
      .map((link) => {
        const target = link.href.replace('{topic}', 'publicacion-consultada')
        const { status } = send(world, link.method ?? '', target, { body: {}, app: as })
        return `${status} ${link.method} ${target}`
      })
      .filter((line) => !/^(200|201|400) /.test(line))
    expect(refused).toEqual([])
  },
)

it('a link is a promise: a step that is not offered is refused', () => {
  const world = inhabited()
  for (const externalid of ['Gol-A', 'suspendida', 'archivada']) {
    const one = `/v3/publicaciones/${MAIL}/${externalid}`
    const offered = send(world, 'GET', one).json._links
    for (const [name, method, target] of [
      ['suspender', 'PATCH', `${one}/suspender`],
      ['archivar', 'PATCH', `${one}/archivar`],
      ['modificar', 'PATCH', one],
    ] as const) {
      const { status } = send(world, method, target, { body: { Precio: null } })
      expect([externalid, name, status < 400]).toEqual([externalid, name, name in offered])
    }
  }
})

it('ERR-08: an app that only reads is offered no write to an agency, its own webhooks it may write', () => {
  const offered = new Set([...walk(inhabited(), 'lector', narrowly).writes.values()].map(operationOf))
  expect([...offered].sort()).toEqual(['webhooks.create', 'webhooks.edit'])
})

it('ERR-07: no link leads an app to an agency that does not exist for it', () => {
  const met: string[] = []
  walk(inhabited(), 'uno', (href) => {
    met.push(href)
    return narrowly(href)
  })
  expect(met.filter((href) => href.includes('otra.example'))).toEqual([])
})

it('COM-06: the href of every ref leads to the named resource', () => {
  const world = inhabited()
  for (const list of [
    '/v3/agencias',
    `/v3/operadores/${MAIL}`,
    `/v3/publicaciones/${MAIL}`,
    `/v3/consultas/${MAIL}`,
    '/v3/marcas',
    '/v3/modelos?marca=1',
    '/v3/versiones?modelo=100',
    '/v3/regiones',
    '/v3/ciudades?region=AR-B',
    '/v3/monedas',
    '/v3/propulsiones',
    '/v3/carrocerias',
  ]) {
    const { json } = send(world, 'GET', list, { headers: { Accept: 'application/vnd.service.ref+json' } })
    expect(json._entries.length).toBeGreaterThan(0)
    for (const { href, title } of json._entries) {
      expect([href, send(world, 'GET', href).status]).toEqual([href, 200])
      expect(title).toMatch(/\S/)
    }
  }
})

it('common/href-form=absolute: every href is absolute, with the origin of the request', () => {
  const world = inhabited({ 'common/href-form': 'absolute' })
  for (const target of [
    '/v3',
    `/v3/agencias/${MAIL}`,
    `/v3/publicaciones/${MAIL}`,
    `/v3/consultas/${MAIL}?pagina=1`,
    '/v3/appnotificaciones',
    '/v3/marcas',
  ]) {
    const links = linksIn(send(world, 'GET', target).json)
    expect(links.length).toBeGreaterThan(0)
    for (const { href } of links) expect(href).toMatch(/^http:\/\/playa\.localhost\/v3/)
  }
})

it('COM-02: a link says templated when it is a template and only then, and method when it is not GET', () => {
  const world = inhabited()
  for (const target of [
    '/v3',
    `/v3/agencias/${MAIL}`,
    `/v3/publicaciones/${MAIL}/gol-a`,
    `/v3/consultas/${MAIL}`,
    '/v3/appnotificaciones',
    '/v3/modelos?marca=1',
  ]) {
    for (const link of linksIn(send(world, 'GET', target).json)) {
      expect(Object.keys(link).every((name) => ['href', 'templated', 'method'].includes(name))).toBe(true)
      expect(link.templated ?? false).toBe(link.href.includes('{'))
      expect(link.method).not.toBe('GET')
    }
  }
})

it('COM-03, COM-04: every full representation and collection of the walk carries _links, and blocks hold nothing else', () => {
  const world = inhabited()
  for (const target of [
    '/v3',
    '/v3/agencias',
    `/v3/agencias/${MAIL}`,
    `/v3/agencias/${MAIL}/productos`,
    `/v3/operadores/${MAIL}`,
    `/v3/notificaciones/${MAIL}`,
    `/v3/sucursales/${MAIL}`,
    `/v3/visitas/${MAIL}`,
    `/v3/consultas/${MAIL}`,
    `/v3/publicaciones/${MAIL}`,
    '/v3/appnotificaciones',
    '/v3/marcas',
    '/v3/monedas',
    '/v3/versiones/10001',
  ]) {
    const { json } = send(world, 'GET', target)
    expect(json._links).toBeTypeOf('object')
    for (const entry of json._entries ?? [json]) {
      expect(entry._links).toBeTypeOf('object')
      for (const value of Object.values<Record<string, unknown> | null>(entry)) {
        if (value && typeof value === 'object' && '_links' in value)
          expect(Object.keys(value)).toEqual(['_links'])
      }
    }
  }
})
