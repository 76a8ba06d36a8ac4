/**
 * A no of the domain, as a value. `domain` never mentions a status: `http/problems.ts` maps a reason to one.
 */
export type RefusalKind =
  | 'invalid' // something said is not valid
  | 'forbidden' // the app, the product or the operator's origin does not permit it
  | 'conflict' // the state of the publication or of the package stands against it
  | 'duplicate' // the identifier is taken
  | 'missing' // it does not exist for the calling app

export interface Refusal {
  readonly refused: RefusalKind
  /** Problem sentences by property path (`Precio.Importe`, `Fotos[0]`); `_` for the entry as a whole. */
  readonly errors: IssuesByPath
  /** One sentence for people, in Spanish as the service speaks. */
  readonly detail: string
  /** Ids of the statements and assumptions that decided, for the journal. */
  readonly because: readonly string[]
}

/** Problem sentences by property path, in the order in which they were found. */
export type IssuesByPath = Readonly<Record<string, readonly string[]>>

export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refused' in value
