import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'
import { installedPlaya, scratch } from '../package/installed.ts'
import { childOutput } from '../support/child-output.ts'

/** The job that the README shows, executed in a bare project with the installed package. */

const Workflow = z.object({
  jobs: z.object({ client: z.object({ steps: z.array(z.object({ run: z.string().optional() })) }) }),
})
const readme = readFileSync(join(packageRoot(), 'README.md'), 'utf8')
const [, yaml = ''] = /^```yaml\n(# \.github[\s\S]*?)^```/m.exec(readme) ?? []

it('the job of the README runs the tests of a project beside a sandbox, and fails as they do', async () => {
  const [install, ...scripts] = Workflow.parse(parse(yaml)).jobs.client.steps.flatMap(({ run = [] }) => run)
  const { version } = JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8'))
  expect(install).toBe(`npm install --no-save ./playa-${version}.tgz`)
  const folder = scratch()
  // Stands for npx, which would ask a registry.
  const npx = `npx() { shift; node '${installedPlaya().command}' "$@"; }`
  const runWith = (status: number) => {
    const test = `node -e 'fetch(process.env.PLAYA_URL + "/v3").then((r) => process.exit(Number(r.status !== ${status})))'`
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { test } }))
    return childOutput('bash', ['-eo', 'pipefail', '-c', [npx, ...scripts].join('\n')], { cwd: folder })
  }
  expect(scripts.every((line) => line.startsWith('npx playa '))).toBe(true)
  const passed = await runWith(200)
  expect(passed.code, passed.output).toBe(0)
  expect((await runWith(418)).code).toBe(1)
})
