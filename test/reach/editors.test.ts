import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { createSandbox } from '../../src/cli/entries/index.ts'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'
import { operations } from '../../src/model/resources/index.ts'

/** What editors read: each setting names what exists, and each request of the examples is one of the API. */

const root = packageRoot()
const json = (path: string): unknown => JSON.parse(readFileSync(join(root, path), 'utf8'))

it('tasks, launch settings and schemas name scripts and files that exist', () => {
  const { scripts } = z.object({ scripts: z.record(z.string(), z.string()) }).parse(json('package.json'))
  const { tasks } = z
    .object({ tasks: z.array(z.object({ script: z.string() })) })
    .parse(json('.vscode/tasks.json'))
  for (const { script } of tasks) expect(scripts).toHaveProperty(script)
  const { configurations } = z
    .object({ configurations: z.array(z.object({ program: z.string() })) })
    .parse(json('.vscode/launch.json'))
  for (const { program } of configurations)
    expect(existsSync(program.replace(/^\$\{workspaceFolder\}/, root))).toBe(true)
  const settings = z
    .object({
      'yaml.schemas': z.record(z.string(), z.string()),
      'json.schemas': z.array(z.object({ url: z.string() })),
    })
    .parse(json('.vscode/settings.json'))
  for (const path of [
    ...Object.keys(settings['yaml.schemas']),
    ...settings['json.schemas'].map(({ url }) => url),
  ])
    expect(existsSync(join(root, path)), path).toBe(true)
  expect(
    z.object({ postCreateCommand: z.literal('npm ci') }).safeParse(json('.devcontainer/devcontainer.json'))
      .success,
  ).toBe(true)
})

it('the schema of the settings takes what playa check takes, and refuses an unknown member', () => {
  const validate = new Ajv2020({ allowUnionTypes: true }).compile(
    z.record(z.string(), z.unknown()).parse(json('contracts/settings.schema.json')),
  )
  expect(validate({ url: 'http://127.0.0.1:8080', agency: 'a@b.example', only: 'catalogue', rps: 5 })).toBe(
    true,
  )
  expect(validate({ agenzy: 'a@b.example' })).toBe(false)
})

interface FileRequest {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body: string | undefined
}

const requestsIn = (text: string): FileRequest[] =>
  text
    .split(/^### /m)
    .slice(1)
    .map((part) => {
      const [head = '', ...rest] = part.trim().split('\n\n')
      const [title = '', line = '', ...headers] = head.split('\n')
      const [method = '', target = ''] = line.split(' ')
      return {
        id: title.split(':')[0] ?? '',
        method,
        path: target.replace('{{url}}', ''),
        headers: Object.fromEntries(headers.map((header) => header.split(': '))),
        body: rest.length === 0 ? undefined : rest.join('\n\n'),
      }
    })

/** The examples of the document name a branch and a webhook that the scenario `demo` does not have. */
const NOT_IN_DEMO: readonly string[] = ['branches.read', 'branches.edit', 'webhooks.read']

it('every operation has a request for editors, which the sandbox accepts as that operation', async () => {
  const requests = requestsIn(readFileSync(join(root, 'examples', 'playa.http'), 'utf8'))
  expect(requests.map(({ id }) => id).sort()).toEqual(operations.all.map(({ id }) => id).sort())
  const sandbox = await createSandbox({ now: '2026-03-01T12:00:00-03:00' })
  const wrong: string[] = []
  for (const { id, method, path, headers, body } of requests) {
    // Each request finds the world as it began.
    const world = await sandbox.fork()
    const response = await world.fetch(path, { method, headers, ...(body !== undefined && { body }) })
    const [exchange] = world.journal()
    const isExpected = response.status < 400 || (response.status === 404 && NOT_IN_DEMO.includes(id))
    if (!isExpected || exchange?.operation !== id)
      wrong.push(`${id}: ${response.status} ${await response.text()}`)
  }
  expect(wrong).toEqual([])
})

it('the Hurl file has the same requests', () => {
  const requests = requestsIn(readFileSync(join(root, 'examples', 'playa.http'), 'utf8'))
  const hurl = readFileSync(join(root, 'examples', 'playa.hurl'), 'utf8')
  for (const { method, path } of requests) expect(hurl).toContain(`\n${method} {{url}}${path}\n`)
  expect(readdirSync(join(root, 'examples')).sort()).toEqual(['playa.http', 'playa.hurl'])
})
