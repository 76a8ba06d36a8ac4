import { expect, it } from 'vitest'
import { Simulator } from '../sandbox/simulator/simulator.ts'
import { createApp } from '../server/app.ts'
import { controlCalls } from './table.ts'

const taking = controlCalls.filter(({ body }) => body !== undefined)

it.each(taking)('$method $path refuses a body that is nested without end', async ({ method, path }) => {
  const app = createApp(await Simulator.open({ scenario: 'empty' }))
  const to = `/_playa${path.replace('{world}', 'default')}`
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  for (const member of ['scenario', 'body', 'match', 'events/body']) {
    const answer = await app.request(to, { method, body: `{"${member}": ${deep}}` })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ Detail: 'The body is nested too deep.' })
  }
})

it.each([
  ['PUT', '/worlds/default/clock', { speed: -1 }, { speed: ['Expected a number above 0, got -1.'] }],
  ['POST', '/worlds/default/visits', {}, { externalid: ['Expected a text, got nothing.'] }],
  ['POST', '/worlds/default/snapshots', { name: 3 }, { name: ['Expected a text, got 3: quote it.'] }],
  [
    'POST',
    '/worlds',
    { sed: 1 },
    { sed: ['Expected one of name, scenario, seed, now, profile, file, got sed; did you mean seed?'] },
  ],
] as const)(
  '%s %s states what it expected instead of %j, and what it got',
  async (method, path, body, errors) => {
    const app = createApp(await Simulator.open({ scenario: 'empty' }))
    const answer = await app.request(`/_playa${path}`, { method, body: JSON.stringify(body) })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ Errors: errors })
  },
)

it.each(controlCalls.filter(({ path }) => path.includes('{world}')))(
  '$method $path of a world that does not exist is 404, whatever else was sent',
  async ({ method, path }) => {
    const app = createApp(await Simulator.open({ scenario: 'empty' }))
    const to = `/_playa${path.replace('{world}', 'none').replaceAll(/\{\w+\}/g, '1')}`
    const init = { method, ...(method === 'GET' ? {} : { body: '{"nonsense": 1' }) }
    const answer = await app.request(`${to}?nonsense=1`, init)
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ Detail: expect.stringContaining('playa world new none') })
  },
)

it('a slash at the end of a path is as good as none', async () => {
  const app = createApp(await Simulator.open({ scenario: 'empty' }))
  for (const path of ['/_playa/', '/_playa/worlds/', '/_playa/worlds/default/']) {
    expect([path, (await app.request(path)).status]).toEqual([path, 200])
  }
})

it.each([
  ['/worlds', '{"__proto__": {"name": "x"}}', '__proto__'],
  ['/worlds/default/faults', '{"status": 503, "match": {"\\u005f_proto__": 1}}', 'match.__proto__'],
])('POST %s says that no member may be named __proto__', async (path, body, place) => {
  const app = createApp(await Simulator.open({ scenario: 'empty' }))
  const answer = await app.request(`/_playa${path}`, { method: 'POST', body })
  // Every problem that names members has them.
  const { Errors } = (await answer.json()) as { Errors: object }
  expect([answer.status, Object.entries(Errors)]).toEqual([
    400,
    [[place, ['Expected no member named __proto__.']]],
  ])
})
