import { Simulator, type SimulatorOptions } from '../../src/sandbox/simulator/simulator.ts'
import { createApp } from '../../src/server/app.ts'
import type { ExchangeResult as Miniature } from './miniature-world.ts'

/** Opens a sandbox in process, with functions that call the API and the control API of its default world. */

export const NOON = Date.parse('2026-03-01T12:00:00-03:00')

export interface TestCall {
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

export interface TestResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: Miniature['json']
}

export const journaledSandbox = async (options: SimulatorOptions = {}) => {
  const simulator = await Simulator.open({ scenario: 'empty', nowMs: NOON, ...options })
  const app = createApp(simulator)
  const ask = async (
    method: string,
    path: string,
    { body, headers = {} }: TestCall = {},
  ): Promise<TestResponse> => {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
    const request = new Request(new URL(path, 'http://playa.localhost'), {
      method,
      headers: { ...(text !== undefined && { 'Content-Type': 'application/json' }), ...headers },
      ...(text !== undefined && { body: text }),
    })
    const response = await app.fetch(request)
    const received = await response.text()
    return { status: response.status, headers: response.headers, text: received, json: parsed(received) }
  }
  const control = (method: string, path: string, call?: TestCall) =>
    ask(method, `/_playa/worlds/default${path}`, call)
  return { simulator, app, worldHandle: simulator.worlds.require('default'), ask, control }
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
