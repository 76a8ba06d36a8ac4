import type { Clause } from '../../../src/kit/runner/clause.ts'
import { type ClauseResult, runClause } from '../../../src/kit/runner/clause-run.ts'
import { RunSession } from '../../../src/kit/runner/session.ts'
import { openWebhookReceiver } from '../../../src/kit/runner/webhook-receiver.ts'
import type { CatalogueCar } from '../../../src/kit/sample/catalogue-car.ts'
import type { WireRequest } from '../../../src/kit/target/exchange.ts'
import { fetchTransport } from '../../../src/kit/target/fetch-transport.ts'
import type { Target } from '../../../src/kit/target/target.ts'
import { Simulator } from '../../../src/sandbox/simulator/simulator.ts'
import { createApp } from '../../../src/server/app.ts'

/** A wrong server: a conforming sandbox with one mistake. */
export interface WrongServer {
  /** Id of the clause that must catch it. */
  readonly clause: string
  /** The mistake, in a few words. Servers that make the same mistake elsewhere have the same words. */
  readonly name: string
  /** How long the run waits for a delivery; 30 s by default. */
  readonly patienceMs?: number
  /** How long clauses wait for late work of the server; by default as they need. */
  readonly lateWorkMs?: number
  /** Set when the run may edit a webhook whose secret it cannot read. */
  readonly touchesWebhooks?: true
  /** Options of the sandbox behind it. */
  readonly profile?: Readonly<Record<string, string>>
  /** Answers a request; `next` sends requests to the conforming sandbox. */
  serve(request: Request, next: (request: Request) => Promise<Response>): Promise<Response>
}

const WORLD_START = '2026-03-01T12:00:00-03:00'
const AGENCY = 'ventas@lospinos.example'
/** Key of the second app. */
export const OTHER_APP_KEY = 'vidriera-key'
/** An agency that the app may not use. */
export const STRANGER = 'nadie@playa.invalid'

/** Signs as the second app of the agency in `demo`. */
const asOtherApp = (request: WireRequest): WireRequest => ({
  ...request,
  headers: { ...request.headers, Authorization: `Bearer ${OTHER_APP_KEY}` },
})

let shared: Promise<{ sandbox: Simulator; fetch: (request: Request) => Promise<Response> }> | undefined

const open = () =>
  (shared ??= Simulator.open({ scenario: 'demo', nowMs: Date.parse(WORLD_START) }).then((sandbox) => {
    const app = createApp(sandbox)
    return { sandbox, fetch: async (request: Request) => dated(await app.fetch(request)) }
  }))

/** Adds the header that Node's server adds to each response. */
const dated = (response: Response): Response => {
  response.headers.set('Date', new Date(Date.parse(WORLD_START)).toUTCString())
  return response
}

/** Returns a world as the target of a run. */
const targetOf = (world: string, fetch: (request: Request) => Promise<Response>): Target => ({
  base: `http://playa.localhost/w/${world}`,
  agency: AGENCY,
  vendor: 'service',
  strangerAgency: STRANGER,
  isInProcess: true,
  transport: fetchTransport(fetch),
  sign: (request) => request,
  otherApp: { sign: asOtherApp },
})

/** Sections of clauses whose wrong servers change what the search for cars reads. */
const OF_CATALOGUE = /^(?:answers|catalogue|common|entry-point|errors|http)\//

const knowsCars = ({ id }: Clause): boolean => !OF_CATALOGUE.test(id)

let knownCars: Promise<readonly CatalogueCar[]> | undefined

/**
 * Returns the cars that a run finds first. Half the requests of a run against a wrong server look for them,
 * and most wrong servers show the same catalogue; the search is tested with the clauses of the sections
 * above.
 */
const cars = () =>
  (knownCars ??= open().then(({ fetch }) =>
    new RunSession({ target: targetOf('default', fetch), prefix: 'kit-' }).catalogueCars(),
  ))

/** Runs one clause against a new world of `demo`, through a wrong server if one is given. */
export const runClauseAgainst = async (
  clause: Clause,
  wrong: Partial<WrongServer> = {},
): Promise<ClauseResult> => {
  const [result] = await runClausesAgainst([clause], wrong)
  if (!result) throw new Error('one clause has one result')
  return result
}

/**
 * Runs clauses one after another in one session against a new world, through a wrong server if one is given.
 */
export const runClausesAgainst = async (
  clauses: readonly Clause[],
  wrong: Partial<WrongServer> = {},
): Promise<ClauseResult[]> => {
  const { sandbox, fetch } = await open()
  const handle = await sandbox.makeWorld({
    nowMs: Date.parse(WORLD_START),
    ...(wrong.profile && { profile: wrong.profile }),
  })
  const { serve } = wrong
  const wantsCallback = clauses.some(({ needs }) => needs.includes('callback'))
  const receiver = wantsCallback ? await openWebhookReceiver({ url: 'http://127.0.0.1:0' }) : undefined
  // At this speed two hours of retries take 83 ms.
  if (wantsCallback) sandbox.scheduler.set(handle, { running: true, speed: 86_400 })
  try {
    const session = new RunSession({
      target: {
        ...targetOf(handle.name, serve ? (request) => serve(request, fetch) : fetch),
        // Clauses on HTTP itself are skipped inside the process; others need not wait for work done later.
        isInProcess: !clauses.some(({ id }) => id.startsWith('http/')),
      },
      prefix: 'kit-',
      patienceMs: wrong.patienceMs ?? 30_000,
      ...(wrong.lateWorkMs !== undefined && { lateWorkMs: wrong.lateWorkMs }),
      ...(wrong.touchesWebhooks && { touchWebhooks: true }),
      ...(receiver && { receiver: async () => receiver }),
      ...(serve && !wrong.profile && clauses.every(knowsCars) && { searches: { catalogueCars: cars() } }),
    })
    const results = []
    for (const clause of clauses) results.push(await runClause(session, clause))
    return results
  } finally {
    sandbox.worlds.delete(handle.name)
    await receiver?.close()
  }
}

/** Returns the failures of clauses on a sandbox with these options; a correct clause has none. */
export const failuresUnder = async (
  clauses: readonly Clause[],
  profile: Readonly<Record<string, string>>,
): Promise<string[]> => {
  const found: string[] = []
  for (const { clause, verdict, violation, reason } of await runClausesAgainst(clauses, { profile })) {
    if (verdict === 'failed' || verdict === 'broken') {
      found.push(
        `${clause.id}: ${violation ? `expected ${violation.expected}, got ${violation.got}` : reason}`,
      )
    }
  }
  return found
}

/** Returns the response with an altered JSON body; other bodies stay. */
export const withJsonBody = async (
  response: Response,
  change: (body: Record<string, unknown>) => unknown,
): Promise<Response> => {
  const text = await response.text()
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  if (!text.startsWith('{'))
    return new Response(text === '' ? null : text, { status: response.status, headers })
  const body: Record<string, unknown> = JSON.parse(text)
  return new Response(JSON.stringify(change(body) ?? body), { status: response.status, headers })
}

/** Returns the response with another status or other headers; null removes one. */
export const withStatusOrHeaders = async (
  response: Response,
  {
    status = response.status,
    headers: other = {},
  }: { status?: number; headers?: Readonly<Record<string, string | null>> },
): Promise<Response> => {
  const headers = new Headers(response.headers)
  for (const [name, value] of Object.entries(other)) {
    if (value === null) headers.delete(name)
    else headers.set(name, value)
  }
  const body = await response.arrayBuffer()
  const bodyless = status === 204 || status === 304
  return new Response(bodyless || body.byteLength === 0 ? null : body, { status, headers })
}
