import type { ApiResponse } from '../http/request.ts'

/** A response to a request on a socket, which `apiListener` sends without a web response. */
export class PlainResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: ApiResponse['body']

  constructor({ status, headers, body }: Pick<ApiResponse, 'status' | 'headers' | 'body'>) {
    this.status = status
    this.headers = headers
    this.body = body
  }
}
