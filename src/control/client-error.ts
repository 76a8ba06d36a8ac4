import { isJsonObject } from '../lib/unknown-values.ts'
/** The response to a refused call. */
export interface ControlRefusal {
  readonly status: number
  /** What kind of problem it is; undefined when the response is not a problem of the control API. */
  readonly title?: string
  /** The server's sentence; undefined when the response is not a problem of the control API. */
  readonly detail: string | undefined
  /** Sentences by member. */
  readonly errors: Readonly<Record<string, readonly string[]>>
}

/** Reads the problem of a refused call. */
export const refusalOf = async (response: Response): Promise<ControlRefusal> => {
  const problem: unknown = await response.json().catch(() => undefined)
  const { Title, Detail, Errors = {} } = isJsonObject(problem) ? problem : {}
  if (typeof Detail !== 'string') return { status: response.status, detail: undefined, errors: {} }
  const title = typeof Title === 'string' && { title: Title }
  return { status: response.status, ...title, detail: Detail, errors: sentencesIn(Errors) }
}

const sentencesIn = (errors: unknown): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(isJsonObject(errors) ? errors : {}).map(([member, sentences]) => [
      member,
      Array.isArray(sentences) ? sentences.map(String) : [],
    ]),
  )

/** Returns the sentences that the detail does not hold already, `member: sentence`. */
export const furtherSentences = ({ detail = '', errors }: ControlRefusal): string[] =>
  Object.entries(errors).flatMap(([member, sentences]) =>
    sentences
      .filter((sentence) => !detail.includes(sentence))
      .map((sentence) => (member === '_' ? sentence : `${member}: ${sentence}`)),
  )

/** What kind of refusal it is: a wrong input, something that does not exist or exists already, a limit. */
export type PlayaErrorCode = 'invalid' | 'not-found' | 'conflict' | 'limit' | 'failed'

const CODES: Readonly<Record<number, PlayaErrorCode>> = {
  400: 'invalid',
  404: 'not-found',
  409: 'conflict',
  503: 'limit',
}

/** The sandbox refused a call; the message holds all that it says about it. */
export class PlayaError extends Error {
  readonly code: PlayaErrorCode
  /** Status of the response of the control API. */
  readonly status: number
  /** Sentences by member. */
  readonly errors: ControlRefusal['errors']
  /** @internal */
  readonly refusal: ControlRefusal

  constructor(call: string, refusal: ControlRefusal) {
    const detail = refusal.detail ?? `answered ${refusal.status}.`
    super([`${call}: ${detail}`, ...furtherSentences(refusal).map((sentence) => `  ${sentence}`)].join('\n'))
    this.name = 'PlayaError'
    this.code = CODES[refusal.status] ?? 'failed'
    this.status = refusal.status
    this.errors = refusal.errors
    this.refusal = refusal
  }
}
