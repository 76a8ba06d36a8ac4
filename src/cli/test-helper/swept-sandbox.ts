import { controlApiClient } from '../../control/client.ts'
import { PlayaError } from '../../control/client-error.ts'
import { readScenario } from '../../sandbox/scenarios/reading/scenario-file.ts'
import type { SandboxSource } from './sandbox-source.ts'
import { createSandboxWorld, type SandboxWorld } from './sandbox-world.ts'

/** Origin of a sandbox's world. */
interface WorldRequest {
  readonly name?: string
  readonly scenario?: string | Readonly<Record<string, unknown>>
  readonly seed?: number
  readonly now?: string
  readonly profile?: Readonly<Record<string, unknown>>
}

/**
 * Returns a sandbox whose worlds are those of `playa sweep` at `url`, so that a test in this process is
 * swept.
 */
export const sweptSandbox = async (url: string, options: WorldRequest) => {
  const source = sweptSource(url)
  const { worlds } = controlApiClient({ url })
  const world = async (given: WorldRequest = {}): Promise<SandboxWorld> => {
    const { scenario, ...rest } = { ...options, ...given }
    const made = await worlds.create({ ...rest, ...(scenario !== undefined && { scenario: sent(scenario) }) })
    return createSandboxWorld(source, made)
  }
  const first = await world()
  const listening = { url: `${url}/w/${first.name}`, port: Number(new URL(url).port), close: async () => {} }
  return { ...first, world, listen: async () => listening }
}

/** The server reads no files for others. */
const sent = (scenario: NonNullable<WorldRequest['scenario']>): string | Record<string, unknown> =>
  typeof scenario === 'string' && /[./\\]/.test(scenario) ? { ...readScenario(scenario) } : scenario

const sweptSource = (url: string): SandboxSource => ({
  handler: (request) => {
    const target = request.url.slice(new URL(request.url).origin.length)
    return fetch(new Request(url + target, request))
  },
  journal: (world, criteria) => {
    const given = Object.entries(criteria).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    )
    const { status, text } = atOnce(
      'GET',
      `${url}/_playa/worlds/${world}/journal?${new URLSearchParams(given)}`,
    )
    const answer = JSON.parse(text)
    if (status === 200) return answer
    throw new PlayaError('journal', { status, detail: answer.Detail, errors: answer.Errors ?? {} })
  },
  save: async (world, withSecrets) => {
    const query = withSecrets ? '?secrets=included' : ''
    return new Uint8Array(await (await fetch(`${url}/_playa/worlds/${world}/file${query}`)).arrayBuffer())
  },
  reset: (world) => void atOnce('POST', `${url}/_playa/worlds/${world}/reset`),
})

const SEND = `fetch(process.argv[2], { method: process.argv[1] }).then(async (response) =>
  process.stdout.write(response.status + ' ' + (await response.text())))`

/** Waits for a response, as methods that return no promise must: another process sends the request. */
const atOnce = (method: string, url: string): { readonly status: number; readonly text: string } => {
  const { execFileSync } = process.getBuiltinModule('node:child_process')
  const answer = execFileSync(process.execPath, ['-e', SEND, method, url], {
    encoding: 'utf8',
    env: { ...process.env, NODE_OPTIONS: '' },
    maxBuffer: 100_000_000,
  })
  return { status: Number(answer.slice(0, 3)), text: answer.slice(4) }
}
