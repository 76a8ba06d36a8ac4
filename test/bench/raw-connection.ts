import { connect, type Socket } from 'node:net'

/** What the client looks at in an answer. */
export interface RawResponse {
  readonly status: number
  readonly etag: string | undefined
}

/** One connection: sends bytes, resolves nothing, calls back with each whole answer. */
export class RawConnection {
  readonly #socket: Socket
  #heard: ((reply: RawResponse) => void) | undefined
  #head = ''
  #missing = 0
  #reply: RawResponse | undefined

  constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#read(chunk))
    socket.on('error', fail)
    socket.on('close', () => this.#heard && fail(new Error('the server closed a connection with a request under way')))
  }

  ask(request: string, heard: (reply: RawResponse) => void): void {
    this.#heard = heard
    this.#socket.write(request)
  }

  close(): void {
    this.#heard = undefined
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    if (this.#reply) this.#missing -= chunk.length
    else {
      const text = this.#head + chunk.toString('latin1')
      const end = text.indexOf('\r\n\r\n')
      this.#head = end < 0 ? text : ''
      if (end < 0) return
      const head = text.slice(0, end)
      const status = Number(head.slice(9, 12))
      this.#reply = { status, etag: /\r\netag: (.+)/i.exec(head)?.[1] }
      this.#missing = lengthOf(head, status) - (text.length - end - 4)
    }
    if (this.#missing > 0) return
    const reply = this.#reply!
    const heard = this.#heard
    this.#reply = undefined
    this.#heard = undefined
    heard?.(reply)
  }
}

const lengthOf = (head: string, status: number): number => {
  if (status === 304) return 0
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  if (length === undefined) fail(new Error(`expected Content-Length in an answer, got\n${head}`))
  return Number(length)
}

/** Nothing is measured when something is wrong. */
export const fail = (error: Error): void => {
  console.error(error.message)
  process.exit(1)
}

export const openConnection = (port: number): Promise<RawConnection> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(new RawConnection(socket)))
    socket.once('error', fail)
  })
