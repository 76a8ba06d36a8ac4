import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createSandbox } from '../../../src/cli/entries/index.ts'
import { freePort } from '../../support/free-port.ts'
import { runHere, served } from './in-process.ts'

/** `playa wait`. */

it('it ends with 0 when the server answers, even if the server starts later', async () => {
  const { url } = await served()
  expect(await runHere(['wait', url])).toEqual({ code: 0, stdout: 'World default is ready.\n', stderr: '' })
  expect(await runHere(['wait', '--quiet'], { PLAYA_URL: url })).toEqual({ code: 0, stdout: '', stderr: '' })
  const port = await freePort()
  const waiting = runHere(['wait', `http://127.0.0.1:${port}/w/default/v3`])
  const { close } = await (await createSandbox({ scenario: 'empty' })).listen(port)
  onTestFinished(close)
  expect((await waiting).code).toBe(0)
})

it('it ends with 1 when nothing answers in time, and at once when the world is not there', async () => {
  const late = await runHere(['wait', 'http://127.0.0.1:1', '--timeout', '50ms'])
  expect([late.code, late.stderr]).toEqual([
    1,
    expect.stringMatching(/^Waited 50ms\. No server answers at http:\/\/127\.0\.0\.1:1\./),
  ])
  const { url } = await served()
  const absent = await runHere(['wait', `${url}/w/shop-1`])
  expect([absent.code, absent.stderr]).toEqual([1, expect.stringContaining('playa world new shop-1')])
})

it('a server that accepts and never answers counts as none', async () => {
  const silent = createServer((socket) => void socket.on('error', () => {}))
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void silent.close())
  const address = silent.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  const { code, stderr } = await runHere(['wait', `http://127.0.0.1:${port}`, '--timeout', '0.2s'])
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^Waited 0\.2s\. No server answers/)])
})

it('a duration or an address that is none is misuse', async () => {
  const [duration, address] = [
    await runHere(['wait', '--timeout', 'soon']),
    await runHere(['wait', 'ftp://localhost:4010']),
  ]
  expect([duration.code, duration.stderr]).toEqual([
    2,
    '--timeout takes a duration like 30s, 500ms or 2m, at most 60m, not "soon".\nHelp: playa help wait\n',
  ])
  expect(address.code).toBe(2)
})
