import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readYaml } from '../../src/sandbox/scenarios/reading/yaml-reader.ts'
import { Simulator } from '../../src/sandbox/simulator/simulator.ts'
import { createApp } from '../../src/server/app.ts'
import { anyText } from '../support/any-text.ts'
import { golListing } from '../support/miniature-world.ts'

/**
 * A world exported as a scenario file can be restored from it, with equal responses, records and behaviour.
 */

const NOW = '2026-03-04T12:00:00-03:00'
const MAIL = 'ventas@elcruce.example'
const OTHER_MAIL = 'ventas@solonorte.example'
const AT = `/v3/publicaciones/${MAIL}`
const WORLD = '/_playa/worlds/{w}'

/** A request; `{w}` in the path stands for the world. */
type Step = readonly [method: string, path: string, body?: unknown, as?: string]

const id = fc.constantFrom(
  'NORTE-0001',
  'NORTE-0002',
  'NORTE-0004',
  'SUR-0001',
  'SUR-0003',
  'auto-1',
  'auto-2',
)
const app = fc.constantFrom('norte', 'sur')
const words = anyText({ minLength: 1, maxLength: 12 })
const amount = fc.option(
  fc.record({ Moneda: fc.constantFrom('ARS', 'USD'), Importe: fc.integer({ min: 0, max: 999_999_999 }) }),
)
const header = fc.option(fc.record({ Name: fc.constant('X-Origen'), Value: fc.constantFrom('', 'playa') }))

const publications: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(id, app, words, amount, fc.boolean())
    .map(([ExternalId, as, Descripcion, Precio, Activa]): Step => {
      const Locacion = { Region: 'Córdoba', Ciudad: 'Villa María', Direccion: Descripcion }
      const members = {
        Descripcion,
        Precio,
        Activa,
        Locacion,
        Color: Descripcion,
        Fotos: ['https://cdn.example/1.jpg'],
      }
      return ['POST', AT, golListing(ExternalId, members), as]
    }),
  fc.tuple(id, app, words, amount).map(([name, as, RefStock, Adelanto]): Step => {
    const members = {
      VersionYear: 2018,
      Kilometraje: 61_000,
      RefStock,
      Adelanto,
      DatosTecnicosCustom: [RefStock],
    }
    return ['PUT', `${AT}/${name}`, members, as]
  }),
  fc
    .tuple(id, app, amount, fc.option(fc.boolean()))
    .map(([name, as, Precio, Activa]): Step => ['PATCH', `${AT}/${name}`, { Precio, Activa }, as]),
  fc
    .tuple(id, app, fc.constantFrom('suspender', 'archivar'))
    .map(([name, as, step]): Step => ['PATCH', `${AT}/${name}/${step}`, undefined, as]),
)

const settings: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(app, fc.constantFrom('publicacion-consultada', 'publicacion-estado'), words, header, fc.boolean())
    .map(([as, topic, Description, HeaderCustom01, Activo]): Step => {
      const Secret = 'dieciséis o más.'
      const body = { Callback: 'https://app.example/hook', Secret, Description, Activo, HeaderCustom01 }
      return ['POST', `/v3/appnotificaciones/${topic}`, body, as]
    }),
  fc.tuple(app, header, fc.boolean()).map(([as, HeaderCustom02, Activo]): Step => {
    const hook = { Callback: 'https://crm.example/consultas', Activo, HeaderCustom02 }
    const mails = { EmailsCCO: 'a@b.example, c@d.example', Activo }
    const body = { PublicacionConsultadaWebHook: hook, PublicacionConsultadaHtmlMail: mails }
    return ['PUT', `/v3/notificaciones/${MAIL}`, body, as]
  }),
  fc
    .tuple(app, words)
    .map(
      ([as, Descripcion]): Step => [
        'POST',
        `/v3/sucursales/${MAIL}`,
        { Descripcion, Laborable: { Desde: '09:00' } },
        as,
      ],
    ),
  fc
    .tuple(app, words)
    .map(([as, name]): Step => ['PUT', `/v3/agencias/${MAIL}`, { NombreComercial: `${name}...` }, as]),
)

const happenings: fc.Arbitrary<Step> = fc.oneof(
  fc
    .tuple(fc.option(id, { nil: undefined }), words, fc.integer({ min: 0, max: 200 }))
    .map(([externalid, Comentario, hours]): Step => {
      const momento = new Date(Date.parse(NOW) - hours * 3_600_000).toISOString()
      const interesado = { Comentario, InfoOperacion: { QuiereCotizacionSeguro: true } }
      return ['POST', `${WORLD}/inquiries`, { externalid, momento, ...(hours % 2 === 0 && { interesado }) }]
    }),
  fc
    .integer({ min: 1, max: 90 })
    .map((count): Step => ['POST', `${WORLD}/inquiries`, { count, over: 'P3DT5H' }]),
  fc
    .tuple(id, fc.integer({ min: 1, max: 9 }))
    .map(([externalid, count]): Step => ['POST', `${WORLD}/visits`, { externalid, count }]),
  fc.constantFrom<Step>(
    ['POST', `${WORLD}/invitations`, { adminMail: OTHER_MAIL }],
    ['POST', `${WORLD}/clock/advance`, { by: 'P1DT2H3.5S' }],
    ['PUT', `${WORLD}/clock`, { now: '2026-02-11T23:59:59-03:00' }],
    ['PUT', `${WORLD}/clock`, { speed: 2.5 }],
    ['PUT', `${WORLD}/profile`, { 'limits/rate': 'per-minute:25', 'inquiries/page-size': 'size:7' }],
    ['PUT', `${WORLD}/profile`, { 'publications/external-id-reuse': '201', 'common/time-zone': 'utc' }],
  ),
)

const script = (most: number) =>
  fc.array(
    fc.oneof(
      { weight: 4, arbitrary: publications },
      { weight: 2, arbitrary: settings },
      { weight: 4, arbitrary: happenings },
    ),
    { minLength: 4, maxLength: most },
  )

const READS: readonly Step[] = ['norte', 'sur'].flatMap((as) =>
  [
    '/v3/agencias',
    `/v3/agencias/${MAIL}`,
    `/v3/agencias/${OTHER_MAIL}`,
    `/v3/agencias/${MAIL}/productos`,
    AT,
    `${AT}?estado=suspendida`,
    `${AT}/NORTE-0001`,
    `${AT}/auto-1`,
    `/v3/consultas/${MAIL}`,
    `/v3/consultas/${MAIL}?pagina=2`,
    `/v3/consultas/${MAIL}/1000111`,
    `/v3/visitas/${MAIL}`,
    `/v3/operadores/${MAIL}`,
    `/v3/sucursales/${MAIL}`,
    `/v3/notificaciones/${MAIL}`,
    '/v3/appnotificaciones',
  ].map((path): Step => ['GET', path, undefined, as]),
)

/** Returns the responses of a world without the world's name. */
type Ask = (world: string, step: Step) => Promise<readonly [status: number, headers: unknown, text: string]>

const opened = async (): Promise<Ask> => {
  const simulator = await Simulator.open({ scenario: 'two-apps', nowMs: Date.parse(NOW) })
  const served = createApp(simulator)
  return async (world, [method, path, body, as]) => {
    const headers = {
      'Playa-World': world,
      ...(as && { Authorization: `Bearer ${as}-key` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    }
    const init = { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) }
    const heard = await served.request(`http://playa.localhost${path.replace('{w}', world)}`, init)
    const text = (await heard.text())
      .replaceAll(`/worlds/${world}/`, '/worlds//')
      .replaceAll(`/w/${world}/`, '/w//')
    const named = [...heard.headers].filter(
      ([name]) => !['date', 'location', 'content-disposition'].includes(name),
    )
    // An import attributes the exported options to the scenario, so the sources differ.
    const chosen = text.replaceAll('"source":"given"', '"source":"scenario"')
    return [heard.status, named, chosen.replace(`"world":"${world}"`, '"world":""')]
  }
}

const hear = async (ask: Ask, world: string, steps: readonly Step[]) => {
  const heard = []
  for (const step of steps) heard.push([step[1], ...(await ask(world, step))] as const)
  return heard
}

const exported = async (ask: Ask, world: string): Promise<unknown> =>
  JSON.parse((await ask(world, ['GET', `${WORLD}/export`]))[2])

it('a world restored from an export gives equal responses, an equal export and equal later behaviour', async () => {
  await fc.assert(
    fc.asyncProperty(script(20), script(12), async (before, after) => {
      const ask = await opened()
      const done = await hear(ask, 'default', before)
      for (const [path, status] of done) expect([path, status < 500]).toEqual([path, true])
      const scenario = await exported(ask, 'default')
      const [made] = await ask('', ['POST', '/_playa/worlds', { name: 'again', scenario }])
      expect(made).toBe(201)
      expect(await exported(ask, 'again')).toEqual(scenario)
      expect(await hear(ask, 'again', READS)).toEqual(await hear(ask, 'default', READS))
      expect(await hear(ask, 'again', after)).toEqual(await hear(ask, 'default', after))
      expect(await hear(ask, 'again', READS)).toEqual(await hear(ask, 'default', READS))
      expect(await exported(ask, 'again')).toEqual(await exported(ask, 'default'))
    }),
    { seed: 11, numRuns: 10 },
  )
})

it('an export as YAML has the same content', async () => {
  await fc.assert(
    fc.asyncProperty(script(15), async (before) => {
      const ask = await opened()
      await hear(ask, 'default', before)
      const [, , yaml] = await ask('default', ['GET', `${WORLD}/export?format=yaml`])
      expect(readYaml(yaml, 'export.yaml').value).toEqual(await exported(ask, 'default'))
    }),
    { seed: 12, numRuns: 5 },
  )
})
