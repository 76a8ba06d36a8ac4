import { connect, type Socket } from 'node:net'

/** The parts of a response that the client reads. */
export interface RawResponse {
  readonly status: number
  readonly etag: string | undefined
}

/** One keep-alive connection: writes requests and calls back with each complete response. */
export class RawConnection {
  readonly #socket: Socket
  #onResponse: ((response: RawResponse) => void) | undefined
  #head = ''
  #missing = 0
  #response: RawResponse | undefined

  constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#read(chunk))
    socket.on('error', fail)
    socket.on(
      'close',
      () => this.#onResponse && fail(new Error('the server closed a connection during a request')),
    )
  }

  send(request: string, onResponse: (response: RawResponse) => void): void {
    this.#onResponse = onResponse
    this.#socket.write(request)
  }

  close(): void {
    this.#onResponse = undefined
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    if (this.#response) this.#missing -= chunk.length
    else {
      const text = this.#head + chunk.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      this.#head = end < 0 ? text : ''
      if (end < 0) return
      const head = text.slice(0, end)
      const status = Number(head.slice(9, 12))
      this.#response = { status, etag: /\r\netag: (.+)/i.exec(head)?.[1] }
      this.#missing = lengthOf(head, status) - (text.length - end - 4)
    }
    if (this.#missing > 0) return
    const response = this.#response!
    const onResponse = this.#onResponse
    this.#response = undefined
    this.#onResponse = undefined
    onResponse?.(response)
  }
}

const lengthOf = (head: string, status: number): number => {
  if (status === 304) return 0
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) fail(new Error(`expected Content-Length in a response, got\n${head}`))
  return Number(length)
}

/** Ends the process: measurements after an error are worthless. */
export const fail = (error: Error): void => {
  console.error(error.message)
  process.exit(1)
}

/** Opens a connection to a local port. */
export const openConnection = (port: number): Promise<RawConnection> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(new RawConnection(socket)))
    socket.once('error', fail)
  })
