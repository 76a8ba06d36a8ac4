import type { Choices } from '../choices.ts'
import type { App, World } from '../world.ts'
import type { Form } from './negotiation.ts'

/** What a body turned out to be: nothing, text that is not JSON, another media type, or a value. */
export type Body =
  | { readonly kind: 'empty' }
  | { readonly kind: 'broken' }
  | { readonly kind: 'foreign' }
  | { readonly kind: 'value'; readonly value: unknown }

/** Holds one request, read and understood as far as HTTP goes. */
export interface Call {
  readonly world: World
  readonly choices: Choices
  readonly app: App
  readonly method: string
  /** Path as requested, without the query. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  /** The same segments before they were decoded. */
  readonly rawParams: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: Body
  readonly form: Form
  readonly mediaType: string
}

/** Reads a decoded path segment; one that a fault leaves encoded stays as it was sent. */
export const segment = (call: Call, name: string, operation: Choices['undecoded'][number]): string =>
  (call.choices.undecoded.includes(operation) ? call.rawParams[name] : call.params[name]) ?? ''

/** Compares words that identify something: case does not count, unless a fault says so. */
export const isSame = (
  call: Call,
  one: string,
  other: string,
  operation: Choices['caseSensitive'][number],
): boolean =>
  call.choices.caseSensitive.includes(operation) ? one === other : one.toLowerCase() === other.toLowerCase()
