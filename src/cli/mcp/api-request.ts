import * as z from 'zod'
import { ControlError } from '../../api/problems/control-error.ts'
import { type ControlApiClient, controlApiClient } from '../../control/client.ts'
import type { Credentials } from '../../kit/target/credentials.ts'
import { jsonOrText } from '../../lib/text/parse-json.ts'
import type { ToolHost } from './agent-tool.ts'
import { isObject } from './input-schema.ts'

/** A request to the described API, as an agent gives it. */
export const AgentRequest = z.strictObject({
  method: z
    .enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'], 'Expected a method in capitals, like GET.')
    .describe('HTTP method'),
  path: z
    .string()
    .regex(/^\/v3(?:[/?]|$)/, 'Expected a path that begins with /v3.')
    .describe('Path from /v3 on, with the query, as a client sends it'),
  headers: z
    .record(z.string(), z.string())
    .optional()
    .describe('Request headers, such as If-Match; credentials of the app are added where they are needed'),
  body: z.unknown().optional().describe('JSON of the body; a text is sent as it is'),
})
export type AgentRequest = z.infer<typeof AgentRequest>

/** A response of the described API. */
export interface AgentResponse {
  readonly status: number
  readonly headers: readonly { readonly name: string; readonly value: string }[]
  /** Parsed where it is JSON. */
  readonly body: unknown
}

/**
 * Sends a request to a world, with the credentials that it requires. Nothing but that world is reached.
 */
export const sendApiRequest = async (
  { connection }: ToolHost,
  world: string,
  request: AgentRequest,
): Promise<AgentResponse> => {
  const { url, fetch: send = (message) => fetch(message) } = connection
  const base = `${url}/w/${encodeURIComponent(world)}`
  const target = new URL(base + request.path)
  if (!target.href.startsWith(`${base}/v3`))
    throw new ControlError(400, `The path ${request.path} leads out of the API; give one below /v3.`)
  const text = typeof request.body === 'string' ? request.body : JSON.stringify(request.body)
  const headers = {
    Accept: 'application/json',
    ...(text !== undefined && { 'Content-Type': 'application/json' }),
    ...request.headers,
  }
  const credentials = await credentialsFor({ connection }, world, headers)
  // A signature is dated by the world's clock, which may be frozen (`auth/clock-tolerance`).
  const nowMs = credentials.kind === 'hmac' ? (await clientOf({ connection }, world).clock.read()).nowMs : 0
  // The kit loads late.
  const { requestSigner } = await import('../../kit/target/credentials.ts')
  const sign = requestSigner(credentials, {}, () => nowMs)
  const signed = await sign({
    method: request.method,
    url: target.href,
    headers,
    ...(text !== undefined && { body: text }),
  })
  const response = await send(
    new Request(signed.url, {
      method: signed.method,
      headers: signed.headers,
      ...(text !== undefined && { body: text }),
    }),
  )
  return {
    status: response.status,
    headers: Array.from(response.headers, ([name, value]) => ({ name, value })),
    body: jsonOrText(await response.text()),
  }
}

/** Returns a client of the control API for one world. */
export const clientOf = ({ connection }: Pick<ToolHost, 'connection'>, world: string): ControlApiClient =>
  controlApiClient({ ...connection, world })

/** Returns the credentials of the world's first app in the form that the world requires. */
export const credentialsFor = async (
  { connection }: Pick<ToolHost, 'connection'>,
  world: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Credentials> => {
  if (Object.keys(headers).some((name) => name.toLowerCase() === 'authorization')) return { kind: 'none' }
  const client = clientOf({ connection }, world)
  const { assumptions } = await client.profile.read()
  const scheme = assumptions['auth/scheme']?.option
  if (scheme !== 'key' && scheme !== 'hmac') return { kind: 'none' }
  const [app] = (await client.worlds.read()).apps
  if (!app) return { kind: 'none' }
  return scheme === 'key' ? { kind: 'key', key: app.key } : { kind: 'hmac', key: app.key, secret: app.secret }
}

/** Names the members in which two responses differ: `status`, and members of bodies that are objects. */
export const differencesOf = (one: AgentResponse, other: AgentResponse): string[] => [
  ...(one.status === other.status ? [] : ['status']),
  ...differingMembers(one.body, other.body),
]

const differingMembers = (one: unknown, other: unknown): string[] => {
  if (JSON.stringify(one) === JSON.stringify(other)) return []
  if (!isObject(one) || !isObject(other)) return ['body']
  const names = [...new Set([...Object.keys(one), ...Object.keys(other)])]
  return names
    .filter((name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]))
    .map((name) => `body.${name}`)
}
