import { nearest } from '../assumptions/nearest.ts'
import { type Arguments, type Command, numberOption, textOption, UsageError } from './command.ts'

const VERBS = ['list', 'new', 'reset', 'fork', 'delete'] as const

export const world: Command = {
  name: 'world',
  summary: 'List, make, reset, fork and delete worlds of a running server.',
  usage: 'world list|new [NAME]|reset NAME|fork NAME [COPY]|delete NAME [--url URL]',
  example: 'playa world new shop-1 --scenario empty --now 2026-03-01T12:00:00-03:00',
  words: 3,
  options: {
    url: { type: 'string' },
    scenario: { type: 'string' },
    seed: { type: 'string' },
    now: { type: 'string' },
    'control-token': { type: 'string' },
  },
  help: {
    url: 'the server (default http://127.0.0.1:4010)',
    scenario: 'new: what it starts as',
    seed: 'new: seed of people and texts',
    now: 'new: freeze it at this ISO 8601 instant',
    'control-token': 'for a server off loopback; or PLAYA_CONTROL_TOKEN',
  },
  run: async (args) => {
    const [verb, name, copy] = args.positionals
    const call = requestFor(args, verb, name, copy)
    const url = `${(textOption(args, 'url') ?? 'http://127.0.0.1:4010').replace(/\/+$/, '')}/_playa/worlds${call.path}`
    const token = textOption(args, 'control-token') ?? process.env['PLAYA_CONTROL_TOKEN']
    const headers = { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) }
    const body = call.body ? { body: JSON.stringify(call.body) } : {}
    const response = await fetch(url, { method: call.method, headers, ...body }).catch(() => undefined)
    if (!response) {
      console.error(`No server answers at ${url}. Start one with playa serve, or name it with --url.`)
      return 1
    }
    const text = await response.text()
    if (response.ok) console.log(text === '' ? `Deleted ${name}.` : JSON.stringify(JSON.parse(text), null, 2))
    else console.error(detailOf(text) ?? `${response.status} ${response.statusText}`)
    return response.ok ? 0 : 1
  },
}

interface Call {
  readonly method: 'GET' | 'POST' | 'DELETE'
  readonly path: string
  readonly body?: object
}

const requestFor = (
  args: Arguments,
  verb: string | undefined,
  name: string | undefined,
  copy: string | undefined,
): Call => {
  const needed = () => {
    if (name === undefined) throw new UsageError(`world ${verb} takes the name of a world.`)
    return `/${encodeURIComponent(name)}`
  }
  switch (verb) {
    case 'list':
      return { method: 'GET', path: '' }
    case 'new': {
      const scenario = textOption(args, 'scenario')
      const seed = numberOption(args, 'seed', Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)
      const now = textOption(args, 'now')
      return { method: 'POST', path: '', body: { name, scenario, seed, now } }
    }
    case 'reset':
      return { method: 'POST', path: `${needed()}/reset` }
    case 'fork':
      return { method: 'POST', path: `${needed()}/fork`, body: { name: copy } }
    case 'delete':
      return { method: 'DELETE', path: needed() }
    default: {
      const [near] = nearest(verb ?? '', VERBS, 1)
      throw new UsageError(
        `world takes ${VERBS.join(', ')}, not ${verb ?? 'nothing'}.${near ? ` Did you mean ${near}?` : ''}`,
      )
    }
  }
}

const detailOf = (text: string): string | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'Detail' in value ? String(value.Detail) : undefined
  } catch {
    return undefined
  }
}
