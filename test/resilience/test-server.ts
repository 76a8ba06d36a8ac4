import { connect } from 'node:net'
import { onTestFinished } from 'vitest'
import { Simulator, type SimulatorOptions } from '../../src/sandbox/simulator/simulator.ts'
import { type ListenOptions, listen } from '../../src/server/listen.ts'

export const AGENCY = 'ventas@elcomienzo.example'
export const LISTINGS = `/v3/publicaciones/${AGENCY}`

/** Starts a server with an empty agency for one test; `failures` are the errors that the sandbox reported. */
export const startServer = async (
  options: Partial<ListenOptions> = {},
  simulatorOptions: SimulatorOptions = {},
) => {
  const failures: unknown[] = []
  const report = (error: unknown) => void failures.push(error)
  const simulator = await Simulator.open({
    scenario: 'empty',
    nowMs: Date.parse('2026-03-01T12:00:00-03:00'),
    report,
    ...simulatorOptions,
  })
  const { url, port, close } = await listen(simulator, { port: 0, hostname: '127.0.0.1', ...options })
  onTestFinished(close)
  const ask = async (
    method: string,
    path: string,
    body?: object | string,
    headers: Record<string, string> = {},
  ) => {
    const sent = body ? { body: typeof body === 'string' ? body : JSON.stringify(body) } : {}
    const answer = await fetch(url + path, {
      method,
      headers: { 'Content-Type': 'application/json', ...headers },
      ...sent,
    })
    const text = await answer.text()
    return { status: answer.status, etag: answer.headers.get('etag') ?? '', text }
  }
  return { url, port, failures, ask, simulator }
}

export const car = (ExternalId: string, more: object = {}) => ({
  ExternalId,
  Marca: 'vw',
  Modelo: 'gol trend',
  VersionYear: 2018,
  Kilometraje: 61_000,
  Fotos: ['http://127.0.0.1/_playa/photos/1280x720/hatchback/blanco/1.svg'],
  ...more,
})

/** Serializes a request line and headers. */
export const head = (
  method: string,
  target: string,
  headers: Readonly<Record<string, string | number>> = {},
): string =>
  `${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\n${Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n`

/** Opens a TCP connection for raw bytes. */
export const rawConnection = (port: number) => {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let text = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk) => {
    text += chunk
  })
  // A server may close the connection on invalid input; the test checks what it sent before.
  socket.on('error', () => {})
  const closed = new Promise<string>((resolve) => socket.once('close', () => resolve(text)))
  socket.once('end', () => socket.end())
  onTestFinished(() => void socket.destroy())
  const received = (what: RegExp): Promise<string> =>
    new Promise((resolve, reject) => {
      const check = () => what.test(text) && resolve(text)
      check()
      socket.on('data', check)
      void closed.then(() => reject(new Error(`closed before ${what}: ${text}`)))
    })
  return { socket, closed, received }
}

export const statusesIn = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status))
