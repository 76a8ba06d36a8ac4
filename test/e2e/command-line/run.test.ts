import { expect, it } from 'vitest'
import { installedCommand } from './command-line.ts'

/** `playa run`. */

const node = (script: string) => ['--', process.execPath, '-e', script]

it('the command finds the sandbox in its environment, and its exit code is passed on', async () => {
  const script = `fetch(process.env.PLAYA_URL + '/v3/agencias/' + process.env.PLAYA_AGENCY).then(({ status }) => {
    console.log(status, process.env.BASE === process.env.PLAYA_URL + '/v3', process.env.PLAYA_CONTROL, process.env.PLAYA_WORLD, process.env.PLAYA_NOW)
    process.exit(7)
  })`
  const ran = await installedCommand().run([
    'run',
    '--scenario',
    'two-apps',
    '--now',
    '2026-03-01T12:00:00-03:00',
    '--env',
    'BASE={url}/v3',
    ...node(script),
  ])
  expect([ran.code, ran.stderr]).toEqual([7, ''])
  expect(ran.stdout).toMatch(
    /^200 true http:\/\/127\.0\.0\.1:\d+\/_playa default 2026-03-01T12:00:00-03:00\n$/,
  )
})

it('a command that does not exist, and a command line that cannot be read, are said in a sentence', async () => {
  const command = installedCommand()
  const absent = await command.run(['run', '--', 'no-such-command'])
  expect([absent.code, absent.stderr]).toEqual([127, 'no-such-command cannot be run: command not found.\n'])
  const bare = await command.run(['run'])
  expect([bare.code, bare.stderr]).toEqual([2, expect.stringContaining('<command> is missing.')])
  const misread = await command.run(['run', '--env', 'url', ...node('')])
  expect([misread.code, misread.stderr]).toEqual([2, expect.stringContaining('--env takes NAME=TEXT')])
})

it('a signal reaches the command, whose end ends the sandbox', async () => {
  const script = `process.on('SIGTERM', () => { console.log('stopped'); process.exit(5) })
    setInterval(() => {}, 1_000); console.log('ready')`
  const running = installedCommand().start(['run', ...node(script)])
  await running.said(/ready/)
  running.signal('SIGTERM')
  const { code, stdout } = await running.ended
  expect([code, stdout]).toEqual([5, 'ready\nstopped\n'])
})
