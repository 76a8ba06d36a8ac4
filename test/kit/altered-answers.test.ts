import { expect, it } from 'vitest'
import { createPrng, type Prng } from '../../src/lib/random/prng.ts'
import { checkInProcess, inProcess } from './targets.ts'

/** Every response of a run is altered in one place: clauses may fail, but none breaks. */

type Place = readonly [holder: Record<string, unknown>, name: string]

const placesIn = (value: unknown): readonly Place[] => {
  if (typeof value !== 'object' || value === null) return []
  // Arrays are altered by their indices.
  const holder = value as Record<string, unknown>
  return Object.keys(holder).flatMap((name) => [[holder, name] as const, ...placesIn(holder[name])])
}

const OTHERS: readonly unknown[] = [null, '', 'x', -1, 1e300, true, [], {}, [null], { href: 7 }, '2026-13-45']

const alter = ([holder, name]: Place, random: Prng): void => {
  const kind = random.int(0, 3)
  const { [name]: value } = holder
  if (kind === 0 && !Array.isArray(holder)) delete holder[name]
  else if (kind === 1 && !Array.isArray(holder)) {
    delete holder[name]
    holder[name === name.toLowerCase() ? name.toUpperCase() : name.toLowerCase()] = value
  } else if (kind === 2 && typeof value === 'string') holder[name] = value.toUpperCase()
  else holder[name] = random.pick(OTHERS)
}

/** Returns the JSON of a response, changed. */
type Change = (text: string, request: Request) => string

const altering =
  (change: Change) => async (request: Request, next: (request: Request) => Promise<Response>) => {
    const response = await next(request)
    const text = await response.text()
    const headers = new Headers(response.headers)
    headers.delete('content-length')
    const isObject = text.startsWith('{')
    const shown = isObject ? change(text, request) : text
    return new Response(shown === '' ? null : shown, { status: response.status, headers })
  }

/** Alters one place of one response in ten. */
const oneInTen = (seed: number): Change => {
  const random = createPrng(seed)
  return (text) => {
    if (random.next() >= 0.1) return text
    const body = JSON.parse(text)
    const places = placesIn(body)
    if (places.length > 0) alter(random.pick(places), random)
    return JSON.stringify(body)
  }
}

const uncapitalized = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(uncapitalized)
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.charAt(0).toLowerCase() + name.slice(1),
      uncapitalized(inner),
    ]),
  )
}

/** What a clause expects of a response on which it has thrown an error of its own. */
const READABLE = 'answers that can be read'

it.each<[string, Change, readonly string[]]>([
  ['one place of one response in ten', oneInTen(1), []],
  [
    'every member of inquiries in another case',
    (text, { url }) => (url.includes('/consultas') ? JSON.stringify(uncapitalized(JSON.parse(text))) : text),
    [
      'inquiries',
      'relations/inquiry-pages-hold-every-entry-once',
      'relations/pagina-keeps-its-bound-beside-filters',
    ],
  ],
])('no clause breaks on %s', async (_, change, only) => {
  const report = await checkInProcess(await inProcess(altering(change)), { only })
  const broken = report.clauses.flatMap(({ id, verdict, reason, violation }) =>
    verdict === 'broken' || violation?.expected === READABLE ? [`${id}: ${violation?.got ?? reason}`] : [],
  )
  expect(broken).toEqual([])
  expect(report.summary.failed).toBeGreaterThan(1)
})
