import { expect, it } from 'vitest'
import { Simulator, type SimulatorOptions } from '../../src/sandbox/simulator/simulator.ts'
import { createApp } from '../../src/server/app.ts'
import { checkInProcess } from './targets.ts'

/** Runs that observe deliveries: their needs, and what they leave and restore. */

const TOPIC = 'publicacion-estado'
const NOW_MS = Date.parse('2026-03-01T12:00:00-03:00')

const opened = async (options: SimulatorOptions = {}) => {
  const sandbox = await Simulator.open({ scenario: 'demo', nowMs: NOW_MS, ...options })
  const app = createApp(sandbox)
  const fetch = async (request: Request) => app.fetch(request)
  const ask = async (method: string, body?: object) => {
    const headers = { 'Content-Type': 'application/json' }
    const sent = body ? { body: JSON.stringify(body), headers } : {}
    const url = `http://playa.localhost/v3/appnotificaciones/${TOPIC}`
    const answer = await fetch(new Request(url, { method, ...sent }))
    return JSON.parse(await answer.text())
  }
  const rushed = () =>
    sandbox.scheduler.set(sandbox.worlds.require('default'), { running: true, speed: 86_400 })
  return { fetch, ask, rushed }
}

const only = ['deliveries', 'deliveries-again']

/** Leftovers besides first configurations, which no request can undo. */
const otherLeftovers = ({ left }: { readonly left: readonly string[] }): readonly string[] =>
  left.filter((entry) => !/^the webhook \S+, which had no configuration$/.test(entry))

it('a run restores configurations, including secrets that are shown', async () => {
  const { fetch, ask } = await opened({ profile: { 'events/secret-shown': 'as-stored' } })
  const { _links: _, ...before } = await ask('POST', {
    Callback: 'https://integra.example/hooks/estado',
    Secret: 'integra-hook-secret-02',
    Description: 'Estado',
    Activo: false,
    HeaderCustom02: { Name: 'X-Shop', Value: 'one' },
  })
  const report = await checkInProcess(fetch, { only })
  expect(report).toMatchObject({ exitCode: 0, summary: { passed: 12, observed: 4 } })
  expect(otherLeftovers(report)).toEqual([])
  expect(report.left).not.toContain(`the webhook ${TOPIC}, which had no configuration`)
  expect(await ask('GET')).toMatchObject(before)
})

it('a webhook whose secret cannot be read back is not edited', async () => {
  const { fetch, ask } = await opened()
  const { _links: _, ...before } = await ask('POST', {
    Callback: 'https://integra.example/x',
    Secret: 'integra-hook-secret-02',
    Activo: false,
  })
  const edited: string[] = []
  const watching = (request: Request) => {
    if (request.method !== 'GET' && request.url.endsWith(`/${TOPIC}`)) edited.push(request.method)
    return fetch(request)
  }
  await checkInProcess(watching, { only: ['deliveries', 'webhooks'], patienceMs: 50 })
  expect(edited).toEqual([])
  expect(await ask('GET')).toMatchObject(before)
})

it('with touchWebhooks it is edited, its secret is left alone, and nothing is said of signatures', async () => {
  const { fetch, ask } = await opened()
  await ask('POST', {
    Callback: 'https://integra.example/x',
    Secret: 'integra-hook-secret-02',
    Activo: false,
  })
  const report = await checkInProcess(fetch, { only: ['deliveries'], touchWebhooks: true })
  const skipped = report.clauses.filter(({ verdict }) => verdict === 'skipped').map(({ id }) => id)
  expect(skipped).toContain('deliveries/signature-is-over-the-headers')
  expect(skipped).not.toContain('deliveries/have-a-hook-id')
  expect(report.exitCode).toBe(0)
  expect(await ask('GET')).toMatchObject({ Callback: 'https://integra.example/x', Activo: false })
})

it('a webhook that is in use is left alone', async () => {
  const { fetch, ask } = await opened()
  const { _links: _, ...before } = await ask('POST', { Callback: 'https://integra.example/x', Activo: true })
  const report = await checkInProcess(fetch, { only: ['deliveries'], patienceMs: 50 })
  expect(report.summary).toMatchObject({ failed: 0, broken: 0 })
  expect(await ask('GET')).toMatchObject(before)
})

it('a run that is interrupted still puts the configuration back', async () => {
  const { fetch, ask } = await opened()
  const controller = new AbortController()
  const interrupting = async (request: Request) => {
    const answer = await fetch(request)
    if (request.method !== 'GET' && request.url.endsWith(TOPIC)) controller.abort()
    return answer
  }
  const report = await checkInProcess(interrupting, { only: ['deliveries'], signal: controller.signal })
  expect(report.exitCode).toBe(130)
  expect(report.left).toContain(`the webhook ${TOPIC}, which had no configuration`)
  expect(otherLeftovers(report)).toEqual([])
  expect(await ask('GET')).toMatchObject({ Callback: 'https://callback.playa.invalid/kit', Activo: false })
})

it('a configuration that cannot be restored is reported', async () => {
  const { fetch } = await opened()
  const controller = new AbortController()
  const stubborn = async (request: Request) => {
    if (request.method === 'PUT' && controller.signal.aborted) return new Response('No.', { status: 500 })
    const answer = await fetch(request)
    if (request.method !== 'GET' && request.url.endsWith(TOPIC)) controller.abort()
    return answer
  }
  const report = await checkInProcess(stubborn, { only: ['deliveries'], signal: controller.signal })
  expect(report.left).toContain(`the configuration of the webhook ${TOPIC}`)
  const others = otherLeftovers(report).filter(
    (entry) => !entry.startsWith('the configuration of the webhook '),
  )
  expect(others).toEqual([])
})

it('the reason of a skip advises on a missing receiver, and on one that nothing reaches', async () => {
  const { fetch } = await opened()
  const none = await checkInProcess(fetch, { only: ['deliveries/are-posted'], receiver: null })
  expect(none.clauses[0]?.reason).toBe(
    'the service cannot reach this machine: give a URL that it can reach with --callback-url',
  )
  const guarded = await opened({ allowPrivateCallbacks: false })
  const silent = await checkInProcess(guarded.fetch, { only: ['deliveries/are-posted'], patienceMs: 50 })
  expect(silent.clauses[0]?.reason).toMatch(
    /^nothing was delivered to http:\/\/127\.0\.0\.1:\d+ within 0\.05 s of a create/,
  )
})

it('a service that tries once is warned about when its profile says five times', async () => {
  const { fetch, rushed } = await opened({ profile: { 'events/retries': 'one-attempt' } })
  rushed()
  const profile = { 'events/retries': 'five-attempts' }
  const report = await checkInProcess(fetch, { only: ['deliveries-again'], profile })
  expect(report.clauses.flatMap(({ warnings }) => warnings)).toEqual([
    'events/retries: the profile says five-attempts, the service does one-attempt',
  ])
})
