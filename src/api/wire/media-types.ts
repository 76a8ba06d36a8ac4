/** Forms of a resource that a client selects with `Accept` (COM-10). */
export type ResourceForm = 'full' | 'ref' | 'detail'

/** Media types without a vendor word. */
export const JSON_TYPE = 'application/json'
export const TEXT_JSON_TYPE = 'text/json'
export const PROBLEM_TYPE = 'application/problem+json'

/** Returns the media type of the full form; `vendor` is the word of `common/vendor`. */
export const entryType = (vendor: string): string => `application/vnd.${vendor}.entry+json`
/** Returns the media type of the ref form. */
export const refType = (vendor: string): string => `application/vnd.${vendor}.ref+json`
/** Returns the media type of the detail form. */
export const detailType = (vendor: string): string => `application/vnd.${vendor}.ex-entry+json`
