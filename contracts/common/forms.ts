import type * as z from 'zod'
import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { Need } from '../../src/kit/runner/needs.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { addressesIn, entriesOf, ownAddress } from '../../src/kit/target/links.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { agencyAtItsAddress } from '../support/agency-address.ts'
import {
  collectionBehind,
  knownBrandSearch,
  knownModelSearch,
  knownVersion,
} from '../support/catalogue-entries.ts'
import { mediaTypeOf } from '../support/problem-body.ts'
import {
  AgencyRefShape,
  AgencyShape,
  BrandShape,
  collectionShape,
  InquiryShape,
  ModelShape,
  OperatorShape,
  PublicationRefShape,
  PublicationShape,
  RefShape,
  VersionRefShape,
  VersionShape,
} from '../support/response-shapes.ts'

/** A resource whose form a client chooses by `Accept` (COM-10): its full form and its ref form. */
interface Noun {
  readonly noun: string
  readonly statements: readonly string[]
  readonly full: z.ZodType
  readonly ref: z.ZodType
  readonly leaves: Clause['leaves']
  readonly needs: readonly Need[]
  /** Returns the path of one; skips when there is none. */
  at(t: ClauseContext): Promise<string>
}

const reads = { leaves: 'nothing', needs: [] } as const

const nouns: readonly Noun[] = [
  { ...reads, noun: 'brand', statements: ['CAT-09'], full: BrandShape, ref: RefShape, at: knownBrandSearch },
  { ...reads, noun: 'model', statements: ['CAT-09'], full: ModelShape, ref: RefShape, at: knownModelSearch },
  {
    ...reads,
    noun: 'version',
    statements: ['CAT-03'],
    full: VersionShape,
    ref: VersionRefShape,
    at: knownVersion,
  },
  {
    ...reads,
    noun: 'operators',
    statements: ['AGE-01', 'AGE-02'],
    full: collectionShape(OperatorShape),
    ref: collectionShape(RefShape),
    at: (t) => holding(t, `/v3/operadores/${t.adminMail}`),
  },
  {
    ...reads,
    noun: 'inquiries',
    statements: ['INQ-02', 'INQ-04'],
    needs: ['inquiries'],
    full: collectionShape(InquiryShape),
    ref: collectionShape(RefShape),
    at: (t) => holding(t, `/v3/consultas/${t.adminMail}`),
  },
  {
    noun: 'publication',
    statements: ['PUB-02'],
    leaves: 'archived',
    needs: ['write', 'place'],
    full: PublicationShape,
    ref: PublicationRefShape,
    at: async (t) => (await t.publication()).path,
  },
  {
    ...reads,
    noun: 'agency',
    statements: ['AGE-06'],
    full: AgencyShape,
    ref: AgencyRefShape,
    at: (t) => agencyByLink(t),
  },
]

/** An empty collection would not show the form of its entries. */
const holding = async (t: ClauseContext, path: string): Promise<string> =>
  entriesOf((await t.get(path)).json).length > 0 ? path : t.skip(`${path} holds no entry`)

/** Its address is open (`agencies/address`), so it is found in the list that the entry point leads to. */
const agencyByLink = async (t: ClauseContext): Promise<string> => {
  const list = await collectionBehind(t, 'Agencias').catch(async (reason: unknown) => {
    const own = await agencyAtItsAddress(t)
    if (own === undefined) throw reason
    return own
  })
  if (typeof membersOf(list.json).AdminMail === 'string') return list.request.url
  const [first] = entriesOf(list.json)
  const found = ownAddress(first) ?? addressesIn(first)[0]
  if (found === undefined) return t.skip('no link leads to an agency')
  const read = await t.get(found, { accept: t.types.json })
  return typeof membersOf(read.json).AdminMail === 'string' ? found : t.skip('the link leads to no agency')
}

const fullForm = ({ noun, statements, full, leaves, needs, at }: Noun): Clause =>
  clause({
    id: `common/${noun}-in-full`,
    rule: 'common/{resource}-in-full',
    statements: ['COM-10', 'COM-03', 'COM-14', ...statements],
    title: `application/json, the entry type and text/json each return the full form: ${noun}`,
    leaves,
    needs,
    check: async (t) => {
      const path = await at(t)
      const answers = []
      for (const accept of [t.types.json, t.types.entry, 'text/json'])
        answers.push(await t.get(path, { accept }))
      if (answers.every(({ response }) => response.status !== 200)) return t.skip(`${path} cannot be read`)
      for (const answer of answers) {
        t.status(answer, 200)
        t.shape(answer, full)
      }
    },
  })

const refForm = ({ noun, statements, ref, leaves, needs, at }: Noun): Clause =>
  clause({
    id: `common/${noun}-as-ref`,
    rule: 'common/{resource}-as-ref',
    statements: ['COM-10', 'COM-06', ...statements],
    title: `The ref type returns the compact form: ${noun}`,
    leaves,
    needs,
    check: async (t) => {
      const path = await at(t)
      const plain = await t.get(path, { accept: t.types.json })
      if (plain.response.status !== 200) return t.skip(`${path} cannot be read`)
      const compact = await t.get(path, { accept: t.types.ref })
      t.status(compact, 200)
      t.shape(compact, ref)
      learnVendor(t, compact)
    },
  })

/** Learns the vendor name: a response in a media type with the run's vendor confirms it (`common/vendor`). */
const learnVendor = (t: ClauseContext, compact: Exchange): void => {
  const { vendor } = t.target
  if (mediaTypeOf(compact) === t.types.ref)
    t.learn('common/vendor', vendor === 'service' ? vendor : `token:${vendor}`, compact)
}

const createdAsRef = clause({
  id: 'common/create-answers-with-a-ref',
  statements: ['COM-10', 'COM-06', 'PUB-02'],
  title: 'The ref type returns the compact form of a publication in a 201 too',
  leaves: 'archived',
  needs: ['write', 'place'],
  check: async (t) => {
    const made = await t.create({}, { accept: t.types.ref })
    if (made.response.status !== 201) return t.skip(`no publication can be created: ${made.response.status}`)
    t.shape(made, PublicationRefShape)
  },
})

/** Forms by media type, for every resource that has a ref (COM-10). */
export const commonForms: readonly Clause[] = [...nouns.map(fullForm), ...nouns.map(refForm), createdAsRef]
