import type { Clause } from '../../src/kit/runner/clause.ts'
import { openWebhookReceiver } from '../../src/kit/runner/webhook-receiver.ts'
import { type ClauseResult, runClause } from '../../src/kit/runner/clause-run.ts'
import { RunSession } from '../../src/kit/runner/session.ts'
import { fetchTransport } from '../../src/kit/target/fetch-transport.ts'
import { createApp } from '../../src/server/app.ts'
import { Simulator } from '../../src/simulator/simulator.ts'

/** A wrong server: a conforming sandbox with one behaviour broken, through HTTP. */
export interface WrongServer {
  /** Id of the clause that must catch it. */
  readonly clause: string
  /** What is wrong, in a few words. */
  readonly name: string
  /** Assumptions of the sandbox behind it. */
  readonly profile?: Readonly<Record<string, string>>
  /** Answers a request; `next` asks the conforming sandbox, as often as wanted. */
  serve(request: Request, next: (request: Request) => Promise<Response>): Promise<Response>
}

export const WORLD_START = '2026-03-01T12:00:00-03:00'
export const AGENCY = 'ventas@lospinos.example'

let shared: Promise<{ sandbox: Simulator; fetch: (request: Request) => Promise<Response> }> | undefined

const open = () =>
  (shared ??= Simulator.open({ scenario: 'demo', nowMs: Date.parse(WORLD_START) }).then((sandbox) => {
    const app = createApp(sandbox)
    return { sandbox, fetch: async (request: Request) => app.fetch(request) }
  }))

/** Tries one clause against a fresh world of `demo`, with or without something wrong in between. */
export const runClauseAgainst = async (clause: Clause, wrong: Partial<WrongServer> = {}): Promise<ClauseResult> => {
  const [result] = await runClausesAgainst([clause], wrong)
  if (!result) throw new Error('one clause has one result')
  return result
}

/** Tries clauses one after another in one run, which sees what they share once. */
export const runClausesAgainst = async (clauses: readonly Clause[], wrong: Partial<WrongServer> = {}): Promise<ClauseResult[]> => {
  const { sandbox, fetch } = await open()
  const held = await sandbox.makeWorld({ nowMs: Date.parse(WORLD_START), ...(wrong.profile && { profile: wrong.profile }) })
  const { serve } = wrong
  const wantsCallback = clauses.some(({ needs }) => needs.includes('callback'))
  const receiver = wantsCallback ? await openWebhookReceiver({ url: 'http://127.0.0.1:0' }) : undefined
  // Two hours of retries are over in 83 ms.
  if (wantsCallback) sandbox.scheduler.set(held, { running: true, speed: 86_400 })
  try {
    const session = new RunSession({
      target: {
        base: `http://playa.localhost/w/${held.name}`,
        agency: AGENCY,
        vendor: 'service',
        transport: fetchTransport(serve ? (request) => serve(request, fetch) : fetch),
        sign: (request) => request,
      },
      prefix: 'kit-',
      patienceMs: 5_000,
      ...(receiver && { receiver: async () => receiver }),
    })
    const results = []
    for (const clause of clauses) results.push(await runClause(session, clause))
    return results
  } finally {
    sandbox.worlds.delete(held.name)
    await receiver?.close()
  }
}

/** What the clauses hold against a sandbox under these assumptions, which ought to be nothing. */
export const failuresUnder = async (
  clauses: readonly Clause[],
  profile: Readonly<Record<string, string>>,
): Promise<string[]> => {
  const found: string[] = []
  for (const { clause, verdict, violation, reason } of await runClausesAgainst(clauses, { profile })) {
    if (verdict === 'failed' || verdict === 'broken') {
      found.push(`${clause.id}: ${violation ? `expected ${violation.expected}, got ${violation.got}` : reason}`)
    }
  }
  return found
}

/** The answer with its JSON body changed; answers that are no JSON object stay. */
export const withJsonBody = async (
  response: Response,
  change: (body: Record<string, unknown>) => unknown,
): Promise<Response> => {
  const text = await response.text()
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  if (!text.startsWith('{')) return new Response(text === '' ? null : text, { status: response.status, headers })
  const body: Record<string, unknown> = JSON.parse(text)
  return new Response(JSON.stringify(change(body) ?? body), { status: response.status, headers })
}

/** The answer under another status or with other headers (null removes one). */
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
