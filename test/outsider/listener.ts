import type { IncomingMessage, RequestListener } from 'node:http'
import { type Answer, problem, Refusal, refuseValues } from './http/answers.ts'
import type { Body, Call } from './http/call.ts'
import { pause } from './http/document-changes.ts'
import type { Standpoint } from './http/href.ts'
import { negotiated } from './http/negotiation.ts'
import { send } from './http/send-answer.ts'
import { paramsOf, type Route, routesAt } from './routes.ts'
import { addInquiry } from './seed.ts'
import { intercepted } from './variants/interceptors.ts'
import type { App, World } from './world.ts'

/** Answers every request to `world`. */
export const listenerOf = (world: World): RequestListener => {
  const seen: Map<string, { count: number; sinceMs: number }> = new Map()
  return async (request, response) => {
    const { choices, origin, basePath } = world
    const [path = '/'] = (request.url ?? '/').split('?')
    const standpoint: Standpoint = { choices, origin, basePath, requestPath: path }
    const { now } = world
    const options = { standpoint, request, response, mediaType: 'application/json', isEntry: false, now }
    const body = await read(request)
    if (choices.delayMs > 0) await pause(choices.delayMs)
    if (choices.earlyHints) response.writeProcessing()
    receive(world)
    const call = plainCall(world, request, path, body)
    try {
      const isHeadRefused = request.method === 'HEAD' && !choices.headSupported
      const { route, segments } = routed(isHeadRefused ? { ...call, method: 'HEAD' } : call)
      identify(call)
      limit(call, seen)
      if (choices.busyEvery > 0 && world.requests % choices.busyEvery === 0)
        throw new Refusal({ ...problem(call, 503, 'Vuelva a intentar.'), headers: { 'Retry-After': '0' } })
      const asked = route.noun ?? route.path
      const forms = route.forms ?? ['full']
      const chosen = negotiated(request.headers.accept, choices, { forms, noun: asked })
      if (chosen === undefined) throw new Refusal(problem(call, 406, 'Se sirve application/json.'))
      const raw = paramsOf(route, segments)
      const params = Object.fromEntries(Object.entries(raw).map(([name, value]) => [name, decoded(value)]))
      const full: Call = { ...call, ...chosen, params, rawParams: raw, app: identify(call) }
      checkQuery(full, route)
      const answer = await intercepted(full, `${route.method} ${route.path}`, (one) => answered(one, route))
      send(answer, { ...options, mediaType: chosen.mediaType, isEntry: route.noun === 'entry' })
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      send(error.answer, options)
    }
  }
}

/** Counts a request; now and then an inquiry comes in between. */
const receive = (world: World): void => {
  world.requests += 1
  const { arriveEvery } = world.choices
  const [agency] = world.agencies.values()
  const about = [...world.publications.values()].find(({ phase }) => phase === 'active')
  const isDue = arriveEvery > 0 && world.requests % arriveEvery === 0
  if (isDue && agency && about?.agency === agency) addInquiry(world, agency, about, world.now())
}

/** Runs the route; a 412 goes out in the media type that was accepted. */
const answered = async (call: Call, route: Route): Promise<Answer> => {
  try {
    return await route.handle(call)
  } catch (error) {
    if (error instanceof Refusal && error.answer.status === 412) return error.answer
    throw error
  }
}

const read = async (request: IncomingMessage): Promise<Body> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const text = Buffer.concat(chunks).toString('utf8')
  if (text.trim() === '') return { kind: 'empty' }
  const type = (request.headers['content-type'] ?? '').toLowerCase()
  if (type !== '' && !/^(application|text)\/([\w.+-]+\+)?json\b/.test(type)) return { kind: 'foreign' }
  try {
    return isDeep(text) ? { kind: 'broken' } : { kind: 'value', value: JSON.parse(text) }
  } catch {
    return { kind: 'broken' }
  }
}

/** Returns whether a text has many brackets in a row, which would exhaust the stack. */
const isDeep = (text: string): boolean => /(?:[[{]\s*){200}/.test(text)

const plainCall = (world: World, request: IncomingMessage, path: string, body: Body): Call => {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(', ') : value,
    ]),
  )
  const [app] = world.apps
  if (app === undefined) throw new Error('a world has apps')
  const method = request.method === 'HEAD' ? 'GET' : (request.method ?? 'GET')
  const empty = { params: {}, rawParams: {}, form: 'full' as const, mediaType: 'application/json' }
  return { world, choices: world.choices, app, method, path, query: searchParams, headers, body, ...empty }
}

const routed = (call: Call): { route: Route; segments: string[] } => {
  const { choices, world, path } = call
  const start = `${world.basePath}/v3`
  const rest = path.startsWith(start) ? path.slice(start.length) : '//'
  const trimmed = choices.slashAtEnd ? rest.replace(/\/$/, '') : rest
  const segments = trimmed === '' ? [] : trimmed.slice(1).split('/')
  const found = trimmed !== '' && !trimmed.startsWith('/') ? [] : routesAt(choices, segments)
  if (found.length === 0) throw new Refusal({ status: 404, text: 'No hay nada aquí.', type: 'text/plain' })
  const methods = [...new Set(found.map(({ method }) => method))]

  const route = found.find(({ method }) => method === call.method)
  if (route !== undefined) return { route, segments }
  const Allow = [...methods, ...(choices.headSupported ? ['HEAD'] : [])].join(', ')
  if (call.method === 'OPTIONS' && choices.optionsSupported)
    throw new Refusal({ status: 204, headers: { Allow: choices.optionsAllow ?? Allow } })
  if (choices.wrongMethod === 404)
    throw new Refusal({ status: 404, text: 'No hay nada aquí.', type: 'text/plain' })
  throw new Refusal({ ...problem(call, choices.wrongMethod, `Use ${Allow}.`), headers: { Allow } })
}

const identify = (call: Call): App => {
  const { choices, world, headers, app } = call
  const key = headers['x-api-key']
  if (key === undefined && !choices.keyRequired) return app
  const found = world.apps.find((one) => one.key === key)
  if (found !== undefined) return found
  const plain: Answer = { status: 401, text: 'Falta la clave.', type: 'text/plain' }
  const answer = choices.unauthorized === 'plain' ? plain : problem(call, 401, 'Envíe X-Api-Key.')
  throw new Refusal({ ...answer, headers: { 'WWW-Authenticate': 'ApiKey realm="v3"' } })
}

const limit = (call: Call, seen: Map<string, { count: number; sinceMs: number }>): void => {
  const { rateLimit, rateWindowMs, retryAfter } = call.choices
  if (rateLimit === 0) return
  const app = identify(call)
  const nowMs = call.world.now()
  const current = seen.get(app.name)
  const fresh = current === undefined || nowMs - current.sinceMs >= rateWindowMs
  const counted = fresh ? { count: 1, sinceMs: nowMs } : { ...current, count: current.count + 1 }
  seen.set(app.name, counted)
  if (counted.count <= rateLimit) return
  const endMs = counted.sinceMs + rateWindowMs
  const waits = {
    seconds: { 'Retry-After': String(Math.ceil((endMs - nowMs) / 1000)) },
    date: { 'Retry-After': new Date(endMs + 999).toUTCString() },
    none: {},
  }
  throw new Refusal({ ...problem(call, 429, 'Espere un momento.'), headers: waits[retryAfter] })
}

const checkQuery = (call: Call, { query }: Route): void => {
  if (call.choices.unknownQuery === 'ignored' || query === undefined) return
  const unknown = [...call.query.keys()].filter((name) => !query.includes(name))
  if (unknown.length > 0)
    refuseValues(call, 400, Object.fromEntries(unknown.map((name) => [name, ['No se conoce.']])))
}

const decoded = (segment: string): string => {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
