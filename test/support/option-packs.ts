import type { Assumption } from '../../src/api/assumptions/assumption.ts'
import { formatOption } from '../../src/api/assumptions/option-text.ts'
import { optionWords } from '../../src/api/assumptions/options.ts'
import { type AssumptionId, assumptions } from '../../src/api/assumptions/profile.ts'

/** An option of a switchable assumption, with an example where it takes a value: `size:7`. */
export interface OptionRow {
  readonly id: AssumptionId
  readonly option: string
}

/** Every option of every switchable assumption; the default is the first of its assumption. */
export const optionRows: readonly OptionRow[] = assumptions
  .filter(({ switchable }) => switchable)
  .flatMap((entry: Assumption<AssumptionId>) =>
    optionWords(entry).map((word) => {
      const value = entry.options[word]?.value
      const option = formatOption(value === undefined ? { word } : { word, value: value.example })
      return { id: entry.id, option }
    }),
  )

/** Every option but the defaults. */
export const otherOptionRows: readonly OptionRow[] = optionRows.filter(
  ({ id }, at) => optionRows[at - 1]?.id === id,
)

/**
 * Packs options into `count` profiles, each with at most one option of an assumption; the emptiest that fits
 * comes first, so that a failure names few options. `apart` lists assumptions that hide each other.
 */
export const optionPacks = (
  rows: readonly OptionRow[],
  count: number,
  apart: readonly (readonly AssumptionId[])[] = [],
): readonly Readonly<Record<string, string>>[] => {
  const packs = Array.from({ length: count }, () => [] as OptionRow[])
  for (const row of rows) {
    const rivals = new Set([row.id, ...apart.filter((ids) => ids.includes(row.id)).flat()])
    const [pack] = packs
      .filter((one) => one.every(({ id }) => !rivals.has(id)))
      .sort((one, other) => one.length - other.length)
    if (!pack) throw new Error(`${row.id}=${row.option} fits into none of ${count} profiles`)
    pack.push(row)
  }
  return packs.map((pack) => Object.fromEntries(pack.map(({ id, option }) => [id, option])))
}
