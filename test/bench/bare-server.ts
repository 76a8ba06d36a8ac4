import { createServer } from 'node:http'

/** The constant response of the bare server. */
export interface BareAnswer {
  readonly status: number
  readonly contentType: string
  readonly length: number
  /** Sent as `ETag`, so that one client works with both servers. */
  readonly etag?: string | undefined
  /** True: the server reads the whole request body first. */
  readonly reads?: boolean
}

// The benchmark passes it as JSON.
const { status, contentType, length, etag, reads } = JSON.parse(process.argv[2] ?? '{}') as BareAnswer
const body = Buffer.alloc(length, 'x')
const headers: Record<string, string | number> =
  status === 304 ? {} : { 'Content-Type': contentType, 'Content-Length': length }
if (etag !== undefined) headers.ETag = etag

const server = createServer((request, response) => {
  const answer = (code: number) => {
    response.writeHead(code, headers)
    response.end(code === 304 ? undefined : body)
  }
  if (!reads || request.method === 'GET')
    return answer(request.method === 'GET' && status !== 304 ? 200 : status)
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    Buffer.concat(parts)
    answer(status)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  console.log(JSON.stringify({ url: `http://127.0.0.1:${port}` }))
})
