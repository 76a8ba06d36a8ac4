import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { packageRoot } from '../../../src/lib/runtime/package-root.ts'

/** Prism, a third-party validating proxy, as a second validator besides Ajv. */

/** A server between the client and the sandbox. */
export interface Hop {
  readonly url: string
  close(): Promise<void>
}

/**
 * Starts Prism on a free port in front of `upstream`. It judges answers only: refused requests are what the
 * journey is about.
 */
export const startPrism = async (upstream: string): Promise<Hop> => {
  const folder = mkdtempSync(join(tmpdir(), 'playa-prism-'))
  const file = join(folder, 'openapi.json')
  writeFileSync(file, JSON.stringify(derivedDocument()))
  const words = [
    'proxy',
    file,
    upstream,
    '--errors',
    '--validate-request=false',
    '--port',
    '0',
    '--host',
    '127.0.0.1',
  ]
  const child = spawn(join(packageRoot(), 'node_modules/.bin/prism'), words, {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const close = async () => {
    rmSync(folder, { recursive: true, force: true })
    await ended(child)
  }
  try {
    return { url: await listeningAt(child), close }
  } catch (error) {
    await close()
    throw error
  }
}

const listeningAt = (child: ChildProcess): Promise<string> =>
  new Promise((resolve, reject) => {
    let said = ''
    const hear = (chunk: Buffer) => {
      said += chunk
      const [, url] = /listening on (http:\/\/[\w.:]+)/.exec(said) ?? []
      if (url) resolve(url)
    }
    child.stdout?.on('data', hear)
    child.stderr?.on('data', hear)
    child.once('error', reject)
    child.once('exit', () => reject(new Error(`Prism stopped before it listened:\n${said}`)))
  })

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve()
    child.once('exit', () => resolve())
    child.kill('SIGTERM')
  })

/**
 * The committed document as Prism can read it: it takes all `application/*+json` for one type and `text/json`
 * for text, so the JSON entries of one response share the schemas of all, and `text/json` is left out.
 */
const derivedDocument = (): unknown => {
  const text = readFileSync(join(packageRoot(), 'contracts/openapi.json'), 'utf8')
  return JSON.parse(text, (key, value) => (key === 'content' ? merged(value) : value))
}

const merged = (content: Readonly<Record<string, { readonly schema: object }>>): object => {
  const json = Object.entries(content).filter(([type]) => /^application\/(.+\+)?json$/.test(type))
  const schema = { anyOf: json.map(([, media]) => media.schema) }
  const others = Object.entries(content).filter(([type]) => !/json$/.test(type))
  return Object.fromEntries([...others, ...json.map(([type]) => [type, { schema }])])
}

/** The header of a request whose response shall lack the member that it names. */
export const DROP = 'x-drop-member'

/** A server in between that passes everything on, and lies when it is asked to. */
export const startRelay = async (upstream: string): Promise<Hop> => {
  const server = createServer((request, response) => {
    relay(upstream, request, response).catch((error: unknown) =>
      response.destroy(error instanceof Error ? error : undefined),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const close = async () => {
    const closed = new Promise<void>((resolve) => server.close(() => resolve()))
    server.closeAllConnections()
    await closed
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

const PASSED = ['accept', 'content-type', 'if-match', 'if-none-match']

const relay = async (upstream: string, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const headers = PASSED.flatMap((name) =>
    request.headers[name] ? [[name, String(request.headers[name])] as [string, string]] : [],
  )
  const body = chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}
  const answer = await fetch(upstream + request.url, { method: request.method ?? 'GET', headers, ...body })
  const text = await answer.text()
  const dropped = request.headers[DROP]
  const kept = ['content-type', 'etag', 'location', 'vary'].flatMap((name) => {
    const value = answer.headers.get(name)
    return value === null ? [] : [[name, value] as const]
  })
  response.writeHead(answer.status, Object.fromEntries(kept))
  response.end(
    typeof dropped === 'string' ? JSON.stringify({ ...JSON.parse(text), [dropped]: undefined }) : text,
  )
}
