import type { Choices } from '../choices.ts'

export type Form = 'full' | 'ref' | 'detail'

interface Negotiated {
  readonly form: Form
  readonly mediaType: string
}

const ENTRY = 'application/vnd.service.entry+json'
const REF = 'application/vnd.service.ref+json'
const DETAIL = 'application/vnd.service.ex-entry+json'

/** Ranges of an `Accept` header, the best first. */
const rangesOf = (accept: string): string[] =>
  accept
    .split(',')
    .map((part) => {
      const [range = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase())
      const quality = parameters.find((parameter) => parameter.startsWith('q='))
      return { range, weight: quality === undefined ? 1 : Number(quality.slice(2)) }
    })
    .filter(({ range, weight }) => range !== '' && weight > 0)
    .sort((one, other) => other.weight - one.weight)
    .map(({ range }) => range)

interface Resource {
  readonly forms: readonly Form[]
  /** Names the resource, for faults that concern one of them. */
  readonly noun: string
}

const mediaTypes = (choices: Choices, { forms }: Resource): Map<string, Form> => {
  const types = new Map<string, Form>([['application/json', 'full']])
  if (choices.formFault !== 'entry') types.set(ENTRY, 'full')
  if (choices.formFault !== 'textJson') types.set('text/json', 'full')
  if (forms.includes('ref')) types.set(REF, 'ref')
  if (!forms.includes('detail')) return types
  if (choices.versionDetail === 'media') types.set(DETAIL, 'detail')
  if (choices.versionDetail === 'json') types.set('application/json', 'detail')
  return types
}

/** Chooses the form and the media type for `accept`; nothing when none of its ranges is served. */
export const negotiated = (
  accept: string | undefined,
  choices: Choices,
  resource: Resource,
): Negotiated | undefined => {
  const types = mediaTypes(choices, resource)
  const any: Negotiated =
    choices.acceptAnything === 'ref' && types.has(REF)
      ? { form: 'ref', mediaType: REF }
      : { form: types.get('application/json') ?? 'full', mediaType: 'application/json' }
  const ranges = rangesOf(accept ?? '')
  if (ranges.length === 0) return any
  for (const range of ranges) {
    if (range === '*/*' || range === 'application/*') return any
    if (range === 'text/*') return { form: 'full', mediaType: 'text/json' }
    const form = types.get(range)
    if (form !== undefined) return { form: shownForm(form, choices, resource), mediaType: range }
  }
  return choices.acceptUnsupported === 'full' ? { form: 'full', mediaType: 'application/json' } : undefined
}

const shownForm = (form: Form, { formFault }: Choices, { noun }: Resource): Form => {
  if (form !== 'ref') return form
  if (formFault === 'refFull' && noun === 'operators') return 'full'
  if (formFault === 'refPublication' && noun === 'publication') return 'full'
  if (formFault === 'create' && noun === 'creation') return 'full'
  return form
}
