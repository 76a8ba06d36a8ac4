import type { Answer } from '../http/request.ts'

/** The answer as the web has it. */
export const toResponse = ({ status, headers, body }: Answer): Response =>
  // Plain headers keep the server on its fast path. Bodies are never shared memory, which is all that the wider type adds.
  new Response(body as Uint8Array<ArrayBuffer> | string | null, { status, headers })
