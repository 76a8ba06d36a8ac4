import { describedRequest, isPublicationAnswer } from './history/described-request.ts'
import type { Finding } from './history/finding.ts'
import { type HistoryExchange, isDone, isRemoved } from './history/recorded-exchange.ts'
import { AcceptedBodies } from './rules/accepted-bodies.ts'
import { AmountConsistency } from './rules/amount-consistency.ts'
import { judgeAnswer, judgeInquiryWrite, judgeStranger } from './rules/answers.ts'
import { judgeBestMatch } from './rules/best-match.ts'
import { DocumentRules } from './rules/documents.ts'
import { judgeInquiries, judgeInquiryPage } from './rules/inquiry-pages.ts'
import { AnswerJudgement, type Completeness, type ObservedOption } from './rules/judgement.ts'
import { ListPages } from './rules/list-pages.ts'
import { judgeListedPublications } from './rules/lists.ts'
import { observeOptions } from './rules/observed-options.ts'
import { OfferedWrites } from './rules/offered-writes.ts'
import { judgeOperators } from './rules/operator-lists.ts'
import { PackageRules } from './rules/package-rules.ts'
import { ProblemSpelling } from './rules/problems.ts'
import { PublicationRules } from './rules/publications.ts'
import { judgeFaultyRequest, requestFaults } from './rules/request-faults.ts'
import type { RuleId } from './rules/rule-table.ts'

/**
 * Judges a history exchange by exchange: could any lawful service have answered this? It knows only the rules
 * of the description and the earlier exchanges.
 */
export class HistoryJudge {
  readonly findings: Finding[] = []
  readonly observed: ObservedOption[] = []
  /** Number of exchanges in which each rule had something to judge. */
  readonly exercised: Map<RuleId, number>
  readonly publications: PublicationRules
  readonly #completeness: Completeness
  readonly #packages = new PackageRules()
  readonly #bodies = new AcceptedBodies()
  readonly #documents = new DocumentRules()
  readonly #spelling = new ProblemSpelling()
  readonly #amounts = new AmountConsistency()
  readonly #writes = new OfferedWrites()
  readonly #pages = new ListPages()
  /** Vendor name in the media types, once an answer used it (`common/vendor`). */
  #vendor: string | undefined

  /** `exercised`: counts that go on from another judge. */
  constructor(completeness: Completeness, exercised = new Map<RuleId, number>()) {
    this.exercised = exercised
    this.#completeness = completeness
    this.publications = new PublicationRules(completeness)
  }

  /**
   * Judges the next exchange; returns the findings. `isAmongOthers`: other requests to the same publication
   * were in flight, so their order is unknown.
   */
  observe(
    exchange: HistoryExchange,
    { isAmongOthers = false }: { readonly isAmongOthers?: boolean } = {},
  ): readonly Finding[] {
    const vendor = this.#vendor
    const judgement = new AnswerJudgement(exchange, {
      ...this.#completeness,
      ...(vendor !== undefined && { vendor }),
    })
    this.#vendor ??= isDone(exchange) ? vendorIn(exchange) : undefined
    const request = describedRequest(exchange)
    if (!request && isRemoved(exchange.url) && exchange.method !== 'GET') this.publications.forgetAll()
    if (request) {
      const facts = this.publications.factsOf(request.base, request.parameters['adminmail'] ?? '')
      const faults = requestFaults(judgement, request, facts)
      // A read during another client's write may show either.
      if (!isAmongOthers) facts.observe(judgement, request)
      if (request.operation.id === 'operators.edit' && isDone(exchange))
        this.publications.loosen(request.base, request.parameters['adminmail'] ?? '')
      // Before the exchange changes what is known.
      const isBodyDecisive = !isAmongOthers && this.publications.isBodyDecisive(judgement, request)
      if (isPublicationAnswer(request.operation)) {
        if (isAmongOthers) this.publications.forget(request, exchange)
        else this.publications.judge(judgement, request, faults)
        this.#bodies.judge(judgement, request, { facts, faults, isExpected: isBodyDecisive })
      }
      if (request.operation.id === 'agencies.products' && !isAmongOthers) {
        const own = this.publications.ownOf(request.base, request.parameters['adminmail'] ?? '')
        const isCounted = !this.publications.hasLost(request.base, request.parameters['adminmail'] ?? '')
        this.#packages.judge(judgement, request, { facts, own, isCounted })
      }
      judgeFaultyRequest(judgement, request, { faults, isBodyDecisive })
      if (this.#completeness.isProbe) this.#amounts.judge(judgement, request)
      judgeAnswer(judgement, request)
      judgeInquiryPage(judgement, request)
      judgeInquiries(judgement)
      judgeOperators(judgement, request)
      this.#spelling.judge(judgement)
      observeOptions(judgement, request)
    }
    if (exchange.method !== 'GET' || isAmongOthers) this.#pages.forget()
    else if (!request && this.#completeness.isProbe) {
      judgeListedPublications(judgement, (id) => this.publications.findOwn(id))
      this.#pages.judge(judgement, this.publications.own)
    }
    judgeInquiryWrite(judgement)
    judgeStranger(judgement)
    if (this.#completeness.isProbe && !isAmongOthers) this.#writes.judge(judgement)
    this.publications.judgeAddress(judgement)
    if (exchange.method !== 'GET' || isAmongOthers) this.#documents.forget()
    else this.#documents.judge(judgement, request)
    if (exchange.method === 'GET' && isDone(exchange)) this.publications.catalogue.observe(exchange.json)
    if (request && exchange.method === 'GET') judgeBestMatch(judgement, request, this.publications.catalogue)
    this.findings.push(...judgement.findings)
    this.observed.push(...judgement.observed)
    for (const id of judgement.exercised) this.exercised.set(id, (this.exercised.get(id) ?? 0) + 1)
    return judgement.findings
  }
}

const vendorIn = ({ headers }: HistoryExchange): string | undefined =>
  /^application\/vnd\.([^.\s]+)\.(?:entry|ref)\+json$/.exec(
    (headers['accept'] ?? '').trim().toLowerCase(),
  )?.[1]
