import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, it, onTestFailed, type TestAPI } from 'vitest'
import type { CheckOptions } from '../../checks/check/check.ts'
import type { OpenRun } from '../../kit/runner/run.ts'
import type { SandboxWorld } from '../test-helper/sandbox-world.ts'
import type { Sandbox, SandboxWorldOptions } from './index.ts'

/** Fixtures that `test` passes to a test that names them. */
export interface PlayaFixtures {
  /** The sandbox of the test file. */
  readonly sandbox: Sandbox
  /** What the world starts from; `test.extend({ worldOptions: { scenario: 'two-apps' } })` replaces it. */
  readonly worldOptions: SandboxWorldOptions
  /** A world for this test alone, saved as a file if the test fails. */
  readonly world: SandboxWorld
}

/** The `test` of Vitest with a fixture `world`. */
export const test: TestAPI<PlayaFixtures> = it.extend<PlayaFixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads the needed fixtures from the pattern.
  sandbox: [async ({}, use) => use(await (await import('./index.ts')).createSandbox()), { scope: 'file' }],
  worldOptions: {},
  world: async ({ sandbox, worldOptions, onTestFailed: onFailed }, use) => {
    const world = await sandbox.world(worldOptions)
    onFailed(saver(world))
    await use(world)
  },
})

/** Options of a check whose clauses Vitest runs as tests. */
export type ConformanceOptions = Omit<CheckOptions, 'onProgress' | 'concurrency' | 'baseline'>

/**
 * Registers every clause that the options select as a test of the suite `conformance`. Skipped clauses and
 * waived failures become skipped tests. The run archives what it created after the last of them.
 */
export const conformance = (options: ConformanceOptions): void => {
  // Vitest waits for a suite, so the clauses are loaded here: most files want the fixture only.
  describe('conformance', async () => {
    const [{ clauses }, { prepareCheck }, { reportedClause }, { failureText }, { openRun, runnableClauses }] =
      await Promise.all([
        import('../../../contracts/index.ts'),
        import('../../checks/check/check.ts'),
        import('../../checks/reports/report.ts'),
        import('../../checks/reports/terminal.ts'),
        import('../../kit/runner/run.ts'),
      ])
    const { run, context, close } = prepareCheck(clauses, options)
    const accepted = { waived: new Set((options.waivers ?? []).map(({ clause }) => clause)) }
    let open: OpenRun | undefined
    beforeAll(async () => {
      open = await openRun(run)
      if (open.stopped) throw new Error(open.stopped.message)
    })
    for (const entry of runnableClauses(run)) {
      it(`${entry.id}: ${entry.title}`, async ({ skip }) => {
        if (!open) throw new Error('the run was not opened')
        const result = await reportedClause(await open.runClause(entry), context, accepted)
        if (result.verdict === 'skipped') skip(result.reason ?? '')
        if (result.waived) skip('waived')
        if (result.verdict === 'failed' || result.verdict === 'broken')
          throw new ClauseFailure(failureText(result, false))
      })
    }
    afterAll(async () => {
      const leftBehind = (await open?.close()) ?? []
      close()
      if (leftBehind.length > 0)
        throw new Error(`left behind, to be archived or restored by hand: ${leftBehind.join(', ')}`)
    })
  })
}

/**
 * Saves the world of the running test as `<folder>/<name of the test>.playa` if the test fails, and says so.
 * `playa serve FILE.playa` opens it: the journal shows what the client requested. Secrets are redacted.
 */
export const saveOnFailure = (world: { save(): Promise<Uint8Array> }, folder?: string): void =>
  onTestFailed(saver(world, folder))

/** Returns what saves a world as a file named after the failed test. */
const saver =
  (world: { save(): Promise<Uint8Array> }, folder = 'playa-failures') =>
  async ({ task: { name } }: { readonly task: { readonly name: string } }): Promise<void> => {
    const words = name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '')
    const file = join(folder, `${words.slice(0, MAX_NAME_LENGTH)}.playa`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(file, await world.save())
    console.error(`The world of this test is in ${file}; npx playa serve ${file} opens it.`)
  }

/** Systems limit the names of files to about 255 bytes. */
const MAX_NAME_LENGTH = 80

/**
 * A clause that the service breaks. It has no stack, because the place in the kit that throws says nothing
 * about the service.
 */
class ClauseFailure extends Error {
  override readonly name = 'Failed'
  override readonly stack: string

  constructor(message: string) {
    super(message)
    this.stack = `Failed: ${message}`
  }
}
