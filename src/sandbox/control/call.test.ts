import { expect, test } from 'vitest'
import { createApp } from '../app.ts'
import { Sandbox } from '../sandbox.ts'
import { controlCalls } from './index.ts'

const taking = controlCalls.filter(({ body }) => body !== undefined)

test.each(taking)('$method $path refuses a body that is nested without end', async ({ method, path }) => {
  const app = createApp(await Sandbox.open({ scenario: 'empty' }))
  const to = `/_playa${path.replace('{world}', 'default')}`
  const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  for (const member of ['scenario', 'body', 'match', 'events/body']) {
    const answer = await app.request(to, { method, body: `{"${member}": ${deep}}` })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ Detail: 'The body is nested too deep.' })
  }
})
