import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { controlDocument } from '../../src/control/openapi.ts'
import { controlCalls } from '../../src/control/table.ts'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'
import { openapiJson } from '../../src/server/openapi/generated-document.ts'

const folder = mkdtempSync(join(tmpdir(), 'playa-lint-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** What 3.0 has no way to say of a component that may be null: tools agree on `nullable` beside `allOf`. */
const NULLABLE = ['nullable-type-sibling', 'no-invalid-media-type-examples']

const documents: readonly (readonly [name: string, text: () => string, skipped: readonly string[]])[] = [
  ['the document', () => openapiJson(), []],
  ['the document of a world', () => openapiJson({ server: '/w/demo' }), []],
  ['the document for clients', () => openapiJson({ client: true }), []],
  ['the document as OpenAPI 3.0', () => openapiJson({ is30: true }), NULLABLE],
  ['the document of the control API', () => JSON.stringify(controlDocument(controlCalls, '1')), []],
]

it.each(documents)('the linter has neither an error nor a warning about %s', (_, text, skipped) => {
  const file = join(folder, 'openapi.json')
  writeFileSync(file, text())
  const skips = skipped.flatMap((rule) => ['--skip-rule', rule])
  const { status, stdout, stderr } = spawnSync(
    join(packageRoot(), 'node_modules/.bin/redocly'),
    ['lint', file, '--config', 'redocly.yaml', '--format', 'json', ...skips],
    {
      cwd: packageRoot(),
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  expect(stdout, stderr).toContain('"totals"')
  const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{')))
  expect(problems).toEqual([])
  expect(status).toBe(0)
})
