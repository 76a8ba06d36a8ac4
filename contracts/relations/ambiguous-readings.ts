import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { PROBLEM_MEMBERS } from '../../src/kit/target/problem.ts'
import { digitsOf } from '../../src/lib/text/digits-of.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { administrator, withAdministratorRestored } from '../agencies/operators.ts'
import { amountFor } from '../support/amounts.ts'
import { looksAfter } from '../support/late-work.ts'
import { createVerifiedActive, createVerifiedSuspended } from '../support/publication-writes.ts'
import { listedPublication } from './publication-lists.ts'

/**
 * Advice where the description can be read both ways, and most clients expect one of them. None of these
 * clauses can fail a service.
 */

interface Reading extends Pick<Clause, 'statements' | 'title' | 'leaves' | 'needs'> {
  readonly slug: string
  /** Why the description can be read both ways. */
  readonly open: string
  check(t: ClauseContext): Promise<void>
}

/** A list may lag behind; clients wait for some seconds at most. */
const PAUSES_MS = [0, 500, 1_500, 3_000]

const READINGS: readonly Reading[] = [
  {
    slug: 'amounts-keep-their-decimals',
    statements: ['COM-07'],
    open: 'COM-07 gives Importe no bounds',
    title: 'An Importe with two decimals is shown with them',
    leaves: 'archived',
    needs: ['write'],
    check: async (t) => {
      const { Moneda, Importe } = amountFor(t, 21_345_678)
      const Precio = { Moneda, Importe: Importe + 0.25 }
      const made = await t.create({ Precio, Activa: false })
      if (made.response.status !== 201) t.skip(`such a price is answered ${made.response.status}`)
      const { Importe: shown } = membersOf(membersOf(made.json).Precio)
      t.assert(shown === Precio.Importe, `Importe ${Precio.Importe}`, shown, made)
    },
  },
  {
    slug: 'the-list-hides-suspended-publications',
    statements: ['PUB-32'],
    open: 'PUB-32 does not say which listings hide them',
    title: 'The list of publications that no filter narrows does not show a suspended one',
    leaves: 'archived',
    needs: ['write'],
    check: async (t) => {
      const { made } = await createVerifiedSuspended(t)
      let found = await listedPublication(t, made.externalId)
      for await (const _ of looksAfter(t, PAUSES_MS)) {
        if (found.entry === undefined) return
        found = await listedPublication(t, made.externalId)
      }
      const { entry, page } = found
      t.assert(entry === undefined, `a list without ${made.externalId}, which is suspended`, entry, page)
    },
  },
  {
    slug: 'the-list-shows-new-publications',
    statements: ['PUB-32', 'PUB-06'],
    open: 'the description does not show the list',
    title: 'A new active publication is in the list of publications within some seconds',
    leaves: 'archived',
    needs: ['write', 'place'],
    check: async (t) => {
      const { made } = await createVerifiedActive(t)
      let page = made.exchange
      for await (const _ of looksAfter(t, PAUSES_MS)) {
        const found = await listedPublication(t, made.externalId)
        if (found.entry !== undefined) return
        page = found.page
      }
      t.assert(false, `${made.externalId} in the list`, 'not listed within some seconds', page)
    },
  },
  {
    slug: 'problems-are-spelt-as-described',
    statements: ['ERR-02', 'COM-01'],
    open: 'names are case-sensitive and given exactly, but services of this kind spell problems otherwise',
    title: 'Members of problems are spelt as the description gives them',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const answer = await t.get('/v3/marcas/bestmatch')
      const names = Object.keys(membersOf(answer.json))
      if (answer.response.status !== 400 || names.length === 0) t.skip('no problem is shown')
      const other = PROBLEM_MEMBERS.find(
        (name) => !names.includes(name) && names.some((one) => one.toLowerCase() === name.toLowerCase()),
      )
      t.assert(other === undefined, `the member ${other}`, names.join(', '), answer)
    },
  },
  {
    slug: 'an-edit-of-whatsapp-is-kept',
    statements: ['AGE-03'],
    open: 'AGE-03 does not say how Telefonos follow',
    title: 'After an edit of WhatsApp, Telefonos of the administrator show it',
    leaves: 'any',
    needs: [],
    check: (t) =>
      withAdministratorRestored(t, async (body, path) => {
        // What cannot be read cannot be restored.
        if (body.WhatsApp === undefined) t.skip('the administrator shows no second phone')
        const put = await t.send('PUT', path, { body: { ...body, WhatsApp: WHATSAPP } })
        if (put.response.status !== 200) t.skip(`the edit is answered ${put.response.status}`)
        const { list, shown } = await administrator(t)
        const isKept = shown.Telefonos.some((one) => digitsOf(one) === digitsOf(WHATSAPP))
        t.assert(isKept, `${WHATSAPP} in Telefonos`, shown.Telefonos, list)
      }),
  },
]

const WHATSAPP = '+541140000004'

/** Clauses that advise where the description can be read both ways. */
export const readingClauses: readonly Clause[] = READINGS.map(({ slug, open, ...declared }) =>
  clause({ id: `advice/${slug}`, advice: open, ...declared }),
)
