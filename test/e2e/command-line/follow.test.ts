import { spawn } from 'node:child_process'
import { expect, it, onTestFinished } from 'vitest'
import { createSandbox } from '../../../src/cli/entries/index.ts'
import { installedCommand } from './command-line.ts'

/** What needs a process: following until Ctrl-C, and output whose reader stops early. */

const command = installedCommand()

const served = async () => {
  const sandbox = await createSandbox({ scenario: 'demo' })
  const { url, close } = await sandbox.listen()
  onTestFinished(close)
  return { sandbox, url, close }
}

const following = (...words: string[]) => {
  const running = command.start(words)
  onTestFinished(async () => void (await running.stop()))
  return running
}

it('--follow shows earlier and new entries, even after the journal was emptied; Ctrl-C ends it with 0', async () => {
  const { url } = await served()
  await fetch(`${url}/v3`)
  const lines = following('journal', '--follow', '--url', url)
  const refusals = following('journal', '-f', '--status', '4xx', '--json', '--url', url)
  await lines.said(/entry\.read/)
  await fetch(`${url}/v3/nada`)
  await Promise.all([lines.said(/\/v3\/nada /), refusals.said(/nada/)])
  await fetch(`${url}/_playa/worlds/default/journal`, { method: 'DELETE' })
  await fetch(`${url}/v3/nadie`)
  await Promise.all([lines.said(/\/v3\/nadie /), refusals.said(/nadie/)])
  lines.signal('SIGINT')
  refusals.signal('SIGINT')
  const [shown, json] = await Promise.all([lines.ended, refusals.ended])
  expect([shown.code, shown.stderr, json.code, json.stderr]).toEqual([0, '', 0, ''])
  expect(shown.stdout.match(/^ +\d+/gm)?.map(Number)).toEqual([1, 2, 1])
  const rows = json.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(rows.map(({ n, path }) => [n, path])).toEqual([
    [2, '/v3/nada'],
    [1, '/v3/nadie'],
  ])
})

it('deliveries are followed from creation to outcome', async () => {
  const { url } = await served()
  const lines = following('deliveries', '--follow', '--url', url)
  const lead = () => command.run(['lead', 'PIN-0001', '--url', url])
  expect((await lead()).code).toBe(0)
  await lines.said(/^d1 .* delivered .*an inquiry on PIN-0001/m)
  lines.signal('SIGINT')
  expect(await lines.ended).toMatchObject({ code: 0, stderr: '' })
})

it('following ends with 1 and a sentence when the server goes away', async () => {
  const { url, close } = await served()
  await fetch(`${url}/v3`)
  const lines = following('journal', '--follow', '--url', url)
  await lines.said(/entry\.read/)
  await close()
  expect(await lines.ended).toMatchObject({ code: 1, stderr: 'The server went away.\n' })
})

it('output whose reader stops early ends quietly, with the exit code of the action', async () => {
  const { url } = await served()
  for (let i = 0; i < 30; i++) await fetch(`${url}/v3`)
  const { path } = command
  const piped = async (words: string) => {
    const shell = spawn('bash', [
      '-c',
      `set -o pipefail; "${process.execPath}" "${path}" ${words} | head -n 1`,
    ])
    let [stdout, stderr] = ['', '']
    shell.stdout.on('data', (chunk) => (stdout += chunk))
    shell.stderr.on('data', (chunk) => (stderr += chunk))
    const code = await new Promise((resolve) => shell.once('close', resolve))
    return { code, stderr, lines: stdout.split('\n').length - 1 }
  }
  expect(await piped('statements')).toEqual({ code: 0, stderr: '', lines: 1 })
  expect(await piped('openapi')).toEqual({ code: 0, stderr: '', lines: 1 })
  const followed = piped(`journal --follow --url ${url}`)
  const asking = setInterval(() => void fetch(`${url}/v3`), 50)
  onTestFinished(() => clearInterval(asking))
  expect(await followed).toEqual({ code: 0, stderr: '', lines: 1 })
})
