/** A web-standard request handler. */
export type FetchHandler = (request: Request) => Response | Promise<Response>
