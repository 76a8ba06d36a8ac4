import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createSandbox } from '../../../src/cli/entries/index.ts'
import { httpServer } from '../../kit/targets.ts'
import { installedCommand } from './command-line.ts'
import { runHere } from './in-process.ts'

/** `playa proxy` as a process of its own, in front of small services. */

const AGENCY = 'ventas@lospinos.example'
const LISTINGS = `/v3/publicaciones/${AGENCY}`

const command = installedCommand()

/** Starts the proxy of a service; `recorded` reads its recording. */
const proxyOf = async (service: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'playa-proxy-'))
  const [har, json] = [join(folder, 'traffic.har'), join(folder, 'report.json')]
  const words = [
    'proxy',
    service,
    '--agency',
    AGENCY,
    '--port',
    '0',
    '--har',
    har,
    '--report',
    `json=${json}`,
  ]
  const proxy = command.start(words)
  onTestFinished(async () => {
    await proxy.stop()
    rmSync(folder, { recursive: true })
  })
  const [url = ''] = /http:\/\/127\.0\.0\.1:\d+/.exec(await proxy.said(/Ctrl-C stops it\.\n/)) ?? []
  const end = () => {
    proxy.signal('SIGINT')
    return proxy.ended
  }
  return { ...proxy, url, end, har, report: () => JSON.parse(readFileSync(json, 'utf8')) }
}

it('a conforming service has no finding, and Ctrl-C ends with a summary and 0; the recording is what explain takes', async () => {
  const sandbox = await createSandbox({ now: '2026-03-01T12:00:00-03:00' })
  const { url, close } = await sandbox.listen()
  onTestFinished(close)
  const proxy = await proxyOf(url)
  for (const path of ['/v3', `${LISTINGS}/NADA`, `/v3/agencias/${AGENCY}/productos`, '/robots.txt'])
    await (await fetch(proxy.url + path)).text()
  const { code, stdout, stderr } = await proxy.end()
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('1 exchange with paths or methods that the description does not show')
  expect(stdout).toMatch(/Conforms: a conforming service could have answered all 3 exchanges\.\n$/)
  expect(proxy.report()).toMatchObject({ findings: [], steps: 3 })
  expect((await runHere(['explain', proxy.har])).code).toBe(0)
})

it('a response that the description rules out appears at once, once, with the sentence behind it, and ends with 1', async () => {
  const { url, close } = await httpServer((_, outgoing) => void outgoing.writeHead(404).end())
  onTestFinished(close)
  const proxy = await proxyOf(url)
  await fetch(`${proxy.url}${LISTINGS}/UNO`)
  const said = await proxy.said(/because/)
  expect(said).toContain('1. GET /v3/publicaciones/ventas@lospinos.example/UNO  404')
  expect(said).toMatch(/expected {2}.+\n {2}got {7}.+\n {2}because {3}ERR-04 {2}\S+/)
  await fetch(`${proxy.url}${LISTINGS}/DOS`)
  const { code, stdout } = await proxy.end()
  expect(code).toBe(1)
  expect(stdout).not.toContain('DOS')
  expect(stdout).toContain('in 2 exchanges')
  expect(proxy.report().findings).toHaveLength(1)
})

it.each([
  ['no agency', ['http://127.0.0.1:9'], /^proxy needs --agency\b/],
  ['no URL', ['staging', '--agency', AGENCY], /^proxy takes the URL of a service like/],
  [
    'credentials in the URL',
    ['http://a:clave-secreta@127.0.0.1:9', '--agency', AGENCY],
    /^proxy sends the credentials/,
  ],
])('%s is misuse: one sentence and 2', async (_, words, sentence) => {
  const { code, stdout, stderr } = await runHere(['proxy', ...words])
  expect([code, stdout]).toEqual([2, ''])
  expect(stderr).toMatch(sentence)
  expect(stderr).not.toContain('clave-secreta')
})
