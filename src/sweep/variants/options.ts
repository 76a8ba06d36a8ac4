import type { Assumption } from '../../api/assumptions/assumption.ts'
import { formatOption } from '../../api/assumptions/option-text.ts'
import { optionWords } from '../../api/assumptions/options.ts'
import { assumptions, defaultProfile, optionText, withOptions } from '../../api/assumptions/profile.ts'
import { type ClientCall, isClients } from '../runs/client-call.ts'
import { limitedRate } from '../runs/injection.ts'
import type { Variant, VariantSource } from './variant.ts'

/** An option before a replay has shown what it changes. */
export interface OptionVariant extends Variant {
  readonly assumption: string
  /** False: tests may rightly fail under it, which is a fact of the option. */
  readonly isSurvivable: boolean
}

const CAREFUL = 'The description leaves this open: a service may do either.'

/** Returns every other option of every switchable assumption. */
export const optionVariants = (source: VariantSource): OptionVariant[] => {
  const profile = withOptions(defaultProfile, source.profile, 'given')
  return assumptions.flatMap((entry: Assumption) => {
    if (!entry.switchable) return []
    // `assumptions` holds entries of exactly these ids.
    const current = optionText(profile, entry.id as Parameters<typeof optionText>[1])
    return optionWords(entry)
      .map((word) => {
        const takes = entry.options[word]?.value
        const value =
          takes?.kind === 'integer' ? revealingNumber(entry.id, takes.example, source.calls) : takes?.example
        return { word, option: value === undefined ? formatOption({ word }) : formatOption({ word, value }) }
      })
      .filter(({ option }) => option !== current)
      .map(({ word, option }) => optionVariant(entry, { word, option }, source))
  })
}

const optionVariant = (
  { id, options }: Assumption,
  { word, option }: { readonly word: string; readonly option: string },
  { nowMs }: VariantSource,
): OptionVariant => ({
  kind: 'option',
  id: `${id}=${option}`,
  assumption: id,
  isSurvivable: options[word]?.isSurvivable !== false,
  exchange: null,
  when: `${id} is ${option}: ${asClause(options[word]?.means ?? '')}`,
  careful: CAREFUL,
  comparison: 'same',
  injection: {
    options: { [id]: option },
    ...(id === 'limits/rate' && option !== 'off' && limitedRate(nowMs)),
  },
})

/** Returns a sentence without its full stop, beginning in lower case unless it begins with a name. */
const asClause = (sentence: string): string =>
  sentence.replace(/\.$/, '').replace(/^[A-Z](?=[a-z]* )/, (letter) => letter.toLowerCase())

/** Returns a value at which the client notices the option: several pages, or two thirds of its requests. */
const revealingNumber = (id: string, example: number, calls: readonly ClientCall[]): number => {
  if (id === 'limits/rate') return revealingRate(calls.filter(isClients).length)
  return id === 'inquiries/page-size' ? revealingPageSize(calls, example) : example
}

/** Returns a rate that refuses once: a client that waits can finish within the next minute. */
const revealingRate = (requests: number): number =>
  Math.max(1, Math.min(requests - 1, Math.ceil((requests * 2) / 3)))

const MAX_PAGES = 60
const REVEALING_PAGES = 20

const revealingPageSize = (calls: readonly ClientCall[], example: number): number => {
  const totals = calls.flatMap(({ response }) => totalOf(response?.body)).filter((total) => total > 1)
  if (totals.length === 0) return example
  const [most, least] = [Math.max(...totals), Math.min(...totals)]
  // Half of a list often has the same newest, dearest or most frequent entry as the whole list.
  const revealing = Math.min(Math.ceil(most / REVEALING_PAGES), Math.floor(least / 2))
  return Math.max(1, Math.ceil(most / MAX_PAGES), revealing)
}

const totalOf = (body = ''): number[] => {
  const total = /"Total":(\d+)/.exec(body)?.[1]
  return total === undefined ? [] : [Number(total)]
}
