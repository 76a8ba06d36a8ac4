import { controlProblem } from '../../api/problems/control-error.ts'
import { isLoopbackHost } from '../../lib/text/url.ts'
import { PHOTO_ROOT } from '../../model/domain/publications/photo-url.ts'
import { WORLD_NAME } from '../../sandbox/simulator/world-registry.ts'
import { worldFileMember } from '../../sandbox/stores/world-file-body.ts'
import { TokenGate } from '../token-gate.ts'
import { type ControlCaller, objectRequest } from './object-call.ts'
import { type WorkerEnv, worldObject } from './platform.ts'
import { askRegistry, type Reservation } from './registry-client.ts'
import { isFork, isPagePath, targetWorld } from './target-world.ts'
import { bearerToken, hasDigest, newToken, tokenDigest } from './token-digest.ts'

/** Maximum number of worlds in one list: each is asked for its line. */
const MAX_LISTED = 200
/** Largest body that is read here; a longer one is refused by the object that it is sent to. */
const MAX_READ_BYTES = 4 * 1024 * 1024

/** Answers a request of a deployment. */
export const respondFromWorker = async (request: Request, env: WorkerEnv): Promise<Response> => {
  const response = await withCountedTokens(request, env)
  if (response.headers.has('date')) return response
  const dated = new Response(response.body, response)
  dated.headers.set('Date', new Date().toUTCString())
  return dated
}

let gate: { readonly token: string; readonly counts: TokenGate } | undefined

/** Returns what counts wrong tokens by address, as a server does. Each isolate counts for itself. */
const tokenCounts = (token: string): TokenGate => {
  if (gate?.token !== token) gate = { token, counts: new TokenGate(token, Date.now) }
  return gate.counts
}

const addressOf = ({ headers }: Request): string => headers.get('cf-connecting-ip') ?? 'unknown'

/**
 * Counts wrong tokens. After twenty within a minute the deployment's own token is not accepted from their
 * address until the minute is over, as guessing would pay otherwise; keys of owners and worlds still are.
 */
const withCountedTokens = async (request: Request, env: WorkerEnv): Promise<Response> => {
  const response = await routeRequest(request, env)
  const { pathname } = new URL(request.url)
  const { PLAYA_CONTROL_TOKEN: token } = env
  const isWrong = response.status === 401 && bearerToken(request) !== undefined
  if (!token || !isWrong || !pathname.startsWith('/_playa')) return response
  const counts = tokenCounts(token)
  const waitS = counts.waitS(addressOf(request))
  if (waitS === 0) {
    counts.countFailure(addressOf(request))
    return response
  }
  const detail = `Too many wrong control tokens came from your address. Wait ${waitS} seconds, then try again.`
  return controlProblem(429, detail, pathname, { headers: { 'Retry-After': String(waitS) } })
}

/** Finds the object of a request's world, and makes and lists worlds. */
export const routeRequest = async (request: Request, env: WorkerEnv): Promise<Response> => {
  const url = new URL(request.url)
  const refusal = refusalOf(request, url, env)
  if (refusal) return refusal
  if (/^\/_playa\/worlds\/?$/.test(url.pathname)) {
    if (request.method === 'POST') return makeWorld(request, env)
    if (request.method === 'GET') return listWorlds(request, env)
  }
  const world = targetWorld(request)
  if (isFork(request)) return forkWorld(request, env, world)
  // One console for a deployment of one token; where strangers share it, each world has its own.
  const host = isPagePath(url.pathname) ? pagesWorld(url, env, world) : world
  const trusted = (await callerOf(request, env)).kind === 'deployment'
  const response = await worldObject(env, host).fetch(objectRequest(request, { world: host, trusted }))
  const isDeleted = request.method === 'DELETE' && url.pathname === `/_playa/worlds/${world}`
  if (isDeleted && response.status === 204) await askRegistry(env, { ask: 'release', name: world })
  return response
}

const isShared = ({ PLAYA_SHARED }: WorkerEnv): boolean => PLAYA_SHARED === 'true'

const pagesWorld = (url: URL, env: WorkerEnv, world: string): string => {
  if (!isShared(env)) return 'default'
  const next = url.searchParams.get('next')
  return next?.startsWith('/') ? targetWorld(new Request(new URL(next, url.origin))) : world
}

const refusalOf = (request: Request, url: URL, env: WorkerEnv): Response | undefined => {
  if (!url.pathname.startsWith('/_playa') || url.pathname.startsWith(PHOTO_ROOT)) return undefined
  const origin = request.headers.get('origin')
  if (origin !== null && origin !== url.origin)
    return controlProblem(403, 'Pages of other sites may not use the control API.', url.pathname)
  if (env.PLAYA_CONTROL_TOKEN || isLoopbackHost(url.hostname)) return undefined
  const detail =
    'This deployment has no control token. Set one with npx wrangler secret put PLAYA_CONTROL_TOKEN.'
  return controlProblem(503, detail, url.pathname)
}

/** Returns who calls. On this machine no client needs a token, as with a server on loopback. */
const callerOf = async (request: Request, env: WorkerEnv): Promise<ControlCaller> => {
  const { PLAYA_CONTROL_TOKEN: token } = env
  const sent = bearerToken(request)
  if (!token) return { kind: 'deployment' }
  if (sent === undefined) return { kind: 'stranger' }
  const mayTry = tokenCounts(token).waitS(addressOf(request)) === 0
  if (mayTry && hasDigest(sent, tokenDigest(token))) return { kind: 'deployment' }
  if (!sent.startsWith('playa_owner_')) return { kind: 'stranger' }
  const { owner } = await askRegistry(env, { ask: 'owner', key: sent })
  return owner === undefined ? { kind: 'stranger' } : { kind: 'owner', owner }
}

const tokenNeeded = (request: Request): Response =>
  controlProblem(
    401,
    'The control API needs Authorization: Bearer {control token}.',
    new URL(request.url).pathname,
    { headers: { 'WWW-Authenticate': 'Bearer realm="control"' } },
  )

const listWorlds = async (request: Request, env: WorkerEnv): Promise<Response> => {
  const caller = await callerOf(request, env)
  if (caller.kind === 'stranger') return tokenNeeded(request)
  const owner = caller.kind === 'owner' ? { owner: caller.owner } : {}
  const { names = [] } = await askRegistry(env, { ask: 'list', limit: MAX_LISTED, ...owner })
  const all = caller.kind === 'owner' ? names : ['default', ...names]
  const lines = await Promise.all(
    all.map(async (world) => {
      const forwarded = objectRequest(request, { world, trusted: true })
      // The caller is judged. Wrong tokens that others sent from this address hide no world from a list.
      forwarded.headers.delete('cf-connecting-ip')
      const response = await worldObject(env, world).fetch(forwarded)
      // The control API answers with a list.
      return response.ok ? ((await response.json()) as unknown[]) : []
    }),
  )
  return Response.json(lines.flat())
}

const makeWorld = async (request: Request, env: WorkerEnv): Promise<Response> => {
  const body = await smallBody(request)
  if (body instanceof Response) return body
  const given = memberOf(body)
  // An object that creates nothing refuses invalid input with the messages of the control API.
  if (!given) return forwardToDefault(request, env, body)
  const reserved = await reserve(request, env, given.name)
  if (reserved instanceof Response) return reserved
  const { name, settings, secrets } = reserved
  const made = new Request(request.url, {
    method: 'POST',
    headers: request.headers,
    body: JSON.stringify({ ...given.members, name }),
  })
  const response = await worldObject(env, name).fetch(
    objectRequest(made, { world: name, call: 'make', trusted: true, settings }),
  )
  if (response.status !== 201) {
    await discard(env, name)
    return response
  }
  return withMembers(response, secrets)
}

const forkWorld = async (request: Request, env: WorkerEnv, world: string): Promise<Response> => {
  const body = await smallBody(request)
  if (body instanceof Response) return body
  const given = memberOf(body)
  const trusted = (await callerOf(request, env)).kind === 'deployment'
  const copyOf = (text: string) =>
    new Request(request.url, { method: 'POST', headers: request.headers, body: text })
  if (!given)
    return worldObject(env, world).fetch(objectRequest(copyOf(body), { world, trusted, call: 'fork' }))
  const { owner } = isShared(env) ? await askRegistry(env, { ask: 'ownerOf', name: world }) : {}
  const reserved = await reserve(request, env, given.name, owner)
  if (reserved instanceof Response) return reserved
  const { name, settings, secrets } = reserved
  const asked = copyOf(JSON.stringify({ ...given.members, name }))
  const answer = await worldObject(env, world).fetch(objectRequest(asked, { world, trusted, call: 'fork' }))
  if (answer.status !== 201) {
    // A copy that is refused makes no client an owner: a client may become only a few in a day.
    const { owner: newOwner, ownerKey } = secrets
    await askRegistry(env, {
      ask: 'release',
      name,
      ...(ownerKey !== undefined && newOwner !== undefined && { newOwner }),
    })
    return answer
  }
  // The object answers a fork in this form.
  const { view, file } = (await answer.json()) as { readonly view: object; readonly file: string }
  const adoption = new Request(request.url, { method: 'POST', body: JSON.stringify({ settings, file }) })
  const adopted = await worldObject(env, name).fetch(objectRequest(adoption, { world: name, call: 'adopt' }))
  if (adopted.status !== 204) {
    await discard(env, name)
    return adopted
  }
  return Response.json(
    { ...view, ...secrets },
    { status: 201, headers: { Location: `/_playa/worlds/${name}` } },
  )
}

/** Reserves a name, and says what the new object keeps and what its maker gets. */
const reserve = async (request: Request, env: WorkerEnv, name: string | undefined, copyOwner?: string) => {
  const caller = await callerOf(request, env)
  const hasOwner = isShared(env) && caller.kind !== 'deployment'
  if (caller.kind === 'stranger' && !isShared(env)) return tokenNeeded(request)
  const owner = copyOwner ?? (caller.kind === 'owner' ? caller.owner : undefined)
  const { reservation = {} } = await askRegistry(env, {
    ask: 'reserve',
    isShared: hasOwner,
    address: addressOf(request),
    ...(name !== undefined && { name }),
    ...(owner !== undefined && { owner }),
  })
  return reservedWorld(request, reservation, hasOwner)
}

const reservedWorld = (request: Request, { name, refused, ...owned }: Reservation, hasOwner: boolean) => {
  if (refused || name === undefined)
    return controlProblem(
      refused?.status ?? 503,
      refused?.detail ?? 'No name is free.',
      new URL(request.url).pathname,
    )
  const { owner, ownerDigest, ownerKey } = owned
  const controlToken = hasOwner ? newToken('world') : undefined
  return {
    name,
    settings: {
      name,
      reportedMs: Date.now(),
      ...(controlToken !== undefined && { token: controlToken }),
      ...(ownerDigest !== undefined && { ownerDigest }),
    },
    secrets: {
      ...(controlToken !== undefined && { controlToken }),
      ...(owner !== undefined && { owner }),
      ...(ownerKey !== undefined && { ownerKey }),
    },
  }
}

const discard = async (env: WorkerEnv, name: string): Promise<void> => {
  const call = objectRequest(new Request('http://playa.localhost/'), { world: name, call: 'destroy' })
  await worldObject(env, name).fetch(call)
  await askRegistry(env, { ask: 'release', name })
}

const forwardToDefault = async (request: Request, env: WorkerEnv, body: string): Promise<Response> => {
  const trusted = (await callerOf(request, env)).kind === 'deployment'
  if (!trusted && !isShared(env)) return tokenNeeded(request)
  const copy = new Request(request.url, { method: 'POST', headers: request.headers, body })
  return worldObject(env, 'default').fetch(objectRequest(copy, { world: 'default', trusted: true }))
}

/** Reads a body; returns the refusal of one that is too long to make a world of. */
const smallBody = async (request: Request): Promise<string | Response> => {
  const body = new Uint8Array(await request.arrayBuffer())
  if (body.length <= MAX_READ_BYTES) {
    const file = worldFileMember(body)
    return file ? JSON.stringify(file) : new TextDecoder().decode(body)
  }
  const detail = `The body is longer than ${MAX_READ_BYTES} bytes.`
  return controlProblem(413, detail, new URL(request.url).pathname)
}

/** Returns the members of a body whose name can be reserved; undefined for one that is not valid anyway. */
const memberOf = (body: string) => {
  let value: unknown
  try {
    value = body.trim() === '' ? {} : JSON.parse(body)
  } catch {
    return undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  const { name, ...members } = { name: undefined, ...value }
  if (name === undefined) return { name, members }
  return typeof name === 'string' && WORLD_NAME.test(name) ? { name, members } : undefined
}

const withMembers = async (response: Response, members: object): Promise<Response> => {
  // The control API answers with an object.
  const view = (await response.json()) as object
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  return new Response(`${JSON.stringify({ ...view, ...members })}\n`, { status: response.status, headers })
}
