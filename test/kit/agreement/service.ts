import { RunSession } from '../../../src/kit/runner/session.ts'
import type { Exchange, RequestOptions, Transport } from '../../../src/kit/target/exchange.ts'

/** What questions use of a service: requests, and listings that the service accepts. */
export class AskedService {
  readonly #session: RunSession
  readonly agency: string

  constructor(base: string, agency: string, transport: Transport) {
    this.agency = encodeURIComponent(agency)
    const target = { base, agency, vendor: 'service', transport, sign: (request: never) => request }
    this.#session = new RunSession({ target, prefix: `question${Math.random().toString(36).slice(2, 8)}x` })
  }

  send(method: string, path: string, options: RequestOptions = {}): Promise<Exchange> {
    return this.#session.send(method, path, options)
  }

  get(path: string, accept?: string): Promise<Exchange> {
    return this.send('GET', path, accept === undefined ? {} : { accept })
  }

  newId(): string {
    return this.#session.newExternalId()
  }

  path(id: string): string {
    return `/v3/publicaciones/${this.agency}/${encodeURIComponent(id)}`
  }

  /** Sends a create of a suspended listing. */
  async create(more: object = {}, options: RequestOptions = {}): Promise<Exchange> {
    const sample = await this.#session.samplePublication()
    const body = { ...sample, ExternalId: this.newId(), Activa: false, ...more }
    return this.send('POST', `/v3/publicaciones/${this.agency}`, { ...options, body })
  }

  /** Creates a listing; returns its path and its entity tag. */
  async made(more: object = {}): Promise<{ path: string; tag: string }> {
    const id = this.newId()
    const { response } = await this.create({ ExternalId: id, ...more })
    return { path: this.path(id), tag: response.headers['etag'] ?? '' }
  }

  /** Writes to a listing with its present entity tag. */
  async write(path: string, method: 'PUT' | 'PATCH', body?: object, step = ''): Promise<Exchange> {
    const tag = (await this.get(path)).response.headers['etag']
    const headers = tag === undefined ? {} : { 'If-Match': tag }
    return this.send(method, path + step, { headers, ...(body && { body }) })
  }

  /** Creates and archives a listing; returns its path. */
  async archived(): Promise<string> {
    const { path } = await this.made()
    await this.write(path, 'PATCH', undefined, '/archivar')
    return path
  }

  /** Returns the members of a full edit. */
  async full(more: object = {}): Promise<object> {
    const { Marca: _, Modelo: __, Version: ___, ...sample } = await this.#session.samplePublication()
    return { ...sample, Activa: false, ...more }
  }
}
