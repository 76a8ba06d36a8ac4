import { expect, it } from 'vitest'
import * as z from 'zod'
import { Simulator } from '../../src/sandbox/simulator/simulator.ts'
import { createApp } from '../../src/server/app.ts'
import { isFullRun } from '../support/full-run.ts'

/** Hostile values at every place of every request of both documents: each is an ordinary wrong value. */

const DEEP = 2_000
/** JSON texts: names that every object has, numbers and dates at their ends, text that is not Unicode. */
const VALUES: readonly string[] = [
  'constructor',
  '__proto__',
  'toString',
  '\u0000',
  '../../etc/passwd',
  '\r\nX-Injected: yes',
  '0000-01-01T00:00:00Z',
  '+275760-09-13T00:00:00.000Z',
  'P9999999999999D',
  'http://0x7f.1/',
  '',
  'x'.repeat(70_000),
  '*a'.repeat(20_000),
  '{{7*7}}',
]
  .map((text) => JSON.stringify(text))
  .concat('"\\ud800"', '1e309', '-0', '9007199254740993', 'null', '[]', '{"__proto__":{"x":1}}')
  .concat('{"constructor":{"prototype":{"x":1}}}', `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`)

const IN_TARGETS: readonly string[] = [
  'constructor',
  '__proto__',
  '%00',
  '%ed%a0%80',
  '%c0%af',
  '%',
  '%2e%2e%2f',
  '%0d%0aX-Injected:%20yes',
  '-0',
  '1e309',
  '9007199254740993',
  '275760-09-14',
  '*a'.repeat(500),
  encodeURIComponent('(a+)+$'),
]

const parameter = z.object({ name: z.string(), in: z.string() })
const bodyOf = z.object({ content: z.record(z.string(), z.record(z.string(), z.unknown())) })
const operation = z.looseObject({
  parameters: z.array(z.unknown()).default([]),
  requestBody: z.unknown().optional(),
})
const document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), z.unknown())),
  components: z.unknown().optional(),
})

/** In a short run each place gets every sixth value, beginning with another one, and the first. */
const PART = isFullRun ? 1 : 6
const partOf = (values: readonly string[], turn: number): readonly string[] =>
  values.filter((_, i) => i === 0 || (i + turn) % PART === 0)

const METHODS = ['get', 'post', 'put', 'patch', 'delete']
const FILLED: Readonly<Record<string, string>> = {
  world: 'default',
  adminmail: 'ventas@lospinos.example',
  externalid: 'PIN-0002',
}

interface Call {
  readonly method: string
  readonly path: string
  readonly parameters: readonly z.infer<typeof parameter>[]
  readonly type: string
  readonly body: unknown
}

const callsOf = (text: unknown): Call[] => {
  const { paths, ...root } = document.parse(text)
  const found = (value: unknown): unknown => {
    const reference = z.object({ $ref: z.string() }).safeParse(value).data?.$ref
    const steps = reference?.split('/').slice(1) ?? []
    return reference === undefined
      ? value
      : found(steps.reduce<unknown>((at, step) => Reflect.get(Object(at), step), root))
  }
  return Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => METHODS.includes(method) && !/\/(?:events|mcp)$/.test(path))
      .map(([method, entry]) => {
        const { parameters, requestBody } = operation.parse(entry)
        const content = bodyOf.safeParse(found(requestBody)).data?.content
        const [type, media] = Object.entries(content ?? {})[0] ?? ['application/json', {}]
        const [first] = Object.values(Object(media['examples']))
        const example = media['example'] ?? Reflect.get(Object(found(first)), 'value')
        const body = content && (example ?? sample(found, media['schema']))
        return {
          method: method.toUpperCase(),
          path,
          parameters: parameters.map((one) => parameter.parse(found(one))),
          type,
          body,
        }
      }),
  )
}

/** A value with every member of a schema, right or not. */
const sample = (found: (value: unknown) => unknown, schema: unknown, depth = 0): unknown => {
  const it = z.looseObject({ properties: z.record(z.string(), z.unknown()) }).safeParse(found(schema)).data
  if (!it || depth > 4) return 'x'
  return Object.fromEntries(
    Object.entries(it.properties).map(([name, member]) => [name, sample(found, member, depth + 1)]),
  )
}

/** Every place in a value: the steps that lead there. */
const placesIn = (value: unknown, steps: readonly string[] = []): (readonly string[])[] => [
  steps,
  ...(typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([name, member]) => placesIn(member, [...steps, name]))
    : []),
]

const MARK = '@@here@@'
const withMark = (value: unknown, [step, ...rest]: readonly string[]): unknown => {
  if (step === undefined) return MARK
  const copy: object = Array.isArray(value) ? [...value] : { ...Object(value) }
  Reflect.set(copy, step, withMark(Reflect.get(copy, step), rest))
  return copy
}

const INTERNALS = /TypeError|RangeError|Cannot read|is not a function|\[object Object\]|node:internal|\.ts:\d/

it('a hostile value is refused or taken at every place of every request', { timeout: 120_000 }, async () => {
  const failures: unknown[] = []
  const simulator = await Simulator.open({
    nowMs: Date.parse('2026-03-01T12:00:00-03:00'),
    report: (error) => void failures.push(error),
  })
  const app = createApp(simulator)
  const send = (method: string, target: string, init: RequestInit = {}) =>
    app.fetch(new Request(`http://127.0.0.1${target}`, { method, ...init }))
  const wrong: string[] = []
  let sent = 0
  let turn = 0
  const judged = async (what: string, response: Response) => {
    sent += 1
    const text = await response.text()
    const isInjected = response.headers.has('X-Injected')
    if (response.status >= 500 || isInjected || INTERNALS.test(text))
      wrong.push(`${what}: ${response.status} ${text.slice(0, 200)}`)
  }
  const documents = ['/openapi.json', '/_playa/openapi.json']
  const calls = await Promise.all(
    documents.map(async (path) => callsOf(await (await send('GET', path)).json())),
  )
  for (const { method, path, parameters, type, body } of calls.flat()) {
    const targetWith = (name = '', value = '') =>
      path.replaceAll(/\{(\w+)\}/g, (_, each: string) =>
        each === name ? value : encodeURIComponent(FILLED[each.toLowerCase()] ?? '1'),
      )
    const init = body === undefined ? {} : { headers: { 'Content-Type': type }, body: JSON.stringify(body) }
    for (const value of partOf(IN_TARGETS, (turn += 1)))
      for (const { name, in: place } of parameters)
        if (place !== 'header') {
          const target =
            place === 'path' ? targetWith(name, value) : `${targetWith()}?${name}=${value}&${value}=${value}`
          await judged(`${method} ${target}`, await send(method, target, init))
        }
    if (body !== undefined)
      for (const place of placesIn(body))
        for (const value of partOf(VALUES, (turn += 1))) {
          const text = JSON.stringify(withMark(body, place)).replace(`"${MARK}"`, () => value)
          const response = await send(method, targetWith(), { headers: { 'Content-Type': type }, body: text })
          await judged(`${method} ${path} ${place.join('.')}=${value.slice(0, 60)}`, response)
        }
    for (const { name } of simulator.worlds.all()) if (name !== 'default') simulator.worlds.delete(name)
    await send('POST', '/_playa/worlds/default/reset')
  }
  expect(wrong).toEqual([])
  expect(failures).toEqual([])
  expect(sent).toBeGreaterThan(1_000)
})
