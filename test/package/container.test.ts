import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { parse } from 'yaml'
import { packageRoot } from '../../src/lib/runtime/package-root.ts'
import { freePort } from '../support/free-port.ts'
import { installedPlaya, scratch } from './installed.ts'

/** What the container file says, as far as it can be done without containers. */

const textOf = (name: string): string => readFileSync(join(packageRoot(), name), 'utf8')

/** The instructions of each stage: `['USER', 'node']`. */
const stages = (text: string): (readonly [name: string, rest: string])[][] =>
  text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .reduce<(readonly [string, string])[][]>((all, line) => {
      const [, name = '', rest = ''] = /^([A-Z]+) (.+)$/.exec(line) ?? []
      if (name === 'FROM') all.push([])
      all.at(-1)?.push([name, rest])
      return all
    }, [])

const [pack = [], , final = []] = stages(textOf('Dockerfile'))
const restOf = (name: string): string => final.find(([found]) => found === name)?.[1] ?? ''
const wordsOf = (name: string): string[] => JSON.parse(restOf(name).replace(/^[^[]*/, ''))

const compose = parse(textOf('compose.yaml'))

/** Runs words as the container would, with the installed package in its place. */
const run = (words: readonly string[], { cwd, env }: { cwd: string; env: Record<string, string> }) => {
  const [program = '', ...rest] = words.map((word) =>
    word === '/app/node_modules/playa/dist/cli.js'
      ? installedPlaya().command
      : word.replace(/^\/data$/, join(cwd, 'data')),
  )
  expect(program).toBe('node')
  const child = spawn(process.execPath, rest, { cwd, env, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (part) => (said += part))
  const ended = new Promise<{ code: number | null; said: string }>((resolve) =>
    child.once('close', (code) => resolve({ code, said })),
  )
  return { ended, stop: () => void child.kill('SIGTERM') }
}

it('the container runs as another user than root, with a volume for worlds and what the package has', () => {
  expect([restOf('USER'), restOf('VOLUME'), restOf('EXPOSE')]).toEqual(['node', '/data', '4010'])
  const { scripts, files } = JSON.parse(textOf('package.json'))
  for (const [, command] of pack.filter(([name]) => name === 'RUN')) {
    const [, script] = /^npm run (\S+)/.exec(command) ?? []
    if (script) expect(scripts).toHaveProperty(script)
  }
  const ignored = textOf('.dockerignore').split('\n')
  const needed = [
    ...files.map((file: string) => file.replace('!', '').split('/')[0]),
    'src',
    'build.ts',
    'package-lock.json',
    '.npmrc',
  ]
  for (const name of needed.filter((file) => file !== 'dist')) {
    expect(existsSync(join(packageRoot(), name)), name).toBe(true)
    expect(ignored).not.toContain(name)
  }
})

it.each([
  ['Dockerfile', () => wordsOf('CMD')],
  ['compose.yaml', () => compose.services.playa.command as string[]],
])(
  'the command of %s serves and keeps worlds, is healthy, writes nowhere else, and stops with 0',
  async (_, words) => {
    const cwd = scratch()
    mkdirSync(join(cwd, 'data'))
    const port = await freePort()
    const env = { PORT: String(port), PLAYA_CONTROL_TOKEN: 'a-control-token', HOME: '/nonexistent', PATH: '' }
    const command = [...wordsOf('ENTRYPOINT'), ...words()]
    const refused = await run(command, { cwd, env: { ...env, PLAYA_CONTROL_TOKEN: '' } }).ended
    expect([refused.code, refused.said]).toEqual([2, expect.stringContaining('set PLAYA_CONTROL_TOKEN')])
    const server = run(command, { cwd, env })
    onTestFinished(server.stop)
    const isHealthy = async () => (await run(wordsOf('HEALTHCHECK'), { cwd, env }).ended).code
    await expect.poll(isHealthy, { timeout: 15_000, interval: 300 }).toBe(0)
    expect((await fetch(`http://127.0.0.1:${port}/_playa/worlds`)).status).toBe(401)
    server.stop()
    expect((await server.ended).code).toBe(0)
    expect(await isHealthy()).toBe(1)
    expect(readdirSync(cwd)).toEqual(['data'])
    expect(readdirSync(join(cwd, 'data'))).toContain('worlds.mdb')
  },
)

it('the compose file has a mail catcher that the server sends to, and asks for a token', () => {
  const { playa, mail } = compose.services
  const known = [
    'build',
    'command',
    'environment',
    'ports',
    'volumes',
    'read_only',
    'tmpfs',
    'cap_drop',
    'security_opt',
    'stop_grace_period',
    'depends_on',
    'restart',
    'image',
  ]
  for (const service of [playa, mail]) expect(known).toEqual(expect.arrayContaining(Object.keys(service)))
  expect(playa).toMatchObject({ read_only: true, depends_on: ['mail'], volumes: ['worlds:/data'] })
  expect(playa.environment.PLAYA_CONTROL_TOKEN).toMatch(/^\$\{PLAYA_CONTROL_TOKEN:\?/)
  expect(new URL(playa.environment.PLAYA_SMTP_URL).hostname).toBe('mail')
  expect(Object.keys(compose.volumes)).toEqual(['worlds'])
})
