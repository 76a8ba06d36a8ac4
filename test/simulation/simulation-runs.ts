import { spawn } from 'node:child_process'
import { afterAll } from 'vitest'
import { bundledScript } from '../support/bundled-script.ts'

/** Bundles the simulation for the tests of a file; returns a function that runs it with the given words. */
export const openSimulation = async () => {
  const bundle = await bundledScript('test/simulation/main.ts')
  afterAll(bundle.remove)
  return (words: readonly string[]): Promise<{ code: number | null; output: string }> =>
    new Promise((resolve) => {
      const child = spawn(process.execPath, [bundle.path, ...words])
      let output = ''
      child.stdout.on('data', (part) => (output += part))
      child.stderr.on('data', (part) => (output += part))
      child.on('close', (code) => resolve({ code, output }))
    })
}
