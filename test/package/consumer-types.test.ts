import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'
import { isFullRun } from '../support/full-run.ts'
import { node, scratch } from './installed.ts'

/** The declarations of the package, as a consumer's compiler reads them. */

const AGENCY = 'ventas@lospinos.example'

const CONSUMER = `
import { createSandbox, type Sandbox, type Publicacion } from 'playa'
import { check, clauses, type Clause, type Report } from 'playa/kit'
import { conformance, test } from 'playa/vitest'
import { type SignatureResult, verifySignature } from 'playa/webhooks'
import type { components, paths } from 'playa/openapi'
import worker, { RegistryObject, WorldObject, type WorkerEnv } from 'playa/worker'

export const sandbox: Promise<Sandbox> = createSandbox({ scenario: 'demo', seed: 7 })
export const report: Promise<Report> = check({ url: 'http://127.0.0.1:4010', agency: '${AGENCY}' })
export const all: readonly Clause[] = clauses
conformance({ url: 'http://127.0.0.1:4010', agency: '${AGENCY}', only: ['entry-point'] })
test('a fixture', async ({ world, sandbox }) => {
  const names: readonly string[] = [world.name, world.agency, world.url, sandbox.photo({ n: 2 })]
  void names
})
test.extend({ worldOptions: { scenario: 'two-apps' } })('options', ({ world }) => world.name)
export const verified: Promise<SignatureResult> = verifySignature(new Headers(), 'secret', { now: 0 })
export const answer = (request: Request, env: WorkerEnv): Promise<Response> => worker.fetch(request, env)
export { RegistryObject, WorldObject }
export type Root = paths['/v3']['get']
export const idOf = (one: Publicacion, other: components['schemas']['Publicacion']): boolean =>
  one.ExternalId === other.ExternalId

// @ts-expect-error There is no such option, and the types say so.
void createSandbox({ scenarios: 'demo' })
`

const DATA = `
import manifest from 'playa/package.json' with { type: 'json' }
import schema from 'playa/report.schema.json' with { type: 'json' }
export const texts: readonly string[] = [manifest.version, schema.$schema]
`

// The compiler written in JavaScript takes five times as long. Import attributes need a newer \`module\` than
// node16.
it.each([
  ['node16', 'node16', 'typescript-7', ['consumer.ts']],
  ['nodenext', 'nodenext', isFullRun ? 'typescript' : 'typescript-7', ['consumer.ts', 'data.ts']],
  ['bundler', 'esnext', 'typescript-7', ['consumer.ts', 'data.ts']],
])('its types compile under moduleResolution %s', async (moduleResolution, module, compiler, files) => {
  const folder = scratch()
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  writeFileSync(join(folder, 'consumer.ts'), CONSUMER)
  writeFileSync(join(folder, 'data.ts'), DATA)
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022'],
    module,
    moduleResolution,
    strict: true,
    skipLibCheck: false,
    // The compiler's own libraries take longer to check than everything else.
    skipDefaultLibCheck: true,
    resolveJsonModule: true,
    noEmit: true,
    types: ['node'],
  }
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const { code, stdout } = await node(
    join(packageRoot(), 'node_modules', compiler, 'bin', 'tsc'),
    '-p',
    folder,
  )
  expect(code, stdout).toBe(0)
})
