import { expect, it } from 'vitest'
import { createPrng, type Prng } from '../../src/random/prng.ts'
import { checkInProcess, inProcess } from './targets.ts'

/** Every answer of a run is altered in one place: clauses may fail, but none breaks. */

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

const altering = (random: Prng) => async (request: Request, next: (request: Request) => Promise<Response>) => {
  const response = await next(request)
  const text = await response.text()
  const headers = new Headers(response.headers)
  headers.delete('content-length')
  const altered = () => {
    if (!text.startsWith('{') || new URL(request.url).pathname === '/v3') return text === '' ? null : text
    if (random.next() > Number(process.env['RATE'] ?? 0.1)) return text
    const body: Record<string, unknown> = JSON.parse(text)
    const places = placesIn(body)
    if (places.length > 0) alter(random.pick(places), random)
    return JSON.stringify(body)
  }
  return new Response(altered(), { status: response.status, headers })
}

/** What a clause expects of an answer on which it has thrown an error of its own. */
const READABLE = 'answers that can be read'

it.each(process.env['SEEDS']?.split(',').map(Number) ?? [1])('no clause breaks on altered answers, seed %i', async (seed) => {
  const report = await checkInProcess(await inProcess(altering(createPrng(seed))))
  const broken = report.clauses.flatMap(({ id, verdict, reason, violation }) =>
    verdict === 'broken' || violation?.expected === READABLE ? [`${id}: ${violation?.got ?? reason}`] : [],
  )
  expect(broken).toEqual([])
  expect(report.clauses.length).toBeGreaterThan(600)
})
