import * as z from 'zod'
import { assumptions } from '../../api/assumptions/profile.ts'
import { ControlError } from '../../api/problems/control-error.ts'
import { statements } from '../../api/statements/statements.ts'
import type { ControlApiClient } from '../../control/client.ts'
import { REDACTED } from '../../lib/redaction/secret-names.ts'
import { FaultRuleInput } from '../../sandbox/faults/rule-schema.ts'
import type { ExchangeView, TraceStep } from '../../sandbox/journal/exchange-schemas.ts'
import type { AgentTool, ToolHost } from './agent-tool.ts'
import { AgentRequest, type AgentResponse, clientOf, differencesOf, sendApiRequest } from './api-request.ts'
import { composedTool, worldOf } from './composed-tool.ts'
import { worldMember } from './input-schema.ts'

const exchangeMember = z
  .int('Expected the number of an exchange.')
  .min(1, 'Expected 1 or more.')
  .optional()
  .describe('Number of an exchange in the journal')

const callApi = composedTool({
  name: 'call_api',
  description:
    'Call the described API in a world and get the response. The journal records the exchange like any other.',
  input: AgentRequest.extend({ world: worldMember }),
  effect: 'replaces',
  run: async (host, { world: named, ...request }) => {
    const world = worldOf(host, named)
    const answer = await sendApiRequest(host, world, request)
    const [last] = await clientOf(host, world).journal.list({ limit: 1 })
    const number = last ? ` Exchange ${last.n} of world ${world}.` : ''
    const why = answer.status >= 400 ? ' explain_refusal says why.' : ''
    return { summary: `${request.method} was answered ${answer.status}.${number}${why}`, data: answer }
  },
})

const explainRefusal = composedTool({
  name: 'explain_refusal',
  description:
    'Explain why an exchange was refused: the deciding step, the statements and assumptions behind it, ' +
    'and what else a service might do. Without a number it explains the newest refusal.',
  input: z.strictObject({ world: worldMember, exchange: exchangeMember }),
  effect: 'reads',
  run: async (host, { world: named, exchange }) => {
    const world = worldOf(host, named)
    const client = clientOf(host, world)
    const shown = await client.journal.read({ n: exchange ?? (await newestRefusal(client, world)) })
    const decided = shown.way.find(({ outcome }) => outcome === 'decided')
    const step = decided ? ` at the step ${decided.question}: ${decided.asks}` : ''
    return {
      summary:
        `Exchange ${shown.n} of world ${world} was answered ${shown.status}${step}\n` +
        'what_if shows the response under another option of an assumption.',
      data: explanation(shown, decided),
    }
  },
})

const newestRefusal = async (client: ControlApiClient, world: string): Promise<number> => {
  const lists = await Promise.all(['4xx', '5xx'].map((status) => client.journal.list({ status, limit: 1 })))
  const n = Math.max(0, ...lists.flat().map((row) => row.n))
  if (n > 0) return n
  throw new ControlError(404, `No exchange of world ${world} was refused; list_exchanges shows what was.`)
}

const explanation = (shown: ExchangeView, decided: TraceStep | undefined) => ({
  request: `${shown.method} ${shown.path}`,
  status: shown.status,
  detail: shown.detail,
  errors: shown.errors,
  fault: shown.fault,
  statements: grounds(decided, 'statement').map(({ id }) => ({
    id,
    sentence: statements.find((entry) => entry.id === id)?.sentence,
  })),
  assumptions: grounds(decided, 'assumption').map(({ kind: _, ...ground }) => ({
    ...ground,
    otherOptions: otherOptions(ground.id, ground.option),
  })),
  steps: shown.way.map(({ question, asks, outcome }) => ({ question, asks, outcome })),
  sent: shown.request,
  answered: shown.answer,
})

const grounds = (decided: TraceStep | undefined, kind: 'statement' | 'assumption') =>
  (decided?.because ?? []).filter((ground) => ground.kind === kind)

const otherOptions = (id: string, inForce: string | undefined) => {
  const options = assumptions.find((entry) => entry.id === id)?.options ?? {}
  return Object.entries<{ readonly means: string }>(options)
    .filter(([option]) => option !== inForce)
    .map(([option, { means }]) => ({ option, means }))
}

const WhatIf = z.strictObject({
  world: worldMember,
  exchange: exchangeMember.describe('Number of an exchange whose request is sent again; else give `request`'),
  request: AgentRequest.optional().describe('The request; else give `exchange`'),
  assume: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('Options by assumption id, such as { "publications/write-to-archived": "403" }'),
  fault: FaultRuleInput.optional().describe('A fault rule as add_fault takes it, such as { "status": 503 }'),
})

const whatIf = composedTool({
  name: 'what_if',
  description:
    'Show how the sandbox would answer a request under another option of an assumption or under a fault, next to ' +
    'its current response. Both requests go to temporary copies of the world, which send no notification.',
  input: WhatIf,
  effect: 'fork',
  run: async (host, { world: named, exchange, request: given, assume, fault }) => {
    if ((given === undefined) === (exchange === undefined))
      throw new ControlError(400, 'what_if takes either a request or the number of an exchange.')
    if (assume === undefined && fault === undefined)
      throw new ControlError(400, 'what_if takes assume, fault, or both: what should be different?')
    const world = worldOf(host, named)
    const request = given ?? (await requestOf(clientOf(host, world), exchange ?? 0))
    const sendOn = (copy: ToolHost, fork: string) => sendApiRequest(copy, fork, request)
    const asIs = await onFork(host, world, sendOn)
    const changed = await onFork(host, world, async (copy, fork) => {
      const client = clientOf(copy, fork)
      if (assume) await client.profile.set(assume)
      if (fault) await client.faults.add(fault)
      return sendOn(copy, fork).catch((error: unknown) => noAnswer(error))
    })
    return {
      summary: `Answered ${asIs.status} without the change, and ${changed.status || 'nothing'} with it.`,
      data: { differs: differencesOf(asIs, changed), asThingsAre: asIs, underTheChange: changed },
    }
  },
})

/** An injected fault may break the connection, which also answers the question. */
const noAnswer = (error: unknown): AgentResponse => ({
  status: 0,
  headers: [],
  body: error instanceof Error ? `no response: ${error.message}` : 'no response',
})

/** Runs `work` on a copy of a world without webhooks, with the host that may use it, and deletes it again. */
export const onFork = async <T>(
  host: ToolHost,
  world: string,
  work: (copy: ToolHost, fork: string) => Promise<T>,
): Promise<T> => {
  const forked = await clientOf(host, world).worlds.fork({ webhooks: false })
  const copy = hostOf(host, forked)
  try {
    return await work(copy, forked.name)
  } finally {
    await clientOf(copy, forked.name).worlds.delete()
  }
}

/** A Worker that strangers share gives each world its own token. */
const hostOf = (host: ToolHost, forked: object): ToolHost =>
  'controlToken' in forked && typeof forked.controlToken === 'string'
    ? { ...host, connection: { ...host.connection, token: forked.controlToken } }
    : host

/** Headers that the transport sets, or that are signed again. */
const NOT_SENT_AGAIN =
  /^(?:host|connection|content-length|transfer-encoding|authorization|digest|date|x-.*-(?:date|nonce))$/i

const requestOf = async (client: ControlApiClient, n: number): Promise<AgentRequest> => {
  const { request, path } = await client.journal.read({ n })
  const { body } = request
  const again = 'Give the request itself instead of its number.'
  if (body?.truncated) throw new ControlError(409, `The journal holds only a part of that body. ${again}`)
  if (body?.text?.includes(REDACTED))
    throw new ControlError(409, `The journal does not hold the secrets of that body. ${again}`)
  const headers = request.headers.filter(({ name }) => !NOT_SENT_AGAIN.test(name))
  return AgentRequest.parse({
    method: request.method,
    path,
    headers: Object.fromEntries(headers.map(({ name, value }) => [name, value])),
    ...(body?.text !== undefined && { body: body.text }),
  })
}

/** Tools about one request and what decides its response. */
export const decisionTools: readonly AgentTool[] = [callApi, explainRefusal, whatIf]
