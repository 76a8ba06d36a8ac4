import { expect, it } from 'vitest'
import { check } from '../../src/cli/entries/kit-entry.ts'
import { AGENCY, checkInProcess, httpServer, inProcess } from './targets.ts'

/** Leftovers of a run whose clean-up fails. Concurrent, because the runs mostly wait. */

const only = ['publications-create/location-is-the-address-of-the-publication']
const isArchiving = ({ url }: Request) => url.endsWith('/archivar')

it.concurrent('an archiving that fails twice is repeated until it is done', async () => {
  const failures = new Map<string, number>()
  const archived: string[] = []
  const fetch = await inProcess(async (request, next) => {
    if (!isArchiving(request)) return next(request)
    const count = failures.get(request.url) ?? 0
    failures.set(request.url, count + 1)
    if (count < 2) return new Response('no', { status: count === 0 ? 500 : 503 })
    const response = await next(request)
    if (response.status === 200) archived.push(request.url)
    return response
  })
  const report = await checkInProcess(fetch, { only })
  expect(report.left).toEqual([])
  expect(archived.length).toBeGreaterThan(0)
})

it.concurrent('what cannot be archived is listed', { timeout: 60_000 }, async () => {
  const created: string[] = []
  const fetch = await inProcess(async (request, next) => {
    if (isArchiving(request)) return new Response('no', { status: 500 })
    const id = request.method === 'POST' ? JSON.parse(await request.clone().text()).ExternalId : undefined
    const response = await next(request)
    if (id !== undefined && response.status === 201) created.push(id)
    return response
  })
  const report = await checkInProcess(fetch, { only })
  expect(report.left).toEqual([...created].sort())
  for (const id of report.left) expect(id).toMatch(/^playa[0-9a-f]{8}x/)
  expect(created.length).toBeGreaterThan(0)
})

it.concurrent('a create that was answered 400 but made the publication is archived', async () => {
  const made: string[] = []
  const archived: string[] = []
  const fetch = await inProcess(async (request, next) => {
    const id = request.method === 'POST' ? JSON.parse(await request.clone().text()).ExternalId : undefined
    const response = await next(request)
    if (isArchiving(request) && response.status === 200) archived.push(request.url)
    if (id === undefined || response.status !== 201) return response
    made.push(id)
    return new Response('{"Title":"no","Status":400}', {
      status: 400,
      headers: { 'Content-Type': 'application/problem+json' },
    })
  })
  const report = await checkInProcess(fetch, { only })
  expect(made.length).toBeGreaterThan(0)
  expect(made.filter((id) => !archived.some((url) => url.includes(`/${id}/`)))).toEqual([])
  expect(report.left).toEqual([])
})

it.concurrent('429 with Retry-After 3600 ends the run with a sentence, and every request names the kit', async () => {
  const agents = new Set<string | undefined>()
  const server = await httpServer((request, response) => {
    agents.add(request.headers['user-agent'])
    response.writeHead(429, { 'Retry-After': '3600' }).end('slow down')
  })
  const report = await check({ url: server.url, agency: AGENCY })
  await server.close()
  expect(report.exitCode).toBe(3)
  expect(report.stopped).toContain('asks to wait 3600 s (Retry-After)')
  expect([...agents].join()).toMatch(/^playa\/\d+\.\d+\.\d+$/)
})

it.concurrent('endless 429 ends the run with a sentence', { timeout: 60_000 }, async () => {
  const server = await httpServer((_, response) => void response.writeHead(429).end('slow down'))
  const report = await check({ url: server.url, agency: AGENCY })
  await server.close()
  expect(report.exitCode).toBe(3)
  expect(report.stopped).toMatch(/nothing but 429 for \d+ s/)
})
