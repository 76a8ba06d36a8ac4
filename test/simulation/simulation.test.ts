import { spawn } from 'node:child_process'
import { afterAll, expect, it } from 'vitest'
import { bundleSimulation } from './bundled-simulation.ts'

/** The whole app under clients, faults, receivers, restarts and control calls that a seed draws. */

const bundle = await bundleSimulation()
afterAll(bundle.remove)

const simulation = (words: readonly string[]): Promise<{ code: number | null; output: string }> =>
  new Promise((resolve) => {
    const child = spawn(process.execPath, [bundle.path, ...words])
    let output = ''
    child.stdout.on('data', (part) => (output += part))
    child.stderr.on('data', (part) => (output += part))
    child.on('close', (code) => resolve({ code, output }))
  })

it('200 seeds break no invariant, and equal seeds give equal bytes', { timeout: 120_000 }, async () => {
  const { code, output } = await simulation(['--seeds', '200', '--steps', '6'])
  expect(output).toMatch(/200 seeds of 6 steps: \d+ requests, .* 0 broken/)
  expect(code).toBe(0)
})

it('a write whose commit fails while the server ends is not answered as done', async () => {
  const { code, output } = await simulation(['--seed', '1005223', '--steps', '40'])
  expect([code, output]).toEqual([0, expect.stringContaining(' 0 broken')])
})

it('an option that is no number is refused with what is expected', async () => {
  const { code, output } = await simulation(['--seeds', 'many'])
  expect([code, output]).toEqual([2, expect.stringContaining('--seeds takes a whole number, got many')])
})
