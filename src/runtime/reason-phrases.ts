import { STATUS_CODES } from 'node:http'

/** Returns the words that HTTP/1 sends beside a status, e.g. `Not Found`; empty for one that has none. */
export const reasonPhrase = (status: number): string => STATUS_CODES[status] ?? ''
