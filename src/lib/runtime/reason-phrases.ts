import { STATUS_CODES } from 'node:http'

/** Returns the phrase that HTTP/1 sends after a status, e.g. `Not Found`; empty for one without a phrase. */
export const reasonPhrase = (status: number): string => STATUS_CODES[status] ?? ''
