import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { RunSession } from '../../src/kit/runner/session.ts'
import { SkipClause, Violation } from '../../src/kit/runner/violation.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import type { Target } from '../../src/kit/target/target.ts'
import { nextTurn } from '../../src/lib/runtime/next-turn.ts'
import { sameInAnyCase } from '../../src/lib/text/same-in-any-case.ts'
import { agencyByLink } from '../agencies/agencies.ts'
import { judgeAnswer } from '../rules/answers.ts'
import { describedRequest } from '../rules/described-request.ts'
import type { Finding } from '../rules/finding.ts'
import { judgeInquiryPage } from '../rules/inquiry-pages.ts'
import { AnswerJudgement } from '../rules/judgement.ts'
import { judgeOwnLinks } from '../rules/own-links.ts'
import { type HistoryExchange, historyExchange } from '../rules/recorded-exchange.ts'
import { dayOf, inquiriesPath } from '../support/inquiry-page.ts'
import { membersOf } from '../support/links.ts'
import type { BrokenAnswer } from './broken-answer.ts'
import { differingForms, strangeInquiryLinks } from './form-rules.ts'
import { followLinks, lastReads, readListedPublication } from './linked-documents.ts'
import {
  brokenCollections,
  deadLinks,
  mixedMessages,
  mixedSpellings,
  readMissingRefs,
  sharedAddresses,
  strayBlocks,
  wrongTotals,
} from './run-rules.ts'

/** Applies the rules of `playa explain` on single answers to every answer of the run. */

/** A rule for every answer of the run, whichever clause asked for it. */
interface AnswerRule {
  readonly slug: string
  readonly statements: readonly string[]
  readonly title: string
  /** Names of the rules in `contracts/rules`, for one answer at a time. */
  readonly rules?: RegExp
  /** The status of the answers that are judged; default: any. */
  readonly status?: number
  /** Judges the answers of the run together, or what it read after its last write. */
  readonly isOfLastReads?: true
  readonly judge?: (
    exchanges: readonly Exchange[],
    target: Target,
  ) => readonly BrokenAnswer[] | Promise<readonly BrokenAnswer[]>
  /** Reads more before it judges. */
  readonly readMore?: (t: ClauseContext) => Promise<void>
}

/** Days before today at which a period ends that does not end today. */
const DAYS_BACK = 20

const ANSWER_RULES: readonly AnswerRule[] = [
  {
    slug: 'refusals-are-problems',
    statements: ['ERR-01', 'ERR-02', 'ERR-03', 'ERR-04', 'ERR-05'],
    title: 'The body of every refusal in the run matches its status',
    rules: /^problems\//,
  },
  {
    slug: 'bodies-have-the-described-shape',
    statements: ['COM-03', 'COM-10', 'COM-14'],
    title: 'Every body in the run has the shape of its operation and form',
    rules: /^answers\/\S+-shape /,
    readMore: followLinks,
  },
  {
    slug: 'documented-media-types-are-served',
    statements: ['COM-10'],
    title: 'No request of the run that accepts a documented form of an operation is answered 406',
    rules: /^answers\/\S+-status$/,
    status: 406,
  },
  {
    slug: 'pages-of-inquiries-are-those-asked-for',
    statements: ['INQ-04', 'INQ-05'],
    title:
      'Every page of inquiries in the run is of the publication, the days and the number that were asked for',
    rules: /^inquiries\//,
    readMore: async (t) => {
      const { Hasta } = membersOf((await t.get(inquiriesPath(t))).json)
      const last = /^\d{4}-\d{2}-\d{2}T/.test(String(Hasta)) ? dayOf(String(Hasta), -DAYS_BACK) : undefined
      if (last !== undefined) await t.get(inquiriesPath(t, { hasta: last }))
    },
  },
  {
    slug: 'links-are-link-objects',
    statements: ['COM-02'],
    title: 'Every link in the run is a link object, and templates are marked as such',
    rules: /^answers\/(?:link-object|link-method|template-is-marked) /,
  },
  {
    slug: 'tags-and-locations-are-there',
    statements: ['CAT-02', 'ERR-06', 'ERR-10', 'PUB-01', 'PUB-33'],
    title: 'In the run, every publication has an ETag, every create a Location, and no 304 a body',
    rules: /^answers\/(?:\S+-etag|create-location|304-\S+)$/,
  },
  {
    slug: 'collections-have-entries-and-links',
    statements: ['COM-05', 'COM-03'],
    title: 'Every collection in the run has an array of entries, and links',
    judge: brokenCollections,
    readMore: followLinks,
  },
  {
    slug: 'entries-have-an-address-of-their-own',
    statements: ['COM-06', 'COM-03'],
    title: 'No two versions, publications or inquiries in a list of the run have the same address',
    judge: sharedAddresses,
    readMore: followLinks,
  },
  {
    slug: 'pages-of-inquiries-fit-their-total',
    statements: ['INQ-04'],
    title: 'Every page of inquiries in the run is full, or is the last one that Total allows',
    judge: wrongTotals,
    readMore: async (t) => {
      await t.get(`/v3/consultas/${t.adminMail}?externalid=${t.session.newExternalId()}`)
    },
  },
  {
    slug: 'blocks-lead-to-what-they-name',
    statements: ['COM-04'],
    title: 'No link block in the run leads only to documented resources of another kind',
    judge: strayBlocks,
    readMore: followLinks,
  },
  {
    slug: 'blocks-lead-to-what-is-theirs',
    statements: ['AGE-06', 'AGE-02', 'COM-04'],
    title: 'No link block of an agency or an operator in the run leads to what another one has',
    rules: /^documents\/a-block-leads-to-its-own /,
    readMore: async (t) => void (await agencyByLink(t)),
  },
  {
    slug: 'problems-have-one-spelling',
    statements: ['COM-01', 'ERR-02'],
    title: 'All responses of the run spell the members of problems in the same way',
    judge: mixedSpellings,
  },
  {
    slug: 'not-found-is-a-plain-message',
    statements: ['ERR-04'],
    title: 'If some 404 responses of the run are plain messages, none is a problem',
    judge: mixedMessages,
    readMore: readMissingRefs,
  },
  {
    slug: 'links-lead-somewhere',
    statements: ['COM-12', 'COM-02'],
    title: 'No link that the run followed leads to a 404, or with its query to a 400',
    judge: deadLinks,
    readMore: followLinks,
  },
  {
    slug: 'media-types-show-one-record',
    statements: ['COM-10', 'CAT-06', 'EVT-02'],
    title: 'Two media types of the same record show the same values',
    judge: differingForms,
    isOfLastReads: true,
    readMore: followLinks,
  },
  {
    slug: 'consultas-names-its-publication',
    statements: ['PUB-38', 'INQ-05'],
    title: 'If Consultas of a publication filters by externalid, it is the id of that publication',
    judge: strangeInquiryLinks,
    readMore: readListedPublication,
  },
]

/** What was judged in a run, so that each of its answers is judged once. */
class JudgedRun {
  readonly broken: BrokenAnswer[] = []
  #count = 0
  /** Lists are read repeatedly, and are most of the work. */
  readonly #seen = new Set<string>()

  /** Judges the exchanges since the last call; yields to other work in between. */
  async judge({ exchanges, target }: RunSession): Promise<void> {
    while (this.#count < exchanges.length) {
      const exchange = exchanges[this.#count++]
      if (!exchange) continue
      const isNew = this.#isNew(exchange)
      for (const finding of findingsOf(exchange, target.vendor, isNew))
        this.broken.push({ exchange, finding })
      if (this.#count % ANSWERS_PER_TURN === 0) await nextTurn()
    }
  }

  #isNew({
    request: { method, url, headers },
    response: { status, body, headers: sent },
  }: Exchange): boolean {
    if (method !== 'GET' || status !== 200) return true
    const tag = 'etag' in sent
    const key = [new URL(url).pathname, headers['Accept'], sent['content-type'], tag, body].join(' ')
    if (this.#seen.has(key)) return false
    this.#seen.add(key)
    return true
  }
}

const ANSWERS_PER_TURN = 20

const judgedRuns = new WeakMap<RunSession, JudgedRun>()

const brokenAnswers = async (session: RunSession): Promise<readonly BrokenAnswer[]> => {
  const judged = judgedRuns.get(session) ?? new JudgedRun()
  judgedRuns.set(session, judged)
  await judged.judge(session)
  return judged.broken
}

/** A body that was seen before breaks no new rule on its own, but may not answer another query. */
const findingsOf = (exchange: Exchange, vendor: string, isNew: boolean): readonly Finding[] => {
  if (!isNew && !/\/consultas\b/.test(exchange.request.url)) return []
  const one = historyExchange(exchange, exchange.number, 0)
  const judgement = new AnswerJudgement(one, { isAlone: false, isProbe: true, vendor }, true)
  // The list of agencies is not a described operation, but shows agencies too.
  if (isNew) judgeOwnLinks(judgement)
  const request = describedRequest(one)
  if (request && isNew) judgeAnswer(judgement, request)
  if (request?.operation.id === 'inquiries.list' && judgement.meets(['success', 'answer']))
    judgeInquiryPage(judgement, request)
  return judgement.findings.filter(({ rule }) => !isUnsentMember(one, rule))
}

/** A service that takes a create without a member shows null for it (`publications/required-members`). */
const isUnsentMember = ({ json }: HistoryExchange, rule: string): boolean => {
  const member = /^answers\/publications\.\S+-shape (\w+)$/.exec(rule)?.[1]
  return member !== undefined && member !== 'Consultas' && membersOf(json)[member] === null
}

/** Judges the answers of the run. Skips a statement for which another clause has already failed. */
const judgeRun = async (
  t: ClauseContext,
  { rules, status, judge, isOfLastReads }: AnswerRule,
): Promise<void> => {
  const { failedStatements, prefix } = t.session
  const { exchanges, target } = t.session
  // Other clauses of this kind are judged at the same time.
  await nextTurn()
  const broken = rules
    ? (await brokenAnswers(t.session)).filter(
        ({ exchange, finding }) =>
          rules.test(finding.rule) && (status === undefined || exchange.response.status === status),
      )
    : ((await judge?.(isOfLastReads ? lastReads(t.session) : exchanges, target)) ?? [])
  const [first] = broken.filter(({ finding }) => !finding.statements.some((id) => failedStatements.has(id)))
  if (first) {
    const { exchange, finding } = first
    t.exchanges.push(...before(exchange, t.session.exchanges, prefix))
    throw new Violation(finding.expected, finding.got, exchange)
  }
  const reported = broken[0]?.finding.statements.find((id) => failedStatements.has(id))
  if (reported !== undefined)
    throw new SkipClause(`${failedStatements.get(reported)} fails for the same statement`)
}

/** Returns an exchange after those that created and changed its subject. */
const before = (exchange: Exchange, all: readonly Exchange[], prefix: string): readonly Exchange[] => {
  const id = new RegExp(`${prefix}\\w*`, 'i').exec(`${exchange.request.url} ${exchange.request.body}`)?.[0]
  const concerns = ({ request: { method, url, body = '' } }: Exchange) =>
    id !== undefined && method !== 'GET' && new RegExp(`${id}(?!\\w)`, 'i').test(`${url} ${body}`)
  return [...all.filter((other) => other.number < exchange.number && concerns(other)), exchange]
}

const reads = new WeakMap<RunSession, Promise<unknown>>()

/** Reads something of every kind, once in a run, because the run may have few other clauses. */
const readSome = (t: ClauseContext): Promise<unknown> => {
  const paths = [
    '/v3',
    `/v3/consultas/${t.adminMail}`,
    '/v3/versiones/0',
    '/v3/marcas/bestmatch',
    '/v3/modelos/bestmatch',
    t.path(t.session.newExternalId()),
  ]
  const done = reads.get(t.session) ?? Promise.all(paths.map((path) => t.get(path)))
  reads.set(t.session, done)
  return done
}

/** Asserts that the refused creates of the run made nothing. */
const areNotMade = async (t: ClauseContext): Promise<void> => {
  const { exchanges } = t.session
  const refused = [...t.session.refusedCreates].filter((id) => !t.session.wasCreated(id))
  if (refused.length === 0) t.skip('no create was refused')
  const reads = refused.map(async (id) => ({ id, read: await t.get(t.path(id)) }))
  for (const { id, read } of await Promise.all(reads)) {
    const { ExternalId } = membersOf(read.json)
    // The clean-up does not have to read it again.
    if (read.response.status === 404) t.session.refusedCreates.delete(id)
    if (read.response.status !== 200 || !sameInAnyCase(ExternalId, id)) continue
    t.exchanges.push(...exchanges.filter(({ request }) => request.body?.includes(`"${id}"`)), read)
    throw new Violation('404, because its create was refused', '200', read)
  }
}

/** Clauses on every answer of the run; they come after all others. */
export const answerClauses: readonly Clause[] = [
  ...ANSWER_RULES.map((rule) =>
    clause({
      id: `answers/${rule.slug}`,
      statements: rule.statements,
      title: rule.title,
      leaves: 'nothing',
      needs: [],
      isLast: true,
      check: async (t) => {
        await readSome(t)
        await rule.readMore?.(t)
        await judgeRun(t, rule)
      },
    }),
  ),
  clause({
    id: 'answers/refused-creates-make-nothing',
    statements: ['PUB-01', 'PUB-20'],
    title: 'No publication whose create was refused can be read, whichever clause sent the create',
    leaves: 'archived',
    needs: ['write'],
    isLast: true,
    check: async (t) => {
      // The run may have few other clauses.
      await t.create({ Kilometraje: -1, Activa: false })
      await t.create({ Fotos: ['sin foto'], Activa: false })
      await areNotMade(t)
    },
  }),
]
