import { AcceptedBodies } from './accepted-bodies.ts'
import { AmountConsistency } from './amount-consistency.ts'
import { judgeAnswer, judgeInquiryWrite, judgeStranger } from './answers.ts'
import { judgeBestMatch } from './best-match.ts'
import { describedRequest, isPublicationAnswer } from './described-request.ts'
import { DocumentRules } from './documents.ts'
import type { Finding } from './finding.ts'
import { judgeInquiries, judgeInquiryPage } from './inquiry-pages.ts'
import { AnswerJudgement, type Completeness, type ObservedOption } from './judgement.ts'
import { ListPages } from './list-pages.ts'
import { judgeListedPublications } from './lists.ts'
import { observeOptions } from './observed-options.ts'
import { OfferedWrites } from './offered-writes.ts'
import { judgeOperators } from './operator-lists.ts'
import { PackageRules } from './package-rules.ts'
import { ProblemSpelling } from './problems.ts'
import { PublicationRules } from './publications.ts'
import { type HistoryExchange, isDone, isRemoved } from './recorded-exchange.ts'
import { judgeFaultyRequest, requestFaults } from './request-faults.ts'
import type { RuleId } from './rule-table.ts'

/**
 * Judges a history exchange by exchange: could any conforming service have answered this? It knows only the
 * rules of the description and the earlier exchanges.
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
      this.#amounts.judge(judgement, request)
      judgeAnswer(judgement, request)
      judgeInquiryPage(judgement, request)
      judgeInquiries(judgement)
      judgeOperators(judgement, request)
      this.#spelling.judge(judgement)
      observeOptions(judgement, request)
    }
    if (exchange.method !== 'GET' || isAmongOthers) this.#pages.forget()
    else if (!request && judgement.can('lists/each-publication-once')) {
      judgeListedPublications(judgement, (id) => this.publications.findOwn(id))
      this.#pages.judge(judgement, this.publications.own)
    }
    judgeInquiryWrite(judgement)
    judgeStranger(judgement)
    if (judgement.can('documents/a-link-has-its-method') && !isAmongOthers) this.#writes.judge(judgement)
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
