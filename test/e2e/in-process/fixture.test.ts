import { describe, expect } from 'vitest'
import { test } from '../../../src/cli/entries/vitest-entry.ts'

/** The fixture `world` of `playa/vitest`. */

const names: string[] = []

test('a test gets a world of its own', ({ world }) => {
  names.push(world.name)
  expect(world.agency).toBe('ventas@lospinos.example')
})

test('the next test gets another of the same sandbox', async ({ world, sandbox }) => {
  expect(names).not.toContain(world.name)
  const worlds = await (await sandbox.fetch('/_playa/worlds')).json()
  expect(worlds).toHaveLength(3)
})

const frozen = test.extend({ worldOptions: { scenario: 'two-apps', now: '2026-03-01T12:00:00-03:00' } })

describe('other options of the world', () => {
  frozen('are those of the fixture worldOptions', async ({ world }) => {
    expect(await world.clock.read()).toMatchObject({ now: '2026-03-01T12:00:00-03:00', running: false })
  })
})
