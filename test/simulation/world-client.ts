import type { Action } from './plan.ts'
import { AGENCIES, APPS, HEADER_MARK, IDS, keyOf, SCENARIO, SECRET_MARK } from './scenario.ts'
import type { Answer, SimulatedServer } from './simulated-server.ts'
import { callbackOf } from './virtual-network.ts'
import { START_MS } from './virtual-time.ts'

/** A request of an action with its response, for the invariants. */
export interface Exchange {
  readonly action: Action
  readonly world: string
  readonly method: string
  readonly path: string
  readonly app: number
  readonly answer: Answer
}

/** Names of the worlds that clients make. */
export const WORLDS = ['default', 'uno', 'dos', 'tres'] as const

/**
 * Sends what an action says, and collects the exchanges with the described API in the order of their start.
 */
export class WorldClient {
  readonly #server: SimulatedServer
  /** Exchanges with the described API that were recorded by a journal. */
  exchanges: Exchange[] = []
  /** Responses of control calls. */
  controlAnswers: { readonly action: Action; readonly path: string; readonly answer: Answer }[] = []
  /** Number of answers that are made in another thread, as a compressed file is. */
  waitingForThreads = 0
  /** Tags that were read once, by world and path: a stale writer sends these. */
  readonly #oldTags = new Map<string, string>()

  constructor(server: SimulatedServer) {
    this.#server = server
  }

  /** Forgets the exchanges of the step before. */
  begin(): void {
    this.exchanges = []
    this.controlAnswers = []
  }

  /** Carries an action out; resolves when its requests are answered, or never will be. */
  async carryOut(action: Action): Promise<void> {
    switch (action.do) {
      case 'create':
        return this.#create(action)
      case 'put':
      case 'patch':
      case 'suspender':
      case 'archivar':
        return this.#edit(action)
      case 'race':
        return this.#race(action)
      case 'create-race': {
        const writers = Array.from({ length: action.writers }, (_, app) =>
          this.#create({ ...action, app, do: 'create', level: null, activa: true, photo: 0 }),
        )
        return void (await Promise.all(writers))
      }
      case 'read':
        return this.#read(action)
      case 'garbage':
        return this.#garbage(action)
      case 'branch':
        return this.#api(action, 'POST', `sucursales/${mailOf(action)}`, {
          Descripcion: `Sucursal ${action.name}`,
        })
      case 'rename':
        return this.#api(action, 'PUT', `agencias/${mailOf(action)}`, {
          NombreComercial: `Agencia ${action.name}`,
        })
      case 'webhook': {
        const topic = ['publicacion-estado', 'publicacion-consultada', 'agencia-invitacion-aceptada'][
          action.topic
        ]
        return this.#api(action, 'PUT', `appnotificaciones/${topic}`, hookOf(action))
      }
      case 'settings':
        return this.#api(action, 'PUT', `notificaciones/${mailOf(action)}`, {
          PublicacionConsultadaWebHook: hookOf(action, false),
          PublicacionConsultadaAdfMail: { Email: 'crm@agencia.example', Activo: action.active },
        })
      case 'receiver':
        this.#server.network.modes[action.receiver] = action.mode
        return
      case 'disk-full':
        this.#server.file.failures = action.writes
        return
      case 'restart':
        return this.#server.restart()
      case 'power-cut':
        return this.#server.cutPower(action.after)
      default:
        return this.#control(action)
    }
  }

  async #create(action: Extract<Action, { do: 'create' }>): Promise<void> {
    const { level: Exposicion, activa: Activa, photo } = action
    await this.#api(action, 'POST', `publicaciones/${mailOf(action)}`, {
      ExternalId: idOf(action),
      Marca: 'vw',
      Modelo: 'gol trend',
      VersionYear: 2018,
      Kilometraje: 61_000,
      Exposicion,
      Activa,
      Fotos: [`https://fotos.example/${photo}/1280x720.png`],
    })
  }

  async #edit(action: Extract<Action, { do: 'put' | 'patch' | 'suspender' | 'archivar' }>): Promise<void> {
    const path = publicationPath(action)
    const headers = await this.#tagHeaders(action, path)
    if (!('price' in action)) return this.#api(action, 'PATCH', `${path}/${action.do}`, undefined, headers)
    const Precio = { Moneda: 'ARS', Importe: action.price }
    const amend = { Precio, Activa: action.activa }
    const body =
      action.do === 'patch'
        ? amend
        : { ...amend, VersionYear: 2018, Kilometraje: 61_000, Exposicion: action.level }
    return this.#api(action, action.do.toUpperCase(), path, body, headers)
  }

  async #tagHeaders(
    action: Extract<Action, { tag: unknown }>,
    path: string,
  ): Promise<Readonly<Record<string, string>>> {
    if (action.tag === 'none') return {}
    const key = `${worldOf(action)} ${path}`
    const tag = await this.#tagOf(action, path)
    const old = this.#oldTags.get(key)
    if (tag !== undefined) this.#oldTags.set(key, tag)
    const sent = action.tag === 'fresh' ? tag : old
    return sent === undefined ? {} : { 'If-Match': sent }
  }

  async #tagOf(action: { readonly world: number; readonly app: number }, path: string) {
    return (await this.#server.look(worldOf(action), keyOf(action.app), path)).headers['etag']
  }

  /** All writers send the tag that the first one read. */
  async #race(action: Extract<Action, { do: 'race' }>): Promise<void> {
    const path = publicationPath(action)
    const tag = await this.#tagOf(action, path)
    if (tag === undefined) return
    const writers = Array.from({ length: action.writers }, (_, writer) => {
      const Precio = { Moneda: 'ARS', Importe: 10_000_000 + action.price * 10 + writer }
      return this.#api(action, 'PATCH', path, { Precio }, { 'If-Match': tag })
    })
    await Promise.all(writers)
  }

  async #read(action: Extract<Action, { do: 'read' }>): Promise<void> {
    const mail = mailOf(action)
    const paths = [
      '',
      'agencias',
      `agencias/${mail}`,
      `agencias/${mail}/productos`,
      `publicaciones/${mail}`,
      `publicaciones/${mail}?estado=suspendida`,
      `publicaciones/${mail}?q=gol`,
      publicationPath(action),
      `consultas/${mail}`,
      `visitas/${mail}`,
      `operadores/${mail}`,
      `sucursales/${mail}`,
      `notificaciones/${mail}`,
      'appnotificaciones',
      'appnotificaciones/publicacion-estado',
      'marcas/bestmatch?q=volkswagen',
      'nothing/here',
    ]
    const headers: Record<string, string> = action.prefer ? { Prefer: 'code=503' } : {}
    return this.#api(action, 'GET', paths[action.path % paths.length] ?? '', undefined, headers)
  }

  async #garbage(action: Extract<Action, { do: 'garbage' }>): Promise<void> {
    const publications = `publicaciones/${mailOf(action)}`
    const path = publicationPath(action)
    const shapes: readonly (readonly [method: string, path: string, body: unknown])[] = [
      ['POST', publications, '{"ExternalId":'],
      ['POST', publications, '[]'],
      ['POST', publications, { ExternalId: '' }],
      ['POST', publications, { ExternalId: 'p9', Marca: 'nadie', Modelo: 'nada', VersionYear: 2018 }],
      ['PUT', path, { VersionYear: 'x', Precio: 5 }],
      ['PATCH', path, { Activa: 'quizás', Precio: { Moneda: 'Z', Importe: -1 } }],
      ['PATCH', `${path}/borrar`, undefined],
      ['DELETE', path, undefined],
      ['PUT', `agencias/${mailOf(action)}`, { NombreComercial: '' }],
      [
        'PUT',
        `notificaciones/${mailOf(action)}`,
        { PublicacionConsultadaWebHook: { Callback: 'no', Activo: true } },
      ],
      ['PUT', 'appnotificaciones/otra', { Callback: 'https://a.example' }],
      ['GET', `consultas/${mailOf(action)}?pagina=x`, undefined],
      ['POST', publications, { ExternalId: 'p8', contraseña: SECRET_MARK, token: SECRET_MARK }],
    ]
    const [method, at, body] = shapes[action.shape % shapes.length] ?? ['GET', '', undefined]
    return this.#api(action, method, at, body, { Cookie: `session=${SECRET_MARK}`, 'X-Api-Key': SECRET_MARK })
  }

  async #api(
    action: Extract<Action, { world: number }> & { readonly app?: number },
    method: string,
    path: string,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const app = action.app ?? 0
    const world = worldOf(action)
    const target = `/w/${world}/v3${path === '' ? '' : `/${path}`}`
    const index = this.exchanges.push({ action, world, method, path, app, answer: PENDING }) - 1
    const own = this.exchanges
    const authorized = { Authorization: `Bearer ${keyOf(app)}`, ...headers }
    const answer = await this.#server.send(method, target, { body, headers: authorized })
    own[index] = { action, world, method, path, app, answer }
  }

  async #control(action: Action): Promise<void> {
    const call = controlCallOf(action)
    if (!call) return
    const [method, path, body] = call
    const own = this.controlAnswers
    if (action.do === 'save') this.waitingForThreads += 1
    const answer = await this.#server.send(method, `/_playa/worlds${path}`, { body })
    if (action.do === 'save') this.waitingForThreads -= 1
    own.push({ action, path, answer })
  }
}

/** Stands for a missing response, as of a server that ended. */
const PENDING: Answer = { status: 0, headers: {}, text: '', error: 'no response' }

/** Name of an action's world. */
export const worldOf = ({ world }: { readonly world: number }): string =>
  WORLDS[world % WORLDS.length] ?? 'default'
/** Returns the `adminMail` of an action's agency. */
const mailOf = ({ agency }: { readonly agency: number }): string => AGENCIES[agency % AGENCIES.length] ?? ''
const idOf = ({ id }: { readonly id: number }): string => IDS[id % IDS.length] ?? ''
/** Path of an action's publication, from `/v3/` on. */
const publicationPath = (action: { readonly agency: number; readonly id: number }): string =>
  `publicaciones/${mailOf(action)}/${idOf(action)}`

const hookOf = ({ receiver, active }: { receiver: number; active: boolean }, isApp = true) => ({
  Callback: callbackOf(receiver, HEADER_MARK),
  Secret: `${SECRET_MARK}-${receiver}`,
  Activo: active,
  HeaderCustom01: { Name: 'Authorization', Value: `Bearer ${HEADER_MARK}` },
  ...(isApp && { Description: `Receptor ${receiver}` }),
})

const FAULTS: readonly object[] = [
  { operation: 'publications.*', status: 503 },
  { status: 500 },
  { method: 'PATCH', loseAnswer: true },
  { operation: 'publications.create', loseAnswer: true },
  { reset: true },
  { truncate: true },
  { delay: 700 },
  { delay: { uniform: { min: 1, max: 3_000 } } },
  { operation: 'publications.amend', staleTag: true },
  { operation: 'publications.read', staleTag: true },
  { retryAfter: 2 },
  { slow: 20_000 },
  { path: `/v3/publicaciones/*`, delay: 50, loseAnswer: true },
]

/** Options that clients switch while the world is in use. */
const OPTIONS: readonly Readonly<Record<string, string>>[] = [
  { 'agencies/package-counts': 'active-and-suspended' },
  { 'agencies/package-counts': 'active' },
  { 'publications/package-exhausted': 'suspended' },
  { 'publications/package-exhausted': '409' },
  { 'publications/exposure-fallback': 'nearest-lower' },
  { 'publications/other-apps': 'shared' },
  { 'publications/other-apps': 'hidden' },
  { 'publications/precondition-required': '428' },
  { 'publications/precondition-required': 'allowed' },
  { 'publications/etag-unchanged-write': 'new' },
  { 'publications/external-id-reuse': '201' },
  { 'publications/suspend-twice': '200' },
  { 'publications/list': 'all-states' },
  { 'publications/photos': 'downloaded' },
  { 'publications/photos': 'url-only' },
  { 'publications/order': 'newest-first' },
  { 'limits/rate': 'per-minute:20' },
  { 'limits/rate': 'off' },
  { 'events/gone': 'retried' },
  { 'events/retries': 'one-attempt' },
  { 'events/after-last': 'suspended' },
  { 'events/hook-id': 'per-configuration' },
  { 'events/body': 'full' },
  { 'publications/read-archived': '404' },
  { 'publications/activa-null': '400' },
  { 'auth/scheme': 'key' },
]

/** Name of a snapshot. */
export const snapshotOf = ({ name }: { readonly name: number }): string => `s${name}`

const controlCallOf = (
  action: Action,
): readonly [method: string, path: string, body?: unknown] | undefined => {
  const at = 'world' in action ? `/${worldOf(action)}` : ''
  switch (action.do) {
    case 'lead':
      return [
        'POST',
        `${at}/inquiries`,
        { adminMail: mailOf(action), ...(!action.catalogue && { externalid: idOf(action) }) },
      ]
    case 'leads':
      return ['POST', `${at}/inquiries`, { adminMail: mailOf(action), count: action.count, over: 'PT5H' }]
    case 'views':
      return [
        'POST',
        `${at}/visits`,
        { adminMail: mailOf(action), externalid: idOf(action), count: action.count },
      ]
    case 'invitation':
      return ['POST', `${at}/invitations`, { adminMail: mailOf(action) }]
    case 'fault': {
      const probability = action.probability < 1 ? { probability: action.probability } : {}
      return [
        'POST',
        `${at}/faults`,
        { ...FAULTS[action.rule % FAULTS.length], times: action.times, ...probability },
      ]
    }
    case 'heal':
      return ['DELETE', `${at}/faults`]
    case 'snapshot':
      return ['POST', `${at}/snapshots`, { name: snapshotOf(action) }]
    case 'restore':
      return ['POST', `${at}/snapshots/${snapshotOf(action)}/restore`]
    case 'drop-snapshot':
      return ['DELETE', `${at}/snapshots/${snapshotOf(action)}`]
    case 'fork':
      return ['POST', `${at}/fork`, { name: WORLDS[action.name] }]
    case 'new-world': {
      const now = new Date(START_MS).toISOString()
      return ['POST', '', { name: WORLDS[action.name], scenario: SCENARIO, seed: 5, now }]
    }
    case 'delete-world':
      return ['DELETE', at]
    case 'reset':
      return ['POST', `${at}/reset`]
    case 'export':
      return ['GET', `${at}/export`]
    case 'save':
      return ['GET', `${at}/file`]
    case 'look':
      return ['GET', `${at}/journal.har`]
    case 'profile':
      return ['PUT', `${at}/profile`, OPTIONS[action.option % OPTIONS.length]]
    case 'clock':
      return [
        'PUT',
        `${at}/clock`,
        { running: action.running, ...(action.running && { speed: action.speed }) },
      ]
    case 'advance':
      return ['POST', `${at}/clock/advance`, { by: action.by }]
    case 'redeliver':
      return ['POST', `${at}/deliveries/d${action.number}/redeliver`]
    default:
      return undefined
  }
}

/** The reads that make up a client's view of a world. */
export const viewPaths: readonly (readonly [app: number, path: string])[] = AGENCIES.flatMap((mail) => [
  ...APPS.flatMap((_, app) => [
    [app, `publicaciones/${mail}`] as const,
    ...IDS.map((id) => [app, `publicaciones/${mail}/${id}`] as const),
    [app, 'appnotificaciones'] as const,
  ]),
  [0, `agencias/${mail}`] as const,
  [0, `agencias/${mail}/productos`] as const,
  [0, `consultas/${mail}`] as const,
  [0, `visitas/${mail}`] as const,
  [0, `sucursales/${mail}`] as const,
  [0, `notificaciones/${mail}`] as const,
])
