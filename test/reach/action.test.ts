import { spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import * as z from 'zod'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'
import { installedPlaya, scratch, serve } from '../package/installed.ts'

/** The steps of `action.yml`, executed in a bare folder by bash, with the installed package. */

const Action = z.object({
  inputs: z.record(z.string(), z.object({ default: z.string() })),
  runs: z.object({
    steps: z.array(
      z.object({
        id: z.string(),
        if: z.string().optional(),
        env: z.record(z.string(), z.string()),
        run: z.string(),
      }),
    ),
  }),
})
const action = Action.parse(parse(readFileSync(join(packageRoot(), 'action.yml'), 'utf8')))

interface Job {
  readonly code: number | null
  readonly output: string
  readonly summary: string
  /** What later steps find in their environment. */
  readonly environment: Readonly<Record<string, string>>
  readonly folder: string
}

/**
 * Stands for npm, which would ask a registry: it links the command of the package that is installed already.
 */
const NPM = `#!/bin/sh
echo "npm $*"
while [ $# -gt 1 ]; do [ "$1" = --prefix ] && prefix=$2; shift; done
mkdir -p "$prefix/node_modules/.bin"
printf '#!/bin/sh\\nexec node "%s" "$@"\\n' "$PLAYA_COMMAND" > "$prefix/node_modules/.bin/playa"
chmod +x "$prefix/node_modules/.bin/playa"
`

const bash = (script: string, folder: string, env: Record<string, string>) => {
  const child = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', script], {
    cwd: folder,
    env,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk) => {
      output += chunk
    })
  return new Promise<{ code: number | null; output: string }>((resolve) =>
    child.once('exit', (code) => resolve({ code, output })),
  )
}

/** Runs the steps whose condition holds, each in its own shell, until one fails. */
const runAction = async (given: Record<string, string>): Promise<Job> => {
  const folder = scratch()
  const file = (name: string) => join(folder, name)
  writeFileSync(file('npm'), NPM)
  chmodSync(file('npm'), 0o755)
  mkdirSync(file('temp'))
  const files = {
    GITHUB_PATH: file('path'),
    GITHUB_ENV: file('env'),
    GITHUB_OUTPUT: file('output'),
    GITHUB_STEP_SUMMARY: file('summary'),
  }
  for (const path of Object.values(files)) writeFileSync(path, '')
  const defaults = Object.entries(action.inputs).map(([name, input]) => [name, input.default])
  const inputs: Record<string, string> = { ...Object.fromEntries(defaults), ...given }
  let last = { code: 0 as number | null, output: '' }
  let output = ''
  for (const step of action.runs.steps) {
    const wanted = step.if === undefined || (step.if === "inputs.url == ''") === (inputs['url'] === '')
    if (!wanted || last.code !== 0) continue
    const env = Object.entries(step.env).map(([name, text]) => [
      name,
      text.replace(/\$\{\{ inputs\.(\w+) \}\}/g, (_, input: string) => inputs[input] ?? ''),
    ])
    const path = [...readFileSync(files.GITHUB_PATH, 'utf8').trim().split('\n'), folder, process.env['PATH']]
    last = await bash(step.run, folder, {
      ...Object.fromEntries(env),
      ...files,
      RUNNER_TEMP: file('temp'),
      GITHUB_ACTION_PATH: packageRoot(),
      GITHUB_ACTIONS: 'true',
      PLAYA_COMMAND: installedPlaya().command,
      PATH: path.join(':'),
    })
    output += last.output
  }
  const variables = readFileSync(files.GITHUB_ENV, 'utf8').trim().split('\n')
  return {
    code: last.code,
    output,
    summary: readFileSync(files.GITHUB_STEP_SUMMARY, 'utf8'),
    environment: Object.fromEntries(variables.map((line) => line.split(/=(.*)/s).slice(0, 2))),
    folder,
  }
}

it('no step puts an input into its script, where a shell would run it', () => {
  for (const { run } of action.runs.steps) expect(run).not.toContain('${{')
})

it('starts a sandbox that later steps find in their environment', async () => {
  const job = await runAction({
    package: './playa.tgz',
    args: '--scenario two-apps --now 2026-03-01T12:00:00-03:00',
  })
  expect(job.code, job.output).toBe(0)
  expect(job.output).toContain('npm install --no-audit')
  const ready = JSON.parse(readFileSync(join(job.folder, 'temp', 'playa-ready.json'), 'utf8'))
  onTestFinished(() => void process.kill(ready.pid))
  expect(job.environment).toEqual({
    PLAYA_URL: ready.url,
    PLAYA_CONTROL: ready.control,
    PLAYA_WORLD: 'default',
    PLAYA_AGENCY: ready.agency,
  })
  expect((await fetch(`${ready.url}/v3`)).status).toBe(200)
  expect(job.summary).toContain(ready.url)
})

it('checks a service: reports, summary and exit code', async () => {
  const server = await serve()
  onTestFinished(() => void server.stop())
  const job = await runAction({
    package: './playa.tgz',
    url: server.url,
    agency: 'ventas@lospinos.example',
    args: '--only entry-point',
  })
  expect(job.code, job.output).toBe(0)
  for (const name of ['report.json', 'report.xml', 'report.html', 'summary.md'])
    expect(existsSync(join(job.folder, 'playa-reports', name)), name).toBe(true)
  expect(job.summary).toContain('**Conforms.**')
})

it('fails with annotations where the service does not conform', async () => {
  const wrong = createServer((request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    response.end(request.url?.startsWith('/v3') ? '{"_links":{"self":{"href":"/v3"}}}' : '{}')
  })
  await new Promise<void>((resolve) => wrong.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void wrong.close())
  const address = wrong.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const job = await runAction({
    package: './playa.tgz',
    url: `http://127.0.0.1:${port}`,
    agency: 'ventas@lospinos.example',
    args: '--only entry-point',
  })
  expect(job.code, job.output).toBe(1)
  expect(job.output).toMatch(/^::error title=entry-point\//m)
  expect(job.summary).toContain('Does not conform')
})
