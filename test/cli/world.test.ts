import { expect, it, onTestFinished } from 'vitest'
import { createSandbox } from '../../src/index.ts'
import { runHere } from './in-process.ts'

/** `playa world` against a running server. */

const running = async () => {
  const sandbox = await createSandbox({ scenario: 'empty' })
  const { url, close } = await sandbox.listen()
  onTestFinished(close)
  const world = (...words: string[]) => runHere(['world', ...words, '--url', url])
  return { url, world }
}

it('a world is made, forked, reset, listed and deleted', async () => {
  const { url, world } = await running()
  const made = await world(
    'new',
    'shop-1',
    '--scenario',
    'two-apps',
    '--seed',
    '7',
    '--now',
    '2026-03-01T12:00:00-03:00',
  )
  expect([made.code, made.stderr]).toEqual([0, ''])
  expect(JSON.parse(made.stdout)).toMatchObject({
    name: 'shop-1',
    scenario: 'two-apps',
    seed: 7,
    base: `${url}/w/shop-1`,
  })
  expect(JSON.parse((await world('fork', 'shop-1', 'shop-2')).stdout)).toMatchObject({ name: 'shop-2', seed: 7 })
  await fetch(`${url}/w/shop-2/v3/agencias/ventas@elcruce.example`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: '{"NombreComercial": "Otro"}',
  })
  const reset = JSON.parse((await world('reset', 'shop-2')).stdout)
  expect(reset.agencies[0].nombreComercial).toBe('El Cruce Automotores')
  const listed = JSON.parse((await world('list')).stdout)
  expect(listed.map(({ name }: { name: string }) => name)).toEqual(['default', 'shop-1', 'shop-2'])
  expect(await world('delete', 'shop-1')).toEqual({ code: 0, stdout: 'Deleted shop-1.\n', stderr: '' })
  expect((await fetch(`${url}/w/shop-1/v3`)).status).toBe(404)
})

it('what the server refuses is one sentence on standard error and exit code 1', async () => {
  const { world } = await running()
  const [unknown, kept, taken, wrong] = await Promise.all([
    world('reset', 'nope'),
    world('delete', 'default'),
    world('new', 'default'),
    world('new', 'a', '--scenario', 'nope'),
  ])
  const named = [unknown, kept, taken, wrong].map(({ code, stdout }) => [code, stdout])
  expect(named).toEqual([
    [1, ''],
    [1, ''],
    [1, ''],
    [1, ''],
  ])
  expect(unknown.stderr).toContain('There is no world named nope. Make it with')
  expect(kept.stderr).toContain('cannot be deleted')
  expect(taken.stderr).toContain('named default already')
  expect(wrong.stderr).toContain('There is no scenario nope. Expected one of')
})

it('without a server it says so with exit code 1, misuse is exit code 2', async () => {
  const [silent, verb, nameless] = await Promise.all([
    runHere(['world', 'list', '--url', 'http://127.0.0.1:1']),
    runHere(['world', 'rest', 'a']),
    runHere(['world', 'fork']),
  ])
  expect([silent.code, silent.stderr]).toEqual([
    1,
    expect.stringMatching(/^No server answers at http:\/\/127\.0\.0\.1:1\S*\. .*\n$/),
  ])
  expect([verb.code, verb.stderr]).toEqual([2, expect.stringContaining('Did you mean reset?')])
  expect([nameless.code, nameless.stderr]).toEqual([2, expect.stringContaining('takes the name of a world')])
})
