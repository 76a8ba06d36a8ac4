/** The forms of a resource that a client chooses by `Accept` (COM-10), and the media types that name them. */
export type ResourceForm = 'full' | 'ref' | 'detail'

export const JSON_TYPE = 'application/json'
export const TEXT_JSON_TYPE = 'text/json'
export const PROBLEM_TYPE = 'application/problem+json'

/** `vendor` is the word that `common/vendor` chooses. */
export const entryType = (vendor: string): string => `application/vnd.${vendor}.entry+json`
export const refType = (vendor: string): string => `application/vnd.${vendor}.ref+json`
export const detailType = (vendor: string): string => `application/vnd.${vendor}.ex-entry+json`
