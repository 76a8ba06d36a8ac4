import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { packageRoot } from '../../src/runtime/package-root.ts'

it('the linter has neither an error nor a warning about the committed document', () => {
  const { status, stdout, stderr } = spawnSync(
    join(packageRoot(), 'node_modules/.bin/redocly'),
    ['lint', 'contracts/openapi.yaml', '--config', 'redocly.yaml', '--format', 'json'],
    {
      cwd: packageRoot(),
      encoding: 'utf8',
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  )
  expect(stdout, stderr).toContain('"totals"')
  expect(JSON.parse(stdout.slice(stdout.indexOf('{')))).toMatchObject({
    totals: { errors: 0, warnings: 0, ignored: 0 },
    problems: [],
  })
  expect(status).toBe(0)
})
