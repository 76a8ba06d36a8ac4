import * as z from 'zod'
import { createPrng } from '../../src/lib/random/prng.ts'

/** Requests to a world `uno` that both runtimes answer. */

/** One request of the script. */
export interface ScriptStep {
  readonly method: string
  readonly path: string
  readonly body?: object
  /** True: the entity tag of the last response goes out as `If-Match`. */
  readonly isConditional?: boolean
}

const AGENCY = 'ventas@lospinos.example'
const CONTROL = '/_playa/worlds/uno'
const api = (path: string): string => `/w/uno/v3/${path}`
const lot = (path = ''): string => api(`publicaciones/${AGENCY}${path}`)

const car = (ExternalId: string, more: object = {}) => ({
  ExternalId,
  Marca: 'vw',
  Modelo: 'gol trend',
  VersionYear: 2018,
  Kilometraje: 61_000,
  Fotos: ['http://localhost/_playa/photos/1280x720/hatchback/blanco/1.svg'],
  ...more,
})

/** Makes the world of the script: frozen, so that no response depends on when it was asked. */
export const MAKE_WORLD: ScriptStep = {
  method: 'POST',
  path: '/_playa/worlds',
  body: { name: 'uno', scenario: 'demo', seed: 7, now: '2026-03-01T12:00:00-03:00' },
}

const CONTROL_STEPS: readonly ScriptStep[] = [
  { method: 'POST', path: `${CONTROL}/snapshots`, body: { name: 'before' } },
  {
    method: 'PUT',
    path: api('appnotificaciones/agencia-invitacion-aceptada'),
    body: { Callback: 'http://receiver.invalid/hook', Activo: true, Secret: 'sixteen-characters' },
  },
  { method: 'POST', path: `${CONTROL}/inquiries`, body: { externalid: 'PIN-0003' } },
  { method: 'POST', path: `${CONTROL}/inquiries`, body: { count: 5, over: 'PT1H' } },
  { method: 'POST', path: `${CONTROL}/visits`, body: { externalid: 'PIN-0003', count: 4 } },
  { method: 'GET', path: api(`consultas/${AGENCY}`) },
  { method: 'GET', path: api(`visitas/${AGENCY}`) },
  { method: 'PUT', path: `${CONTROL}/profile`, body: { 'limits/rate': 'per-minute:100' } },
  { method: 'POST', path: `${CONTROL}/faults`, body: { operation: 'publications.*', status: 503, times: 1 } },
  { method: 'GET', path: lot() },
  { method: 'GET', path: lot() },
  { method: 'POST', path: `${CONTROL}/clock/advance`, body: { by: 'PT5M' } },
  { method: 'POST', path: `${CONTROL}/journal/count`, body: { operation: 'publications.list' } },
  { method: 'GET', path: `${CONTROL}/outbox` },
  { method: 'GET', path: `${CONTROL}/hints` },
  { method: 'GET', path: `${CONTROL}/export` },
  { method: 'POST', path: `${CONTROL}/snapshots/before/restore` },
  { method: 'POST', path: `${CONTROL}/reset` },
]

/** Returns a script of that many requests of the described API, drawn from a seed, then the control API's. */
export const scriptOf = (count: number, seed = 1): readonly ScriptStep[] => {
  const prng = createPrng(seed)
  const steps: ScriptStep[] = []
  for (let n = 1; steps.length < count; n++) {
    const id = `N-${1 + Math.floor(prng.next() * Math.max(1, n / 3))}`
    const choices: readonly (readonly ScriptStep[])[] = [
      [{ method: 'POST', path: lot(), body: car(`N-${n}`, { Activa: n % 2 === 0 }) }],
      [
        { method: 'GET', path: lot(`/${id}`) },
        { method: 'PATCH', path: lot(`/${id}`), body: { Kilometraje: 61_000 + n }, isConditional: true },
      ],
      [{ method: 'PATCH', path: lot(`/${id}/suspender`) }],
      [{ method: 'PATCH', path: lot(`/${id}/archivar`) }],
      [{ method: 'GET', path: lot(`?pagina=${1 + (n % 4)}`) }],
      [{ method: 'GET', path: lot(`?estado=Activa`) }],
      [{ method: 'GET', path: api(`consultas/${AGENCY}`) }],
      [{ method: 'GET', path: api('modelos?q=gol') }],
      [{ method: 'GET', path: api(`agencias/${AGENCY}`) }],
      [{ method: 'POST', path: lot(), body: { ExternalId: 'x y', Marca: 'no such', Kilometraje: -1 } }],
    ]
    steps.push(...(choices[Math.floor(prng.next() * choices.length)] ?? []))
  }
  return [...steps.slice(0, count), ...CONTROL_STEPS]
}

/** Sends requests to one of the runtimes. */
export type Fetch = (url: string, init: RequestInit) => Promise<Response>

/** Waits until deliveries are attempted, which happens beside the requests. */
const attemptsMade = async (fetch: Fetch): Promise<void> => {
  for (let tries = 0; tries < 500; tries++) {
    const response = await fetch(`http://localhost${CONTROL}/deliveries`, {})
    const deliveries = z
      .array(z.object({ attempts: z.int(), due: z.string().nullable() }))
      .parse(await response.json())
    await new Promise((resolve) => setTimeout(resolve, 2))
    if (deliveries.every(({ attempts, due }) => attempts > 0 || due === null)) return
  }
}

/** What depends on the clock of the machine. */
const WALL = /"(?:tookMs|decideMs|waitedMs)":[\d.]+|"(?:lastUse|at|keptAt)":"[^"]*"/g

/** Plays steps; returns every response as one text: status, headers that clients read, bytes. */
export const play = async (
  fetch: Fetch,
  steps: readonly ScriptStep[],
  between: () => Promise<unknown> = async () => undefined,
): Promise<string[]> => {
  const answers: string[] = []
  let tag: string | null = null
  for (const { method, path, body, isConditional } of steps) {
    const response: Response = await fetch(`http://localhost${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(isConditional && tag !== null && { 'If-Match': tag }),
      },
      ...(body && { body: JSON.stringify(body) }),
    })
    tag = response.headers.get('etag')
    const headers = ['content-type', 'etag', 'location', 'link'].map((name) => response.headers.get(name))
    const text = (await response.text()).replaceAll(WALL, '""')
    answers.push(`${method} ${path} ${response.status} ${headers.join(' ')} ${text}`)
    if (path.endsWith('/inquiries')) await attemptsMade(fetch)
    await between()
  }
  return answers
}

/** The script without a webhook: pages send no deliveries to other hosts. */
export const scriptWithoutWebhooks = (count: number): readonly ScriptStep[] =>
  scriptOf(count).filter(({ path }) => !path.includes('appnotificaciones'))
