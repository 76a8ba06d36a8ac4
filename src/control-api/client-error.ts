/** The answer to a refused call. */
export interface ControlRefusal {
  readonly status: number
  /** The server's sentence; undefined when the answer is no problem of the control API. */
  readonly detail: string | undefined
  /** Sentences by member. */
  readonly errors: Readonly<Record<string, readonly string[]>>
}

/** Reads the problem of a refused call. */
export const refusalOf = async (response: Response): Promise<ControlRefusal> => {
  const problem: unknown = await response.json().catch(() => undefined)
  const { Detail, Errors = {} } = isObject(problem) ? problem : {}
  if (typeof Detail !== 'string') return { status: response.status, detail: undefined, errors: {} }
  return { status: response.status, detail: Detail, errors: sentencesIn(Errors) }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const sentencesIn = (errors: unknown): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(isObject(errors) ? errors : {}).map(([member, sentences]) => [
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

/** The control API refused a call; the message holds every sentence of the server. */
export class ControlCallError extends Error {
  readonly status: number
  readonly errors: ControlRefusal['errors']
  readonly refusal: ControlRefusal

  constructor(call: string, refusal: ControlRefusal) {
    const detail = refusal.detail ?? `answered ${refusal.status}.`
    super([`${call}: ${detail}`, ...furtherSentences(refusal).map((sentence) => `  ${sentence}`)].join('\n'))
    this.name = 'ControlCallError'
    this.status = refusal.status
    this.errors = refusal.errors
    this.refusal = refusal
  }
}
