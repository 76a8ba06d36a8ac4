/** Kind of a refusal. The domain never mentions a status: the decision core maps each kind to one. */
export type RefusalKind =
  | 'invalid' // a member or parameter is not valid
  | 'forbidden' // the app's access, the product or the operator's origin does not permit the operation
  | 'conflict' // the state of the publication or of the package does not permit the operation
  | 'duplicate' // the identifier is already in use
  | 'missing' // the resource does not exist for the calling app

/** The domain's refusal of an operation, as a value. */
export interface Refusal {
  readonly refused: RefusalKind
  readonly errors: IssuesByPath
  /** One sentence for people, in Spanish like all responses of the service. */
  readonly detail: string
  /** Ids of the statements and assumptions that decided, for the journal. */
  readonly because: readonly string[]
}

/**
 * Sentences by property path (`Precio.Importe`, `Fotos[0]`), in order of detection; `_` stands for the whole
 * entry.
 */
export type IssuesByPath = Readonly<Record<string, readonly string[]>>

/**
 * Builds a refusal that depends on the state, not on the content of the request. `errors` stays empty for
 * `forbidden`.
 */
export const refusal = (
  refused: RefusalKind,
  detail: string,
  because: readonly string[],
  errors: IssuesByPath = {},
): Refusal => ({ refused, errors, detail, because })

/** True for a refusal. */
export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'refused' in value

/**
 * Returns the refusal with the issues of all refusals among `others` (`errors/how-many`), or as it is where
 * one of them is of another kind.
 */
export const combinedRefusal = (first: Refusal, ...others: readonly unknown[]): Refusal => {
  const refusals = [first, ...others.filter(isRefusal)]
  if (!refusals.every(({ refused }) => refused === 'invalid')) return first
  return {
    ...first,
    errors: Object.assign({}, ...refusals.map(({ errors }) => errors)),
    because: [...new Set(refusals.flatMap(({ because }) => because))],
  }
}
