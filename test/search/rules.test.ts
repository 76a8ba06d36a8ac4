import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { HistoryJudge } from '../../contracts/rules/judge.ts'
import { type HistoryExchange, historyExchange } from '../../contracts/rules/recorded-exchange.ts'
import { judgeRuleOf, ruleSentence } from '../../contracts/rules/rule-table.ts'
import { FULL_MEMBERS } from '../../contracts/support/publication-forms.ts'
import { isSampleVin, vinFor } from '../../src/kit/sample/vin.ts'

/** Rules of the judge, on responses that are written for them. */

const BASE = 'https://api.example/v3'
const link = (path: string) => ({ href: `${BASE}${path}` })

interface Sent {
  readonly method?: string
  readonly accept?: string
  readonly body?: object
  readonly status?: number
  readonly etag?: string
}

const answer = (
  path: string,
  json: unknown,
  { method = 'GET', accept, body, status = 200, etag }: Sent = {},
) =>
  historyExchange(
    {
      number: 0,
      request: {
        method,
        url: BASE + path,
        headers: { Accept: accept ?? 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      },
      response: {
        status,
        headers: { 'content-type': 'application/json', ...(etag && { etag: `"${etag}"` }) },
        body: JSON.stringify(json),
      },
      json,
      tookMs: 1,
    },
    0,
    0,
  )

const rulesOf = (...answers: readonly HistoryExchange[]): readonly string[] => rulesIn(answers, true)

const rulesIn = (answers: readonly HistoryExchange[], isDeliberate: boolean): readonly string[] => {
  const judge = new HistoryJudge({ isAlone: true, isDeliberate })
  for (const exchange of answers) judge.observe(exchange)
  return judge.findings.map(({ rule }) => rule)
}

const brand = (Nombre: string, codename: string) => ({
  Nombre,
  Codenames: [codename],
  Modelos: { _links: { lista: link(`/marcas/${codename}/modelos`) } },
  _links: { self: link(`/marcas/${codename}`) },
})
/** A create of a Ford Ka, of which the catalogue has the version S alone. */
const createdFord = (
  Version: string,
  sent: object,
  shown: object,
  linksOfVersions: object = {},
): readonly HistoryExchange[] => {
  const Versiones = { _links: { lista: link('/modelos/ka/versiones') } }
  const body = { ExternalId: 'r1', Marca: 'Ford', Modelo: 'Ka', Version, ...sent }
  const others = Object.fromEntries(FULL_MEMBERS.map((name) => [name, null]))
  const json = { ...others, ...body, EstadoActual: 'Activa', ...shown }
  return [
    answer('/modelos/ka', { Marca: 'Ford', Nombre: 'Ka', Carrocerias: [], Versiones, _links: {} }),
    answer('/modelos/ka/versiones', {
      _links: linksOfVersions,
      _entries: [{ Marca: 'Ford', Modelo: 'Ka', Nombre: 'S', Segmento: 'B', Propulsion: 'Nafta' }],
    }),
    answer('/publicaciones/a%40b.example', json, { method: 'POST', body, status: 201 }),
  ]
}
const brands = (...all: readonly object[]) =>
  answer('/marcas', { _links: { self: link('/marcas') }, _entries: all })

it('one address shows one document until something is written', () => {
  const list = brands(brand('Ford', 'ford'), brand('Fiat', 'fiat'))
  const other = answer('/marcas/ford', brand('FORD', 'ford'))
  expect(rulesOf(list, answer('/marcas/ford', brand('Ford', 'ford')))).toEqual([])
  expect(rulesOf(list, other)).toEqual(['documents/one-address-one-document Nombre'])
  const written = answer('/otros', {}, { method: 'PUT', body: {} })
  expect(rulesOf(list, written, other)).toEqual([])
})

it('an entry is on one page of a list, in each form', () => {
  const page = (number: number | string, ...names: readonly string[]) =>
    answer(`/marcas?pagina=${number}`, {
      _links: {},
      _entries: names.map((name) => brand(name, name.toLowerCase())),
    })
  expect(rulesOf(page(1, 'Fiat', 'Ford'), page(2, 'Kia'), page(1, 'Fiat', 'Ford'))).toEqual([])
  expect(rulesOf(page(1, 'Fiat', 'Ford'), page(2, 'Ford', 'Kia'))).toEqual([
    'documents/an-entry-is-on-one-page',
  ])
  expect(rulesOf(page('01', 'Fiat', 'Ford'), page(1, 'Fiat', 'Ford'))).toEqual([])
  const inquiries = (number: number, Total: number, ...ids: readonly string[]) =>
    answer(`/otras?pagina=${number}`, {
      ...{ Total, _links: {} },
      _entries: ids.map((id) => ({ href: `${BASE}/otras/${id}` })),
    })
  const rule = 'documents/an-entry-is-on-one-page'
  expect(rulesOf(inquiries(1, 3, 'a', 'b'), inquiries(2, 3, 'b', 'c'))).toContain(rule)
  expect(rulesOf(inquiries(1, 3, 'a', 'b'), inquiries(2, 4, 'b', 'c'))).not.toContain(rule)
})

it('a link to a record leads to it; one to a topic may lead to nothing', () => {
  const list = brands({ ...brand('Ford', 'ford'), otra: { _links: { v: link('/versiones/7') } } })
  expect(rulesOf(list, answer('/versiones/7', 'no', { status: 404 }))).toEqual([
    'documents/a-link-leads-to-something versions.read',
  ])
  expect(rulesOf(answer('/versiones/7', 'no', { status: 404 }))).toEqual([])
})

it('a name that the catalogue shows of one entry finds it', () => {
  const list = brands(brand('Ford', 'ford-motor'), brand('Fiat', 'fiat'), brand('500', '500'))
  const search = (make: string) => `/marcas/bestmatch?make=${make}`
  expect(rulesOf(list, answer(search('ford-motor'), brand('Ford', 'ford-motor')))).toEqual([])
  expect(rulesOf(list, answer(search('ford-motor'), brand('Fiat', 'fiat')))).toEqual([
    'searches/a-name-finds-its-own',
  ])
  // What resembles a name is ranked as the service likes, and digits may be an id.
  expect(rulesOf(list, answer(search('for'), brand('Fiat', 'fiat')))).toEqual([])
  expect(rulesOf(list, answer(search('500'), brand('Fiat', 'fiat')))).toEqual([])
})

it('media types of a ref may be unknown if no ref form is described', () => {
  const ref = 'application/vnd.acme.ref+json'
  const known = answer('/operadores/a@b.example', { _links: {}, _entries: [] }, { accept: ref })
  expect(rulesOf(known, answer('/agencias/a@b.example/productos', {}, { accept: ref, status: 406 }))).toEqual(
    [],
  )
  expect(rulesOf(known, answer('/operadores/a@b.example', {}, { accept: ref, status: 406 }))).toEqual([
    'answers/operators.list-status',
  ])
})

it('a full edit may conflict with the state, but not for a valid value', () => {
  const path = '/publicaciones/a%40b.example'
  const car = { Color: 'Rojo', Kilometraje: 0, VersionYear: 2026, RefStock: 'A', Activa: false }
  const created = {
    ExternalId: 'r1',
    EstadoActual: 'Suspendida',
    ...car,
    Precio: null,
    Consultas: {},
    _links: {},
  }
  const edit = (body: object, json: unknown, status: number) =>
    answer(`${path}/r1`, json, { method: 'PUT', body, status })
  const refusal = (key: string) => edit({ ...car, RefStock: 'B' }, { Errors: { [key]: ['no'] } }, 409)
  const before = [
    answer(path, created, { method: 'POST', body: { ...car, ExternalId: 'r1' }, status: 201 }),
    edit(car, created, 200),
  ]
  const refused = (key: string) =>
    rulesOf(...before, refusal(key)).filter((rule) => rule.startsWith('requests/valid'))
  expect(refused('EstadoActual')).toEqual([])
  expect(refused('_')).toEqual([])
  expect(refused('RefStock')).toEqual(['requests/valid-is-accepted RefStock'])
})

it('every letter of a VIN is accepted where another one is', () => {
  const create = (ExternalId: string, Vin: string, status: number) => {
    const body = { ExternalId, Activa: false, Vin }
    const refusal = { Errors: { Vin: ['no'] } }
    return answer('/publicaciones/a%40b.example', status < 300 ? body : refusal, {
      method: 'POST',
      body,
      status,
    })
  }
  const rules = (Vin: string) =>
    rulesOf(create('r1', vinFor('one', 'CDEFG'), 201), create('r2', Vin, 400)).filter((rule) =>
      rule.startsWith('requests/'),
    )
  expect(rules(vinFor('two', 'XYZ89'))).toEqual(['requests/valid-is-accepted Vin'])
  // Its check digit is wrong.
  expect(rules(vinFor('two', 'XYZ89').replace('XYZ', 'XYY'))).toEqual([])
  expect(isSampleVin('1M8GDM9AXKP042788')).toBe(false)
})

it('a place that a write of unknown outcome may have freed is not counted', () => {
  const path = '/publicaciones/a%40b.example'
  const body = { ExternalId: 'r1', Activa: true }
  const made = {
    ...body,
    EstadoActual: 'Activa',
    Exposicion: 'Baja',
    Precio: null,
    Consultas: {},
    _links: {},
  }
  const counted = (Activas: number) => {
    const level = { Pack: 1, Activas, Disponibles: 1 - Activas }
    const none = { Pack: 0, Activas: 0, Disponibles: 0 }
    return answer('/agencias/a%40b.example/productos', { Baja: level, Media: none, Alta: none, _links: {} })
  }
  const start = [counted(0), answer(path, made, { method: 'POST', body, status: 201 }), counted(1)]
  const archive = (status: number) => answer(`${path}/r1/archivar`, made, { method: 'PATCH', status })
  const packageRules = (...after: readonly HistoryExchange[]) =>
    rulesOf(...start, ...after).filter((rule) => rule.startsWith('package/'))
  expect(packageRules(archive(503), counted(1), archive(200), counted(0))).toEqual([])
  expect(packageRules(archive(503), archive(200), counted(1))).toEqual(['package/follows-transitions Baja'])
})

it('a reactivation may be refused when its level is full, though another is free', () => {
  const path = '/publicaciones/a%40b.example'
  const made = { ExternalId: 'r1', EstadoActual: 'En pausa', Exposicion: 'Baja', Consultas: {}, _links: {} }
  const refused = (free: number) => {
    const level = (Disponibles: number) => ({ Pack: 9, Activas: 9 - Disponibles, Disponibles })
    const package_ = { Baja: level(free), Media: level(5), Alta: level(5), _links: {} }
    return rulesOf(
      answer(path, made, { method: 'POST', body: { ExternalId: 'r1', Activa: false }, status: 201 }),
      answer('/agencias/a%40b.example/productos', package_),
      answer(`${path}/r1`, {}, { method: 'PATCH', body: { Activa: true }, status: 409 }),
    ).filter((rule) => rule.startsWith('publication/amend'))
  }
  expect([refused(0), refused(1)]).toEqual([[], ['publication/amend-is-accepted']])
})

it('a collection has links, an id of a version is an int32, an active listing of a list is there', () => {
  const ref = { href: `${BASE}/publicaciones/a%40b.example/r1`, title: 'x', EstadoActual: 'Activa' }
  const list = answer('/listado', { _links: {}, _entries: [ref] })
  const missing = answer('/publicaciones/a%40b.example/r1', 'no', { status: 404 })
  expect(rulesOf(answer('/listado?pagina=2', { _entries: [] }))).toEqual(['documents/has-links collection'])
  expect(rulesOf(list, missing)).toEqual(['documents/a-link-leads-to-something publications.read'])
  expect(rulesOf(answer('/versiones/4294967299', {}))).toContain('documents/an-id-is-an-int32')
})

it('a part of the name of one model finds something', () => {
  const model = (Nombre: string) => ({
    Marca: 'Fiat',
    Nombre,
    Codename: Nombre,
    Carrocerias: [],
    Versiones: { _links: {} },
    _links: { self: link(`/modelos/${Nombre}`) },
  })
  const models = brands(brand('Fiat', 'fiat'), model('Grand Siena'), model('Siena'))
  const search = (words: string) => answer(`/modelos/bestmatch?make=Fiat&model=${words}`, {}, { status: 400 })
  expect(rulesOf(models, search('Grand'))).toContain('searches/a-part-of-a-name-is-found')
  expect(rulesOf(models, search('C4'))).not.toContain('searches/a-part-of-a-name-is-found')
  expect(rulesOf(models, search('Gra'))).not.toContain('searches/a-part-of-a-name-is-found')
})

it('where either form will do, a finding names the form that the response resembles', () => {
  const accept = 'application/vnd.service.ref+json, application/json;q=0.5'
  const operators = (entry: object) =>
    answer('/operadores/a%40b.example', { _links: {}, _entries: [entry] }, { accept })
  expect(rulesOf(operators({ href: `${BASE}/operadores/a%40b.example?operador=x` }))).toEqual([
    'answers/operators.list-any-shape _entries.[].title',
  ])
  expect(rulesOf(operators({ Apellido: 'Paz' }))).toEqual([
    'answers/operators.list-any-shape _entries.[].Nombre',
  ])
})

it('a list of operators has one administrator, and only the one asked for', () => {
  const one = (Email: string, EsAdministradorAgencia: boolean) => ({ Email, EsAdministradorAgencia })
  const rules = (query: string, ...entries: readonly object[]) =>
    rulesOf(answer(`/operadores/a%40b.example${query}`, { _links: {}, _entries: entries })).filter((rule) =>
      rule.startsWith('operators/'),
    )
  const [admin, other] = [one('a@b.example', true), one('c@b.example', false)]
  expect(rules('', admin, other)).toEqual([])
  expect(rules('', admin, one('c@b.example', true))).toEqual(['operators/one-is-the-administrator'])
  expect(rules('?operador=C%40b.example', other)).toEqual([])
  expect(rules('?operador=c%40b.example', admin, other)).toEqual(['operators/are-the-one-asked-for'])
  expect(rules('?operador=x%40b.example')).toEqual([])
  // Which of several counts is open, and a blank may have been a plus sign.
  expect(rules('?operador=a%40b.example&operador=c%40b.example', other)).toEqual([])
  expect(rules('?operador=a+c@b.example', one('a+c@b.example', false))).toEqual([])
})

it('a part of a name finds no model of another brand', () => {
  const model = (Marca: string, Nombre: string, Codename = Nombre) => ({
    ...{ Marca, Nombre, Codename, Carrocerias: [], Versiones: { _links: {} } },
    _links: { self: link(`/modelos/${Nombre}`) },
  })
  const cronos = model('Fiat', 'Cronos')
  const corolla = model('Toyota', 'Corolla Cross')
  const both = brands(
    brand('Fiat', 'fiat'),
    brand('Toyota', 'toyota'),
    cronos,
    corolla,
    model('Fiat', 'Yaro'),
  )
  const found = (words: string, json: object) =>
    rulesOf(both, answer(`/modelos/bestmatch?make=toyota&model=${words}`, json)).filter((rule) =>
      rule.startsWith('searches/'),
    )
  expect(found('cro', cronos)).toEqual(['searches/a-model-is-of-its-brand'])
  expect(found('cro', corolla)).toEqual([])
  // A text that is part of no name of the brand, or names another model, is ranked as the service likes.
  expect(found('cronos', cronos)).toEqual([])
  expect(found('yar', model('Fiat', 'Yaro'))).toEqual([])
})

it('a 304 may have no tag, and parts of an inquiry are objects', () => {
  const path = '/publicaciones/a%40b.example/r1'
  const unchanged = (etag: string | undefined) => {
    const one = answer(path, undefined, { status: 304 })
    const responseHeaders: Record<string, string> = etag === undefined ? {} : { etag }
    return { ...one, headers: { ...one.headers, 'if-none-match': '"1"' }, responseHeaders, text: '' }
  }
  expect(rulesOf(unchanged('"1"'))).toEqual([])
  expect(rulesOf(unchanged(undefined))).toEqual([])
  const inquiry = (EntregaVehiculo: unknown) =>
    answer('/consultas/a%40b.example/7', {
      Momento: '2026-03-01T10:00:00-03:00',
      OrigenLead: 'form',
      TipoAnuncio: 'catalogo',
      Auto: { ExternalId: '', Estado: 'usado', Precio: null, Anticipo: null, Cuota: null },
      Interesado: { Interes: 'compra', InfoOperacion: { EntregaVehiculo, FinanciacionDeseada: null } },
      OperadorResponsable: 'a@b.example',
      _links: { self: link('/consultas/a%40b.example/7') },
    })
  expect(rulesOf(inquiry({ Marca: 'Fiat' }))).toEqual([])
  expect(rulesOf(inquiry(['Fiat']))).toHaveLength(1)
})

it('the entry point has a link to itself in each form', () => {
  const blocks = [
    'Agencias',
    'Regiones',
    'Ciudades',
    'Monedas',
    'Propulsiones',
    'Carrocerias',
    'Marcas',
    'Modelos',
    'Versiones',
    'AppNotificaciones',
  ]
  const entry = (links: object) => ({
    ...answer('', { ...Object.fromEntries(blocks.map((name) => [name, { _links: {} }])), _links: links }),
    responseHeaders: { etag: '"1"' },
  })
  expect(rulesOf(entry({ self: link('') }))).toEqual([])
  expect(rulesOf(entry({ otro: link('') }))).toEqual(['answers/entry.read-full-shape _links.self'])
  const asked = (tag: string) => {
    const one = entry({ self: link('') })
    return { ...one, headers: { ...one.headers, 'if-none-match': tag } }
  }
  expect(rulesOf(asked('"2"'))).toEqual([])
  expect(rulesOf(asked('W/"1"'))).toEqual(['answers/entry.read-304-for-the-current-tag'])
})

it('a list that a link offers answers', () => {
  const entry = answer('/marcas', {
    _links: { self: link('/marcas'), modelos: link('/lineas') },
    _entries: [],
  })
  const failed = (status: number) => answer('/lineas', 'no', { status })
  expect(rulesOf(entry, failed(500))).toEqual(['documents/a-link-leads-to-something list'])
  expect(rulesOf(entry, failed(503))).toEqual([])
  expect(rulesOf(failed(500))).toEqual([])
})

it('a link to the next page keeps the query of the list', () => {
  const page = (query: string, next: string | undefined, ...names: readonly string[]) =>
    answer(`/modelos${query}`, {
      _links: { self: link(`/modelos${query}`), ...(next && { sigue: link(`/modelos${next}`) }) },
      _entries: names.map((name) => ({ href: `${BASE}/modelos/${name}`, title: name })),
    })
  const first = page('?marca=5&pagina=1', '?pagina=2', 'a', 'b')
  const whole = page('?pagina=2&marca=5', undefined, 'c')
  const rule = 'documents/a-next-page-keeps-the-query'
  expect(rulesOf(first, page('?pagina=2', undefined, 'x'), whole)).toEqual([rule])
  expect(rulesOf(first, page('?pagina=2', undefined, 'c'), whole)).toEqual([])
})

it('a brand that a model names is in the list of brands', () => {
  const model = (Marca: string) =>
    answer('/modelos/7', { Marca, Nombre: 'X', Codename: 'x', Carrocerias: [], _links: {} })
  const list = brands(brand('Ford', 'ford'), brand('Fiat', 'fiat'))
  const page = (links: object) =>
    answer('/marcas', { _links: { self: link('/marcas'), ...links }, _entries: [brand('Ford', 'ford')] })
  expect(rulesOf(list, model('Fiat'))).toEqual([])
  expect(rulesOf(list, model('Kia'))).toEqual(['documents/the-list-of-brands-is-whole'])
  for (const next of ['?pagina=2', '?orden=1&pagina=2', '?desde=1'])
    expect(rulesOf(page({ sigue: link(`/marcas${next}`) }), model('Kia'))).toEqual([])
})

it('one text is not escaped in one response only', () => {
  const version = (Nombre: string, id: number) =>
    answer(`/marcas/${id}`, { ...brand(Nombre, `b${id}`), _links: { self: link(`/marcas/${id}`) } })
  expect(rulesOf(version('A & B', 1), version('A &amp; B', 2))).toEqual(['documents/a-text-is-not-escaped'])
  expect(rulesOf(version('A &amp; B', 1), version('A &amp; B', 2))).toEqual([])
})

it('link blocks of an agency and of an operator lead to their own resources', () => {
  const agency = (mail: string) =>
    answer('/agencias/1', {
      AdminMail: 'a@b.example',
      NombreComercial: 'A',
      _links: { self: link('/agencias/1') },
      Productos: { _links: { paquete: link(`/agencias/${encodeURIComponent(mail)}/productos`) } },
    })
  expect(rulesOf(agency('A@b.example'))).toEqual([])
  expect(rulesOf(agency('c@d.example'))).toEqual([
    'documents/a-block-leads-to-its-own Productos._links.paquete',
  ])
  const operator = (mail: string) => {
    const block = { _links: { lista: link(`/avisos?operador=${encodeURIComponent(mail)}`) } }
    const one = { Email: 'c@d.example', EsAdministradorAgencia: false, Publicaciones: block, _links: {} }
    return rulesOf(answer('/personas', { _links: {}, _entries: [one] }))
  }
  expect(operator('C@d.example')).toEqual([])
  expect(operator('e@d.example')).toEqual(['documents/a-block-leads-to-its-own Publicaciones._links.lista'])
})

it('a ref and a link block may have additional members; a ref is not the full form', () => {
  const one = { ...brand('Ford', 'ford'), Modelos: { _links: {}, Total: 3 } }
  const ref = { href: `${BASE}/marcas/ford`, title: 'Ford', _links: { self: link('/marcas/ford') } }
  const best = (json: object) =>
    rulesOf(answer('/marcas/bestmatch?make=ford', json, { accept: 'application/vnd.service.ref+json' }))
  expect(rulesOf(brands(one))).toEqual([])
  expect(best(ref)).toEqual([])
  expect(best({ ...brand('Ford', 'ford'), ...ref })).toEqual(['answers/brands.best-match-ref-shape body'])
})

it('nothing is shown of an agency that the app may not use', () => {
  const judge = new HistoryJudge({ isAlone: true, isDeliberate: true, strangerAgency: 'c@d.example' })
  const list = (...all: readonly object[]) =>
    answer('/agencias/C%40d.example/sucursales', { _links: {}, _entries: all })
  expect(judge.observe(list())).toEqual([])
  expect(judge.observe(list({ Direccion: 'Mitre 1' })).map(({ rule }) => rule)).toEqual([
    'answers/an-agency-of-others-does-not-exist',
  ])
})

it('a page of HTML is not a plain message', () => {
  const missing = (text: string) => rulesOf(answer('/versiones/7', text, { status: 404 }))
  expect(missing('No existe.')).toEqual([])
  expect(missing('<html><body>No existe.</body></html>')).toEqual(['problems/404-is-plain'])
})

it('the client assigns the id of a publication', () => {
  const create = (ExternalId: unknown, status: number) =>
    rulesOf(answer('/publicaciones/a%40b.example', {}, { method: 'POST', body: { ExternalId }, status }))
  const rule = 'requests/publications.create-refuses ExternalId no ExternalId, which the client assigns'
  expect(create(null, 201)).toContain(rule)
  expect(create(undefined, 201)).toContain(rule)
  expect(create('r1', 201)).not.toContain(rule)
  expect(create(null, 400)).not.toContain(rule)
})

it('a number finds the entry with that id', () => {
  const read = (asked: number, self: string) =>
    rulesOf(answer(`/versiones/${asked}`, { _links: { self: link(`/versiones/${self}`) } }))
  const rule = 'documents/an-id-finds-its-own versions.read'
  expect(read(7, '7?x=1')).not.toContain(rule)
  expect(read(7, 'ford-ka')).not.toContain(rule)
  expect(read(8, '7')).toContain(rule)
  // Another address of the same document may have its own number.
  expect(rulesOf(answer('/versiones/8', { _links: { self: link('/modelos/3/tipos/7') } }))).not.toContain(
    rule,
  )
})

it('a fuel is shown in any of its forms', () => {
  const fuel = { Nombre: 'Nafta', Codename: 'naf' }
  const listed = answer('/listas', { _entries: [fuel], _links: {} })
  const created = (Propulsion: string) => [
    listed,
    ...createdFord('Serie 9', { Propulsion: 'Nafta' }, { Propulsion }),
  ]
  expect(rulesOf(...created('Nafta'))).not.toContain('publication/create Propulsion')
  expect(rulesOf(...created('12'))).not.toContain('publication/create Propulsion')
  expect(rulesOf(...created('naf'))).not.toContain('publication/create Propulsion')
  expect(rulesOf(...created('die'))).toContain('publication/create Propulsion')
})

it('a version that the whole list of its model lacks is kept, with the data that were sent', () => {
  const rows = [{ Seccion: 'Confort', Valor: 'Techo', Datos: 'si' }]
  const made = (version: string, shown: object) =>
    rulesOf(...createdFord(version, { DatosTecnicosCustom: rows }, shown)).filter((rule) =>
      /Version|Datos/.test(rule),
    )
  expect(made('Serie 9', { DatosTecnicosCustom: [] })).toEqual(['publication/create DatosTecnicosCustom'])
  expect(made('Serie 9', { Version: 'Serie', DatosTecnicosCustom: rows })).toEqual([
    'publication/create Version',
  ])
  const sigue = link('/modelos/ka/versiones?modelo=1&pagina=2')
  expect(
    rulesOf(...createdFord('Serie 9', { DatosTecnicosCustom: rows }, { DatosTecnicosCustom: [] }, { sigue })),
  ).not.toContain('publication/create DatosTecnicosCustom')
  // The service may find it in the catalogue, which has its own data.
  expect(made('Serie 9', { Version: 'S', DatosTecnicosCustom: [] })).toEqual([])
  expect(made('S', { DatosTecnicosCustom: [] })).toEqual([])
})

it('the tag in a ref may be that of the full form, which comes again with its content', () => {
  const at = '/publicaciones/a%40b.example'
  const accept = 'application/vnd.service.ref+json'
  const members = { ExternalId: 'r1', EstadoActual: 'Activa', Marca: 'Ford', Version: 'Zzyzx 1' }
  const full = { ...Object.fromEntries(FULL_MEMBERS.map((name) => [name, null])), ...members }
  const created = answer(at, full, { method: 'POST', body: members, status: 201, etag: 'f1' })
  const ref = { ExternalId: 'r1', EstadoActual: 'Activa', href: `${BASE}${at}/r1`, title: 'Ford Zzyzx 1' }
  const read = answer(`${at}/r1`, { ...ref, etag: '"f1"' }, { accept, etag: 'f1-r' })
  const edited = (header: string) =>
    answer(`${at}/r1`, { ...ref, etag: '"f1"' }, { accept, method: 'PUT', body: {}, etag: header })
  expect(rulesOf(created, read, edited('f1-r'))).not.toContain('publication/ref-etag')
  expect(rulesOf(created, edited('f2'))).toContain('publication/ref-etag')
})

it('pages end', () => {
  const empty = (next?: string) =>
    answer('/consultas/a%40b.example?pagina=2', {
      Desde: '2026-01-01T00:00:00Z',
      Hasta: '2026-02-01T00:00:00Z',
      Pagina: 2,
      Total: 0,
      PerPagina: 9,
      _links: next ? { sigue: link(`/consultas/a%40b.example${next}`) } : {},
      _entries: [],
    })
  expect(rulesOf(empty(), empty('?pagina=1'))).toEqual([])
  expect(rulesOf(empty('?pagina=3'))).toEqual(['documents/pages-end'])
})

it('a PUT that creates the configuration of a webhook may say so', () => {
  const hook = { Callback: null, Secret: null, Description: null, Activo: false, _links: {} }
  const headers = { HeaderCustom01: null, HeaderCustom02: null, HeaderCustom03: null }
  const put = (status: number) =>
    answer(
      '/appnotificaciones/t',
      { ...hook, ...headers },
      { method: 'PUT', body: { Activo: false }, status },
    )
  expect(rulesOf(put(200))).toEqual([])
  expect(rulesOf(put(201))).toEqual([])
  expect(rulesOf(put(202))).toEqual(['answers/webhooks.edit-status'])
})

it('problems have one spelling', () => {
  const problem = (spell: (name: string) => string) => {
    const members = { Type: 'https://a.example/400', Title: 'x', Status: 400, Detail: 'x', Extensions: {} }
    const json = Object.fromEntries(
      Object.entries({ ...members, Instance: '/v3/marcas/bestmatch', Errors: { make: ['x'] } }).map(
        ([name, value]) => [spell(name), value],
      ),
    )
    const made = answer('/marcas/bestmatch', json, { status: 400 })
    return { ...made, responseHeaders: { 'content-type': 'application/problem+json' } }
  }
  const [pascal, camel] = [problem((name) => name), problem((name) => name.toLowerCase())]
  expect(rulesOf(camel, camel)).toEqual([])
  expect(rulesOf(pascal, camel)).toEqual(['problems/one-spelling'])
})

it('a Vin that is shown has 17 characters', () => {
  const path = '/publicaciones/a%40b.example'
  const made = (Vin: string) => ({
    ExternalId: 'r1',
    EstadoActual: 'Suspendida',
    Precio: null,
    Vin,
    Consultas: {},
    _links: {},
  })
  const created = (sent: string, shown: string) => {
    const body = { ExternalId: 'r1', Activa: false, Vin: sent }
    const one = answer(path, made(shown), { method: 'POST', body, status: 201 })
    return rulesOf(one).filter((rule) => rule.includes('vin'))
  }
  expect(created('8AFZZZ54ZHJ000001\n', '8AFZZZ54ZHJ000001')).toEqual([])
  expect(created('8AFZZZ54ZHJ000001\n', '8AFZZZ54ZHJ000001\n')).toEqual(['publication/a-vin-has-its-length'])
})

it('inquiries are read-only', () => {
  const removed = (status: number) =>
    answer('/consultas/a%40b.example/7', undefined, { method: 'DELETE', status })
  expect(rulesOf(removed(405), removed(404))).toEqual([])
  expect(rulesOf(removed(204))).toEqual(['answers/inquiries-are-read-only DELETE'])
})

it('an entry of a list of publications has the members of its form', () => {
  const path = '/publicaciones/a%40b.example'
  const full = Object.fromEntries(FULL_MEMBERS.map((name) => [name, null]))
  const own = { ExternalId: 'r1', EstadoActual: 'Activa', RefStock: 'B-7' }
  const made = { ...full, ...own, Consultas: { _links: {} }, _links: {} }
  const body = { ExternalId: 'r1', RefStock: 'B-7' }
  const created = answer(path, made, { method: 'POST', body, status: 201 })
  const listed = (entry: object) =>
    rulesOf(created, answer('/avisos', { _links: {}, _entries: [entry] })).filter((rule) =>
      rule.startsWith('lists/'),
    )
  const { Consultas: _, ...short } = made
  expect(listed(made)).toEqual([])
  expect(listed(short)).toEqual(['lists/a-full-entry-has-every-member'])
  const without = (...names: readonly string[]) =>
    listed(Object.fromEntries(Object.entries(made).filter(([name]) => !names.includes(name))))
  expect(without('RefStock')).toEqual(['lists/a-full-entry-has-every-member'])
  // A list may leave out what is null, or show a summary.
  expect([...without('Color'), ...without('RefStock', 'Color')]).toEqual([])
  const ref = { ExternalId: 'r1', EstadoActual: 'Activa', href: `${BASE}${path}/r1`, title: 'x' }
  expect(listed({ ...ref, etag: '"1"' })).toEqual([])
  expect(listed(ref)).toEqual(['lists/a-ref-has-its-tag'])
})

it('a full edit takes an empty text as a value', () => {
  const path = '/publicaciones/a%40b.example'
  const shown = (Descripcion: string | null) => ({
    ExternalId: 'r1',
    EstadoActual: 'Suspendida',
    Precio: null,
    Descripcion,
    Consultas: {},
    _links: {},
  })
  const body = { ExternalId: 'r1', Descripcion: 'Una', Activa: false }
  const created = answer(path, shown('Una'), { method: 'POST', body, status: 201 })
  const edited = (sent: string | null, got: string | null) =>
    rulesOf(
      created,
      answer(`${path}/r1`, shown(got), { method: 'PUT', body: { Descripcion: sent, Activa: false } }),
    ).filter((rule) => rule.endsWith('Descripcion'))
  expect([edited('', ''), edited('', null), edited(null, 'Una')]).toEqual([[], [], []])
  expect(edited('', 'Una')).toEqual(['publication/edit Descripcion'])
})

it('pages of a list show both of two identical publications, each once', () => {
  const path = '/publicaciones/a%40b.example'
  const shown = (ExternalId: string) => ({
    ...Object.fromEntries(FULL_MEMBERS.map((name) => [name, null])),
    ExternalId,
    EstadoActual: 'Activa',
    Fotos: [],
    DatosTecnicosCustom: [],
    Consultas: {},
    _links: { self: link(`${path}/${ExternalId}`) },
  })
  const created = ['r1', 'r2', 'r3'].map((id) =>
    answer(path, shown(id), { method: 'POST', body: { ExternalId: id, Activa: true }, status: 201 }),
  )
  const page = (address: string, ids: readonly string[], next?: string) =>
    answer(address, { _entries: ids.map(shown), _links: next === undefined ? {} : { next: link(next) } })
  const rulesFor = (...pages: readonly HistoryExchange[]) =>
    rulesOf(...created, ...pages).filter((rule) => rule.startsWith('lists/'))
  const first = page('/avisos', ['r1', 'r2'], '/avisos?desde=x')
  expect(rulesFor(first, page('/avisos?desde=x', ['r3']))).toEqual([])
  expect(rulesFor(first, page('/avisos?desde=x', ['r2', 'r3']))).toEqual([
    'lists/each-publication-on-one-page',
  ])
  expect(rulesFor(first, page('/avisos?desde=x', []))).toEqual([
    'lists/pages-show-both-of-two-equal-publications',
  ])
  // Pages that were not read from the first, and a list that shows none of them, prove nothing.
  expect(rulesFor(page('/avisos?desde=x', ['r3']))).toEqual([])
  expect(rulesFor(page('/avisos', [], '/avisos?desde=x'), page('/avisos?desde=x', []))).toEqual([])
})

it('photos may be downloaded after the response, once', () => {
  const path = '/publicaciones/a%40b.example'
  const sent = ['https://a.example/1.jpg', 'https://a.example/2.jpg']
  const shown = (Fotos: readonly string[]) => ({
    ...Object.fromEntries(FULL_MEMBERS.map((name) => [name, null])),
    ExternalId: 'r1',
    EstadoActual: 'Suspendida',
    Fotos,
    DatosTecnicosCustom: [],
    Consultas: {},
    _links: {},
  })
  const created = answer(path, shown(sent), {
    method: 'POST',
    body: { ExternalId: 'r1', Activa: false, Fotos: sent },
    status: 201,
    etag: 'a',
  })
  const read = (Fotos: readonly string[], etag: string) => answer(`${path}/r1`, shown(Fotos), { etag })
  const copies = sent.map((url) => url.replace('/a.', '/copies.'))
  const rulesFor = (...reads: readonly HistoryExchange[]) =>
    rulesOf(created, ...reads).filter((rule) => rule.startsWith('publication/read'))
  expect(rulesFor(read(sent, 'a'), read(sent, 'a'), read(copies, 'b'), read(copies, 'b'))).toEqual([])
  expect(rulesFor(read(sent, 'a'), read([], 'b'), read([], 'b'))).toEqual([])
  expect(rulesFor(read(sent, 'a'), read(copies, 'b'), read(copies, 'b'), read(sent, 'c'))).toEqual([
    'publication/read Fotos',
    'publication/read ETag',
  ])
})

it('copies of photos that an edit shows first are no sign that photos stay', () => {
  const path = '/publicaciones/a%40b.example'
  const [sent, copies] = [['https://a.example/1.jpg'], ['https://copies.example/1.jpg']]
  const others = Object.fromEntries(FULL_MEMBERS.map((name) => [name, null]))
  const shown = (ExternalId: string, Fotos: readonly string[]) => ({
    ...{ ...others, ExternalId, EstadoActual: 'Pausada', Marca: 'Fiat', Modelo: 'Uno' },
    ...{ Fotos, DatosTecnicosCustom: [], Consultas: {}, _links: {} },
  })
  const created = (id: string) =>
    answer(path, shown(id, sent), {
      method: 'POST',
      body: { ExternalId: id, Activa: false, Fotos: sent },
      status: 201,
      etag: `${id}-1`,
    })
  const amended = answer(`${path}/r1`, shown('r1', copies), { method: 'PATCH', body: {}, etag: 'r1-2' })
  const later = {
    ...answer(`${path}/r1`, shown('r1', copies), { etag: 'r1-2' }),
    startMs: 9_000,
    endMs: 9_001,
  }
  const { EstadoActual, ...entry } = shown('r2', copies)
  const list = answer('/avisos', { _links: {}, _entries: [{ ...entry, EstadoActual }] })
  const read = answer(`${path}/r2`, shown('r2', sent), { etag: 'r2-1' })
  const rules = rulesOf(created('r1'), amended, later, created('r2'), read, list)
  expect(rules.filter((rule) => rule.startsWith('lists/'))).toEqual([])
})

it('a finding on the days of inquiries names only the days that were sent', () => {
  const judge = new HistoryJudge({ isAlone: true, isDeliberate: true })
  const entries = [{ Auto: { ExternalId: 'r1' }, Momento: '2026-03-01T23:30:00-03:00' }]
  judge.observe(
    answer('/consultas/a%40b.example?desde=2026-03-03', {
      ...{ Pagina: 1, PerPagina: 2, Total: 1 },
      _links: {},
      _entries: entries,
    }),
  )
  const { expected } = judge.findings.find(({ rule }) => rule === 'inquiries/are-of-the-days') ?? {}
  expect(expected).toBe('Momento from 2026-03-03 to any day')
})

it('a page of inquiries fits all its parameters', () => {
  const inquiry = (ExternalId: string, Momento: string) => ({ Auto: { ExternalId }, Momento })
  const page = (query: string, entries: readonly object[], head: object = {}, isDeliberate = true) =>
    rulesIn(
      [
        answer(`/consultas/a%40b.example?${query}`, {
          ...{ Pagina: 1, PerPagina: 2, Total: entries.length },
          ...head,
          _links: {},
          _entries: entries,
        }),
      ],
      isDeliberate,
    ).filter((rule) => rule.startsWith('inquiries/'))
  const own = inquiry('r1', '2026-03-01T23:30:00-03:00')
  expect(page('externalid=R1&operador=a%40b.example', [own])).toEqual([])
  expect(page('externalid=r2&operador=a%40b.example', [own])).toEqual(['inquiries/are-of-the-publication'])
  expect(page('desde=2026-03-02&hasta=2026-03-02', [own])).toEqual([])
  expect(page('desde=2026-03-03', [own])).toEqual(['inquiries/are-of-the-days'])
  expect(page('pagina=2', [own])).toEqual(['inquiries/are-the-page-asked-for'])
  expect(page('', [own, own, own])).toEqual(['inquiries/are-no-more-than-a-page'])
  expect(page('', [own], { Total: 0 })).toEqual(['inquiries/are-as-many-as-a-page'])
  expect(page('pagina=99', [], { Pagina: 99 })).toEqual([])
  expect(page('pagina=100', [], { Pagina: 100 })).toEqual(['inquiries/have-a-last-page'])
  expect(page('', [own, own], { PerPagina: 2 })).toEqual([])
  expect(page('', [own], { PerPagina: 9, Total: 9 })).toEqual(['inquiries/are-as-many-as-a-page'])
  expect(page('', [], { Total: 1 })).toEqual(['inquiries/are-as-many-as-a-page'])
  expect(page('', [own], { PerPagina: 9, Total: 3 })).toEqual(['inquiries/are-as-many-as-a-page'])
  // Inquiries arrive at a service in use.
  expect(page('', [own], { PerPagina: 9, Total: 3 }, false)).toEqual([])
  expect(page('', [{ ...own, TipoAnuncio: 'catalogo' }, own])).toEqual([
    'inquiries/of-the-catalogue-name-no-publication',
  ])
  expect(page('', [{ ...inquiry('', '2026-03-01T23:30:00-03:00'), TipoAnuncio: 'catalogo' }, own])).toEqual(
    [],
  )
  // Which of several parameters counts is open.
  expect(page('pagina=1&pagina=100', [own])).toEqual([])
})

it('a block leads to what it names', () => {
  const agency = (href: string) => ({ Consultas: { _links: { lista: link(href) } } })
  const rulesFor = (href: string) =>
    rulesOf(answer('/agencias', agency(href))).filter((rule) => rule.includes('block'))
  expect(rulesFor('/consultas/a%40b.example{?pagina}')).toEqual([])
  expect(rulesFor('/leads')).toEqual([])
  expect(rulesFor('/operadores/a%40b.example')).toEqual([
    'documents/a-block-leads-to-what-it-names Consultas',
  ])
})

it('an address is of one entry', () => {
  const list = (...entries: readonly object[]) =>
    rulesOf(answer('/modelos/1/versiones', { _links: {}, _entries: entries })).filter((rule) =>
      rule.includes('address'),
    )
  const entry = (id: number, title: string) => ({ href: `/v3/versiones/${id}`, title })
  expect(list(entry(1, 'S'), entry(2, 'SE'))).toEqual([])
  expect(list(entry(1, 'S'), entry(1, 'S'))).toEqual([])
  expect(list(entry(1, 'S'), entry(1, 'SE'))).toEqual(['documents/an-address-is-of-one-entry'])
})

it('a 404 is always a message if it ever is', () => {
  const message = answer('/versiones/7', 'No hay', { status: 404 })
  const problem = answer('/versiones/8', { Type: 'a', Title: 'b', Status: 404 }, { status: 404 })
  const rulesFor = (...all: readonly HistoryExchange[]) =>
    rulesOf(...all).filter((rule) => rule.startsWith('problems/404-is-always'))
  expect(rulesFor(problem, problem)).toEqual([])
  expect(rulesFor(message, problem)).toEqual(['problems/404-is-always-a-message'])
  expect(rulesFor(problem, message)).toEqual(['problems/404-is-always-a-message'])
  // An address that is no id may be refused in another way.
  expect(
    rulesFor(message, answer('/versiones/x', { Type: 'a', Title: 'b', Status: 404 }, { status: 404 })),
  ).toEqual([])
})

it('every form of a record shows the same values until something is written', () => {
  const read = (accept: string, Nombre: string) => answer('/versiones/7', { Nombre, _links: {} }, { accept })
  const full = read('application/json', 'S')
  const rulesFor = (...all: readonly HistoryExchange[]) =>
    rulesOf(...all).filter((rule) => rule.startsWith('documents/forms'))
  expect(rulesFor(full, read('text/json', 'S'))).toEqual([])
  expect(rulesFor(full, read('text/json', 'SE'))).toEqual(['documents/forms-show-one-record'])
  const write = answer('/operadores/a%40b.example', {}, { method: 'PUT' })
  expect(rulesFor(full, write, read('text/json', 'SE'))).toEqual([])
})

it('a step that is refused with a body is no finding; without one it is', () => {
  const path = '/publicaciones/a%40b.example'
  const others = Object.fromEntries(FULL_MEMBERS.map((name) => [name, null]))
  const json = { ...others, ExternalId: 'r1', EstadoActual: 'Activa', Consultas: { _links: {} }, _links: {} }
  const made = answer(path, json, { method: 'POST', body: { ExternalId: 'r1' }, status: 201, etag: '"1"' })
  const problem = { Type: 'urn:x', Title: 'x', Status: 400, Detail: 'x', Instance: `${path}/r1/archivar` }
  const refused = (body?: object) =>
    rulesOf(
      made,
      answer(`${path}/r1/archivar`, problem, { method: 'PATCH', ...(body && { body }), status: 400 }),
    )
  expect(refused({}).filter((rule) => rule.endsWith('is-accepted'))).toEqual([])
  expect(refused().filter((rule) => rule.endsWith('is-accepted'))).toEqual([
    'publication/archive-is-accepted',
  ])
})

it('an edit of an operator leaves open the phone and the address of publications, under one tag too', () => {
  const path = '/publicaciones/a%40b.example'
  const others = Object.fromEntries(FULL_MEMBERS.map((name) => [name, null]))
  const sent = { ExternalId: 'r1', Color: 'Rojo' }
  const shown = (Telefono: string, Color = 'Rojo') => ({
    ...{ ...others, ExternalId: 'r1', EstadoActual: 'Activa', Marca: 'Ford', Modelo: 'Ka', Telefono, Color },
    ...{ Consultas: { _links: {} }, _links: {} },
  })
  const made = answer(path, shown('1'), { method: 'POST', body: sent, status: 201, etag: '"1"' })
  const read = (...seen: readonly [string, string?]) => answer(`${path}/r1`, shown(...seen), { etag: '"1"' })
  const edit = answer('/operadores/a%40b.example', {}, { method: 'PUT', body: { Nombre: 'Ana' } })
  const ofPublication = (...all: readonly HistoryExchange[]) =>
    rulesOf(made, ...all).filter((rule) => /one-tag|publication\/read/.test(rule))
  expect(ofPublication(edit, read('2'))).toEqual([])
  expect(ofPublication(read('2'))).toContain('publication/read Telefono')
  expect(ofPublication(edit, read('2', 'Azul'))).toContain('publication/read Color')
})

it('a region is not shown by an address; a number may be an unknown name that the service keeps', () => {
  const shown = (Region: string) =>
    rulesOf(
      answer('/publicaciones/a%40b.example/r1', { ExternalId: 'r1', Precio: null, Locacion: { Region } }),
    ).filter((rule) => rule.endsWith('has-its-name'))
  expect([shown('Paysandú'), shown('Treinta y Tres'), shown('4002'), shown('/api/v3/regiones/4002')]).toEqual(
    [[], [], [], ['publication/a-region-has-its-name']],
  )
})

it('a list hides every suspended publication or none', () => {
  const path = '/publicaciones/a%40b.example'
  const shown = (ExternalId: string, EstadoActual: string) => ({
    ...{ ExternalId, EstadoActual, etag: 'a', title: 'Fiat Uno 2020', href: `${BASE}${path}/${ExternalId}` },
  })
  const created = ['r1', 'r2', 'r3'].map((id) =>
    answer(path, shown(id, 'Activa'), {
      method: 'POST',
      body: { ExternalId: id, Activa: true },
      status: 201,
    }),
  )
  const suspended = (id: string) =>
    answer(`${path}/${id}/suspender`, shown(id, 'Suspendida'), { method: 'PATCH' })
  const list = (ids: readonly string[], state = 'Activa') =>
    answer('/avisos', { _entries: ids.map((id) => shown(id, state)), _links: {} })
  const rulesFor = (...answers: readonly HistoryExchange[]) =>
    rulesOf(...created, ...answers).filter((rule) => rule === 'lists/hide-every-suspended-one')
  const hidden = [list(['r1', 'r2', 'r3']), suspended('r1'), list(['r2', 'r3']), suspended('r2')]
  expect(rulesFor(...hidden, list(['r3']))).toEqual([])
  expect(rulesFor(...hidden, list(['r2', 'r3'], 'Suspendida'))).toEqual(['lists/hide-every-suspended-one'])
  // A list that never showed one proves nothing by not showing it.
  expect(
    rulesFor(list(['r2', 'r3']), suspended('r1'), list(['r2', 'r3']), suspended('r2'), list(['r2'])),
  ).toEqual([])
})

it('an operator whom a full edit names may not be admitted, however long the mail is', () => {
  const path = '/publicaciones/a%40b.example'
  const shown = { ExternalId: 'r1', EstadoActual: 'Suspendida', Precio: null, Consultas: {}, _links: {} }
  const body = { OperadorResponsable: `${'x'.repeat(50)}@b.example`, Activa: false }
  const rulesFor = (method: string, address: string, sent: object, status: number) =>
    rulesOf(answer(address, shown, { method, body: sent, status })).filter((rule) =>
      rule.startsWith('requests/'),
    )
  expect(rulesFor('PUT', `${path}/r1`, body, 200)).toEqual([])
  expect(rulesFor('POST', path, { ...body, ExternalId: 'r1' }, 201)).toEqual([
    'requests/publications.create-refuses OperadorResponsable 60 characters as OperadorResponsable',
  ])
})

it('entries are an array, and an id has only characters of a path segment', () => {
  expect(rulesOf(answer('/avisos', { _links: {}, _entries: {} }))).toEqual(['documents/entries-are-an-array'])
  const create = (ExternalId: string) => {
    const body = { ExternalId, Activa: false }
    return rulesOf(answer('/publicaciones/a%40b.example', {}, { method: 'POST', body, status: 201 })).some(
      (rule) => rule.startsWith('requests/publications.create-refuses ExternalId'),
    )
  }
  expect([create('a-1'), create("a~!$'"), create('añ'), create('a b')]).toEqual([false, false, false, true])
})

it('an absent Activa of a full edit means one thing', () => {
  const path = '/publicaciones/a%40b.example'
  const level = { Pack: 9, Activas: 0, Disponibles: 9 }
  const made = (id: string, EstadoActual: string) => ({
    ExternalId: id,
    EstadoActual,
    Exposicion: 'Baja',
    Precio: null,
    Consultas: {},
    _links: {},
  })
  const about = (id: string, after: string) => [
    answer(path, made(id, 'Activa'), { method: 'POST', body: { ExternalId: id, Activa: true }, status: 201 }),
    answer(`${path}/${id}/suspender`, made(id, 'En pausa'), { method: 'PATCH' }),
    answer('/agencias/a%40b.example/productos', { Baja: level, Media: level, Alta: level, _links: {} }),
    answer(`${path}/${id}`, made(id, after), { method: 'PUT', body: { Color: 'Rojo' } }),
  ]
  const rules = (first: string, second: string) =>
    rulesOf(...about('r1', first), ...about('r2', second)).filter((rule) => rule.includes('activa'))
  expect([rules('Activa', 'Activa'), rules('En pausa', 'En pausa')]).toEqual([[], []])
  expect(rules('Activa', 'En pausa')).toEqual(['publication/put-without-activa-is-consistent'])
})

it('an amount in a currency that was never taken may be left out of a partial edit', () => {
  const path = '/publicaciones/a%40b.example'
  const made = (Precio: object) => ({
    ExternalId: 'r1',
    EstadoActual: 'Suspendida',
    Precio,
    Consultas: {},
    _links: {},
  })
  const euros = { Moneda: 'EUR', Importe: 25 }
  const body = { ExternalId: 'r1', Activa: false, Precio: euros }
  const created = answer(path, made(euros), { method: 'POST', body, status: 201 })
  const amended = (sent: object, shown: object) =>
    rulesOf(created, answer(`${path}/r1`, made(shown), { method: 'PATCH', body: { Precio: sent } })).filter(
      (rule) => rule.endsWith('Precio'),
    )
  expect(amended({ Moneda: 'USD', Importe: 12 }, euros)).toEqual([])
  expect(amended({ Moneda: 'EUR', Importe: 12 }, euros)).toEqual(['publication/amend Precio'])
})

it('a write to an archived publication may give a new tag, if other writes without a change do', () => {
  const path = '/publicaciones/a%40b.example'
  const made = (id: string, EstadoActual: string) => ({
    ExternalId: id,
    EstadoActual,
    Precio: null,
    Consultas: {},
    _links: {},
  })
  const tagged = (etag: string, one: HistoryExchange) => ({
    ...one,
    responseHeaders: { etag, location: '/x' },
  })
  const about = (id: string, second: string, third: string) => [
    tagged(
      '"1"',
      answer(path, made(id, 'X'), { method: 'POST', body: { ExternalId: id, Activa: false }, status: 201 }),
    ),
    tagged(second, answer(`${path}/${id}`, made(id, 'X'), { method: 'PATCH', body: { Activa: null } })),
    tagged('"3"', answer(`${path}/${id}/archivar`, made(id, 'Y'), { method: 'PATCH' })),
    tagged(third, answer(`${path}/${id}/archivar`, made(id, 'Y'), { method: 'PATCH' })),
  ]
  const rules = (second: string, third: string) =>
    rulesOf(...about('r1', second, third)).filter((rule) => rule.endsWith('ETag'))
  expect([rules('"1"', '"3"'), rules('"2"', '"4"'), rules('"2"', '"3"')]).toEqual([[], [], []])
  expect(rules('"1"', '"4"')).toEqual(['publication/write-to-archived ETag'])
})

it('a read of a topic shows what the list of topics shows', () => {
  const path = '/appnotificaciones'
  const config = (Callback: string | null) => ({
    Callback,
    Secret: null,
    Description: '',
    Activo: false,
    _links: {},
    HeaderCustom01: null,
    HeaderCustom02: null,
    HeaderCustom03: null,
  })
  const list = answer(path, {
    TopicsDisponibles: ['a', 'b'],
    _links: { self: link(path) },
    TopicsConfigurados: [{ Topic: 'a', Config: config('https://c.example/1') }],
  })
  const read = (topic: string, json: unknown, status = 200) => answer(`${path}/${topic}`, json, { status })
  const allowed = [read('a', config('https://c.example/1')), read('b', 'no', 404)]
  expect(rulesOf(list, ...allowed)).toEqual([])
  const put = answer(`${path}/b`, config(null), { method: 'PUT', body: {} })
  expect(rulesOf(list, put, read('b', config(null)))).toEqual([])
  for (const one of [read('a', 'no', 404), read('a', config('https://c.example/2')), read('b', config(null))])
    expect(rulesOf(list, one)).toEqual(['documents/a-topic-is-as-listed'])
})

it('the method that a link names is taken', () => {
  const path = '/publicaciones/a%40b.example'
  const crear = { href: BASE + path, method: 'PUT' }
  const list = answer('/avisos', { _links: { self: link('/avisos'), crear }, _entries: [] })
  const sent = (status: number) => answer(path, undefined, { method: 'PUT', body: {}, status })
  const rules = (...all: readonly HistoryExchange[]) =>
    rulesOf(...all).filter((rule) => rule.startsWith('documents/'))
  expect([rules(sent(405)), rules(list, sent(400))]).toEqual([[], []])
  for (const status of [404, 405])
    expect(rules(list, sent(status))).toEqual(['documents/a-link-has-its-method PUT'])
})

it('an amount of unusual form gets the same response for each member', () => {
  const path = '/publicaciones/a%40b.example/r1'
  const amended = (name: string, Importe: unknown, status: number) =>
    answer(path, {}, { method: 'PATCH', body: { [name]: { Moneda: 'ARS', Importe } }, status })
  const rules = (...all: readonly HistoryExchange[]) =>
    rulesOf(...all).filter((rule) => rule.startsWith('requests/amounts'))
  const first = [amended('Precio', 25, 200), amended('Precio', '25', 400)]
  expect(rules(...first, amended('Cuota', '25', 400), amended('Cuota', 25, 200))).toEqual([])
  expect(rules(amended('Precio', '25', 400), amended('Cuota', '25', 200))).toEqual([])
  expect(rules(...first, amended('Cuota', '25', 200))).toEqual([
    'requests/amounts-are-judged-consistently a text as Importe',
  ])
})

it('a second suspension may keep the tag of a form that its response does not show', () => {
  const path = '/publicaciones/a%40b.example'
  const shown = { ExternalId: 'r1', EstadoActual: 'Pausada', Precio: null, Consultas: {}, _links: {} }
  const ref = { ExternalId: 'r1', EstadoActual: 'Pausada', etag: '"1-ref"', title: 'Uno', href: `${path}/r1` }
  const create = (Activa: boolean) =>
    answer(path, shown, { method: 'POST', body: { ExternalId: 'r1', Activa }, status: 201, etag: '1-full' })
  const suspended = answer(`${path}/r1/suspender`, ref, { method: 'PATCH', etag: '1-ref' })
  const edit = (tag: string, sent: Sent) => {
    const one = answer(`${path}/r1`, shown, { method: 'PUT', body: { Activa: false }, ...sent })
    return { ...one, headers: { ...one.headers, 'if-match': `"${tag}"` } }
  }
  const [refused, edited] = [edit('0-full', { status: 412 }), edit('1-full', { etag: '2-full' })]
  const stale = (isActive: boolean) =>
    rulesOf(create(isActive), refused, suspended, edited).filter((rule) => rule.endsWith('stale-tag'))
  expect([stale(false), stale(true)]).toEqual([[], ['publication/edit-with-a-stale-tag']])
})

it('a tag without its quotes may stand for the same tag', () => {
  const path = '/publicaciones/a%40b.example'
  const shown = { ExternalId: 'r1', EstadoActual: 'Pausada', Precio: null, Consultas: {}, _links: {} }
  const body = { ExternalId: 'r1', Activa: false }
  const created = answer(path, shown, { method: 'POST', body, status: 201, etag: '1' })
  const edit = (tag: string, status: number) => {
    const one = answer(`${path}/r1`, shown, { method: 'PATCH', body: {}, etag: '2', status })
    return { ...one, headers: { ...one.headers, 'if-match': tag } }
  }
  const rulesFor = (tag: string) =>
    rulesOf(created, edit('"0"', 412), edit(tag, 200)).filter((rule) => rule.endsWith('stale-tag'))
  expect([rulesFor('"1"'), rulesFor('1'), rulesFor('0')]).toEqual([
    [],
    [],
    ['publication/amend-with-a-stale-tag'],
  ])
})

it('Errors name a faulty member, unless the publication is the reason', () => {
  const path = '/publicaciones/a%40b.example'
  const shown = (EstadoActual: string) => ({ ExternalId: 'r1', EstadoActual, Precio: null, _links: {} })
  const create = answer(path, shown('Activa'), {
    method: 'POST',
    body: { ExternalId: 'r1', Activa: true },
    status: 201,
  })
  const archive = answer(`${path}/r1/archivar`, shown('Retirada'), { method: 'PATCH' })
  const refused = answer(
    `${path}/r1`,
    { Status: 400, Errors: { _: ['No se puede cambiar.'] } },
    { method: 'PATCH', body: { Precio: 'barato' }, status: 400 },
  )
  const unnamed = (...before: readonly HistoryExchange[]) =>
    rulesOf(...before, refused).filter((rule) => rule === 'requests/errors-name-the-member')
  expect([unnamed(create), unnamed(create, archive)]).toEqual([['requests/errors-name-the-member'], []])
})

it('a search with a parameter that is not described may be refused', () => {
  const list = brands(brand('Ford', 'ford'), brand('Fiat', 'fiat'))
  const refused = (query: string) =>
    rulesOf(list, answer(`/marcas/bestmatch?${query}`, {}, { status: 400 })).filter((rule) =>
      rule.startsWith('searches/'),
    )
  expect(refused('make=Ford&llantas=16')).toEqual([])
  expect(refused('make=Ford')).toEqual(['searches/a-name-is-found'])
})

it('every finding names a rule that says what it demands', () => {
  const folder = new URL('../../contracts/rules/', import.meta.url)
  const names = readdirSync(folder).flatMap((file) =>
    [...readFileSync(new URL(file, folder), 'utf8').matchAll(/\brule(?:: | = )(['`])(\w+\/.+?)\1/g)].map(
      ([, , name = '']) => name.replaceAll(/\$\{.*?\}/g, 'x'),
    ),
  )
  expect(names.length).toBeGreaterThan(70)
  expect(names.filter((name) => !/^publication\/x/.test(name) && judgeRuleOf(name) === undefined)).toEqual([])
  expect(ruleSentence('publication/edit RefStock')).toBe(
    'A full edit is shown as it was sent, and changes nothing that it cannot edit: RefStock.',
  )
})

it('a create among others, or of unknown outcome, may have made what a later one is refused for', () => {
  const path = '/publicaciones/a%40b.example'
  const create = (status: number) => answer(path, {}, { method: 'POST', body: { ExternalId: 'R1' }, status })
  const read = answer(`${path}/R1`, { ExternalId: 'R1', Precio: null, Consultas: {} }, { etag: 'a' })
  const rules = (first: HistoryExchange, isOverlapping: boolean) => {
    const judge = new HistoryJudge({ isAlone: true, isDeliberate: true })
    judge.observe(first, { isOverlapping })
    for (const exchange of [create(409), read]) judge.observe(exchange)
    return judge.findings.map(({ rule }) => rule).filter((rule) => rule.startsWith('publication/what'))
  }
  expect(rules(create(201), true)).toEqual([])
  expect(rules(create(503), false)).toEqual([])
  expect(rules(create(400), false)).toEqual(['publication/what-was-not-made-is-missing'])
})
