import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { join, resolve } from 'node:path'
import type { BareAnswer } from './bare-server.ts'
import { exitOf, outputOf, ROOT, startChild } from './child-processes.ts'
import { bundleScript } from './script.ts'

/** A server in its own process, on the server's core. */
export interface Server {
  readonly url: string
  readonly port: number
  readonly pid: number
  /** First agency; empty if there is none. */
  readonly agency: string
  /** The same server of another build, where the run measures one beside this build. */
  readonly beside?: Server
  stop(): Promise<void>
}

export const CLI = join(ROOT, 'dist', 'cli.js')

let besideCli: string | undefined

/** Measures the built package of another folder, such as an earlier commit, beside this one. */
export const measureBeside = (folder: string): void => {
  besideCli = resolve(folder, 'dist', 'cli.js')
}

/** Starts the built command, and that of the other build. */
export const startPlaya = async (...args: readonly string[]): Promise<Server> => {
  const serve = (cli: string) => start([cli, 'serve', '--port', '0', '--json', ...args])
  const server = await serve(CLI)
  if (besideCli === undefined) return server
  const beside = await serve(besideCli)
  const stop = async () => void (await Promise.all([server.stop(), beside.stop()]))
  return { ...server, beside, stop }
}

/** Starts a minimal server with one constant response; a receiver of deliveries runs on the client's core. */
export const startBare = async (answer: BareAnswer, core: 'server' | 'client' = 'server'): Promise<Server> =>
  start([await bundleScript('bare-server'), JSON.stringify(answer)], core)

const start = async (args: readonly string[], core: 'server' | 'client' = 'server'): Promise<Server> => {
  const child = startChild(process.execPath, args, { core, stdio: ['ignore', 'pipe', 'inherit'] })
  const { url, agency = '' } = await firstLine(child)
  const pid = child.pid
  if (pid === undefined) throw new Error('a server without a process id answered')
  let isStopping = false
  child.once('exit', (code, signal) => {
    if (!isStopping) console.error(`A server exited unexpectedly with ${signal ?? code}.`)
  })
  const stop = async () => {
    isStopping = true
    child.kill('SIGKILL')
    await exitOf(child)
  }
  return { url, port: Number(new URL(url).port), pid, agency, stop }
}

const firstLine = (child: ChildProcess): Promise<{ url: string; agency?: string }> =>
  new Promise((resolve, reject) => {
    let text = ''
    child.stdout?.on('data', (chunk) => {
      text += chunk
      if (text.includes('\n')) resolve(JSON.parse(text))
    })
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the server ended with ${code} before it listened`)))
  })

/** A complete response. */
export interface HttpResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** Sends a GET on its own connection. */
export const fetched = (
  server: Server,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<HttpResponse> =>
  new Promise((resolve, reject) => {
    get({ host: '127.0.0.1', port: server.port, path, headers, agent: false }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
      response.on('error', reject)
    }).once('error', reject)
  })

const TICKS_PER_SECOND = 100

/** CPU seconds that a process has used; undefined when unknown. */
export const cpuSecondsOf = (pid: number): number | undefined => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND
  } catch {
    return undefined
  }
}

/** Resident memory of a process in MiB. */
export const residentMiB = async (pid: number): Promise<number> =>
  Number(await outputOf('ps', ['-o', 'rss=', '-p', String(pid)])) / 1024
