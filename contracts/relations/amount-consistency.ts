import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { amountFor } from '../support/amounts.ts'
import {
  createSuspended,
  etagIn,
  fullEdit,
  type PublicationWrite,
  writePublication,
} from '../support/publication-writes.ts'

/**
 * The effect of a null amount is open (`publications/put-absent`, `publications/patch-null-amounts`), but it
 * is the same for all amounts of a write: all three are nullable (COM-07).
 */

const NONE = { Adelanto: null, Cuota: null }

const SIZES = { Precio: 23_456_789, Adelanto: 2_345_678, Cuota: 234_567 }

interface AmountWrite {
  readonly slug: 'put' | 'patch'
  readonly phrase: string
  readonly statement: string
  write(
    t: ClauseContext,
    made: Awaited<ReturnType<typeof createSuspended>>,
    more: object,
  ): Promise<PublicationWrite>
}

const WRITES: readonly AmountWrite[] = [
  {
    slug: 'put',
    phrase: 'a full edit',
    statement: 'PUB-21',
    write: (t, made, more) => fullEdit(t, made, { ...more }),
  },
  {
    slug: 'patch',
    phrase: 'a partial edit',
    statement: 'PUB-28',
    write: async (_, __, more) => ({ body: more }),
  },
]

/**
 * Decimals may be rounded or refused (`common/valor-bounds`), but by one rule for the amounts of edits
 * (COM-07, PUB-21).
 */
const treatsDecimalsConsistently = clause({
  id: 'relations/patch-treats-decimals-consistently',
  statements: ['COM-07', 'PUB-28', 'PUB-21'],
  title: 'A partial and a full edit that set three amounts with two decimals show all of them, or none',
  leaves: 'archived',
  needs: ['write'],
  check: async (t) => {
    const made = await createSuspended(t)
    const body = Object.fromEntries(
      Object.entries(SIZES).map(([name, size]) => {
        const amount = amountFor(t, size)
        return [name, { ...amount, Importe: Number(`${amount.Importe}.15`) }]
      }),
    )
    let isKept = false
    let lost: { name: string; got: unknown; read: Exchange } | undefined
    for (const { write } of WRITES) {
      const etag = etagIn(await t.get(made.path))
      const written = await writePublication(t, { ...made, etag }, await write(t, made, body))
      if (written.response.status !== 200) continue
      const read = await t.get(made.path)
      for (const [name, { Importe }] of Object.entries(body)) {
        const got = membersOf(membersOf(read.json)[name]).Importe
        const digits = /\.(\d+)$/.exec(String(got))?.[1] ?? ''
        t.assert(digits.length <= 2, `${name}.Importe ${Importe}, or rounded`, got, read)
        if (got === Importe) isKept = true
        else if (typeof got === 'number') lost = { name, got, read }
      }
    }
    if (isKept && lost)
      t.assert(false, `${lost.name}.Importe ${body[lost.name]?.Importe}, as sent`, lost.got, lost.read)
  },
})

/**
 * A text may be converted to a number (`common/types`), but by one rule for the amounts of edits (COM-07,
 * PUB-21).
 */
const treatsTextsConsistently = clause({
  id: 'relations/patch-treats-texts-as-importe-consistently',
  statements: ['COM-07', 'COM-14', 'PUB-28', 'PUB-21'],
  title: 'A partial and a full edit treat a string as Importe in the same way for every amount',
  leaves: 'archived',
  needs: ['write'],
  check: async (t) => {
    const made = await createSuspended(t)
    const found = new Map<number, Exchange>()
    for (const [name, size] of Object.entries(SIZES))
      for (const { write } of WRITES) {
        const send = async (Importe: unknown) => {
          const etag = etagIn(await t.get(made.path))
          const amount = { ...amountFor(t, size), Importe }
          return writePublication(t, { ...made, etag }, await write(t, made, { [name]: amount }))
        }
        const { Importe } = amountFor(t, size)
        const text = await send(String(Importe))
        const { status } = text.response
        // A dropped amount is not accepted (`common/valor-members`).
        const isDropped = status === 200 && membersOf(membersOf(text.json)[name]).Importe !== Importe
        if (!isDropped && (await send(Importe)).response.status === 200) found.set(status, text)
      }
    t.assert(!found.has(200) || !found.has(400), '400, as another text as Importe', '200', found.get(200))
  },
})

/** Clauses on amounts that a write takes away. */
export const amountConsistencyClauses: readonly Clause[] = [
  treatsDecimalsConsistently,
  treatsTextsConsistently,
  ...WRITES.map(({ slug, phrase, statement, write }) =>
    clause({
      id: `relations/${slug}-treats-null-amounts-consistently`,
      rule: 'relations/{write}-treats-null-amounts-consistently',
      statements: ['COM-07', statement],
      title: `Null as Adelanto and as Cuota of ${phrase} removes both, or neither`,
      leaves: 'archived',
      needs: ['write'],
      check: async (t) => {
        const made = await createSuspended(t)
        const amounts = { Adelanto: amountFor(t, 2_345_678), Cuota: amountFor(t, 234_567) }
        const set = await writePublication(t, made, await fullEdit(t, made, amounts))
        const first = membersOf(set.json)
        if ((first.Adelanto ?? null) === null || (first.Cuota ?? null) === null)
          t.skip('an edit with both amounts does not show both')
        const before = { ...made, etag: etagIn(set) }
        const written = await writePublication(t, before, await write(t, made, { ...amounts, ...NONE }))
        if (written.response.status !== 200) t.skip(`the write is answered ${written.response.status}`)
        const read = await t.get(made.path)
        const kept = Object.keys(NONE).filter((name) => (membersOf(read.json)[name] ?? null) !== null)
        const [one] = kept
        t.assert(kept.length !== 1, `${one} null, as the other amount`, membersOf(read.json)[one ?? ''], read)
      },
    }),
  ),
]
