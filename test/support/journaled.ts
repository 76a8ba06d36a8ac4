import { createApp } from '../../src/server/app.ts'
import { Sandbox, type SandboxOptions } from '../../src/simulator/simulator.ts'
import type { Heard as Miniature } from './miniature.ts'

/** A sandbox inside the process whose journal a test looks into: a way to call the API, and one to call the control API of its world. */

export const NOON = Date.parse('2026-03-01T12:00:00-03:00')

export interface Call {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface Heard {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: Miniature['json']
}

export const journaled = async (options: SandboxOptions = {}) => {
  const sandbox = await Sandbox.open({ scenario: 'empty', nowMs: NOON, ...options })
  const app = createApp(sandbox)
  const ask = async (method: string, path: string, { body, headers = {} }: Call = {}): Promise<Heard> => {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const request = new Request(new URL(path, 'http://playa.localhost'), {
      method,
      headers: { ...(text !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      ...(text !== undefined && { body: text }),
    })
    const response = await app.fetch(request)
    const said = await response.text()
    return { status: response.status, headers: response.headers, text: said, json: parsed(said) }
  }
  const control = (method: string, path: string, call?: Call) => ask(method, `/_playa/worlds/default${path}`, call)
  return { sandbox, app, held: sandbox.worlds.need('default'), ask, control }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
