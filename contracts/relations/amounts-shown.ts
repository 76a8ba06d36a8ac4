import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext, CreatedPublication } from '../../src/kit/runner/clause-context.ts'
import { listedCurrencies } from '../../src/kit/sample/sample-repairs.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { sameInAnyCase } from '../../src/lib/text/same-in-any-case.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { amountFor, foreignAmountFor, type SentAmount } from '../support/amounts.ts'
import { createSuspended, fullEdit, withEtagOf, writePublication } from '../support/publication-writes.ts'

/**
 * An accepted amount is shown, even without the other amounts, and in the currency that was sent, never in
 * another listed one (COM-07, COM-11).
 */

type Amounts = Readonly<Record<string, SentAmount | null>>

/** Asserts that an accepted write shows the amounts that were sent. */
const judgeShown = (t: ClauseContext, sent: Amounts, answer: Exchange): void => {
  const shown = membersOf(answer.json)
  for (const [member, amount] of Object.entries(sent)) {
    if (amount === null) continue
    const { Importe } = membersOf(shown[member])
    const expected = `${member}.Importe ${amount.Importe}, as sent`
    t.assert(Importe === amount.Importe, expected, { [member]: shown[member] }, answer)
  }
}

/** Sends edits one after another; `judge` sees the response of each that is accepted. */
const sendEdits = async (
  t: ClauseContext,
  made: CreatedPublication,
  edits: readonly { readonly isPut: boolean; readonly amounts: Amounts }[],
  judge: (amounts: Amounts, answer: Exchange) => void,
): Promise<void> => {
  let one = made
  for (const { isPut, amounts } of edits) {
    const answer = await writePublication(t, one, isPut ? await fullEdit(t, one, amounts) : { body: amounts })
    // Which amounts fit together is open (`publications/amounts`).
    if (answer.response.status !== 200) continue
    judge(amounts, answer)
    one = withEtagOf(one, answer)
  }
}

/** Asserts that a currency is not shown by a name of another listed currency. */
const judgeCurrency = (
  t: ClauseContext,
  { listed, sent, answer }: { listed: readonly (readonly string[])[]; sent: Amounts; answer: Exchange },
): void => {
  const namedBy = (text: unknown) => listed.filter((names) => names.some((name) => sameInAnyCase(name, text)))
  for (const [member, amount] of Object.entries(sent)) {
    const shown = membersOf(answer.json)[member]
    const meant = namedBy(amount?.Moneda)
    const found = namedBy(membersOf(shown).Moneda)
    if (meant.length === 0 || found.length === 0) continue
    const isMeant = found.some((names) => meant.includes(names))
    t.assert(isMeant, `a name of ${amount?.Moneda} in ${member}`, { [member]: shown }, answer)
  }
}

/** Clauses on the amounts that writes show. */
export const amountsShownClauses: readonly Clause[] = [
  clause({
    id: 'relations/amounts-are-shown-without-the-others',
    statements: ['COM-07', 'PUB-01', 'PUB-21', 'PUB-28'],
    title: 'A create, a full edit and a partial edit with only one of Adelanto and Cuota show that one',
    leaves: 'archived',
    needs: ['write'],
    check: async (t) => {
      await t.session.samplePublication()
      const price = { Precio: amountFor(t, 24_681_012) }
      const first = { ...price, Adelanto: null, Cuota: amountFor(t, 345_678) }
      const made = await createSuspended(t, first)
      judgeShown(t, first, made.exchange)
      const edits = [
        { isPut: true, amounts: { ...price, Adelanto: amountFor(t, 3_456_789), Cuota: null } },
        { isPut: true, amounts: { ...price, Adelanto: null, Cuota: amountFor(t, 456_789) } },
        { isPut: false, amounts: { Cuota: amountFor(t, 567_890) } },
      ]
      await sendEdits(t, made, edits, (amounts, answer) => judgeShown(t, amounts, answer))
    },
  }),
  clause({
    id: 'relations/a-currency-is-not-shown-as-another',
    statements: ['COM-07', 'COM-11', 'PUB-01', 'PUB-21', 'PUB-28'],
    title:
      'The currency of a create, a full edit or a partial edit is not shown under the name of another currency',
    leaves: 'archived',
    needs: ['write'],
    check: async (t) => {
      await t.session.samplePublication()
      const listed = await listedCurrencies(t.session)
      const [home, foreign] = [amountFor(t, 23_571_113), foreignAmountFor(t, 23_571)]
      const made = await createSuspended(t, { Precio: home })
      judgeCurrency(t, { listed, sent: { Precio: home }, answer: made.exchange })
      const edits = [
        { isPut: false, amounts: { Precio: foreign } },
        { isPut: true, amounts: { Precio: foreign } },
        { isPut: false, amounts: { Precio: home } },
      ]
      await sendEdits(t, made, edits, (sent, answer) => judgeCurrency(t, { listed, sent, answer }))
    },
  }),
]
