import { AcceptedBodies } from './accepted-bodies.ts'
import { AmountConsistency } from './amount-consistency.ts'
import { judgeBestMatch } from './best-match.ts'
import { describedRequest } from './described-request.ts'
import { DocumentRules } from './documents.ts'
import type { Finding } from './finding.ts'
import { judgeInquiries, judgeInquiryPage } from './inquiry-pages.ts'
import { type Completeness, Judgement, type ObservedOption } from './judgement.ts'
import { ListPages } from './list-pages.ts'
import { judgeListedPublications } from './lists.ts'
import { observeOptions } from './observed-options.ts'
import { OfferedWrites } from './offered-writes.ts'
import { judgeOperators } from './operator-lists.ts'
import { judgeOwnLinks } from './own-links.ts'
import { PackageRules } from './package-rules.ts'
import { NotFoundMessages, ProblemSpelling } from './problems.ts'
import { PublicationRules } from './publications.ts'
import { type HistoryExchange, isDone, isRemoved } from './recorded-exchange.ts'
import { judgeInvalidRequest, requestIssues } from './request-issues.ts'
import { judgeInquiryWrite, judgeResponse, judgeStranger } from './responses.ts'
import { judgeRuleOf, RULES, type RuleId, type RuleNeed } from './rule-table.ts'
import type { SeenRequest } from './seen-request.ts'

/** Rules that judge together, with what all of them need. */
interface RuleGroup {
  readonly needs: readonly RuleNeed[]
  judge(judgement: Judgement, seen: SeenRequest | undefined): void
  /** Forgets what a write may have changed; also called when others were in flight. */
  forget?(): void
}

/** Rules on the responses to described requests; `of`: to those whose operation it matches. */
const onDescribed = (
  of: RegExp,
  needs: readonly RuleNeed[],
  judge: (judgement: Judgement, seen: SeenRequest) => void,
): RuleGroup => ({
  needs,
  judge: (judgement, seen) => {
    if (seen && of.test(seen.operation.id)) judge(judgement, seen)
  },
})

/** Matches every operation. */
const ANY = /^/
/** Operations whose responses are publications. */
const OF_PUBLICATION = /^publications\.(?!list)/

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
  readonly #groups: readonly RuleGroup[]
  /** The last response to each request, as rules on one response judged it. */
  readonly #last = new Map<string, Judgement>()
  /** Vendor name in the media types, once a response used it (`common/vendor`). */
  #vendor: string | undefined

  /** `exercised`: counts that continue those of another judge. */
  constructor(completeness: Completeness, exercised = new Map<RuleId, number>()) {
    this.exercised = exercised
    this.#completeness = completeness
    this.publications = new PublicationRules(completeness)
    this.#groups = groupsOf(this.publications)
  }

  /**
   * Judges the next exchange, whose `json` becomes that of the last equal response; returns the findings.
   * `isOverlapping`: other requests to the same publication were in flight, so their order is unknown.
   * `isMoving`: any other write was.
   */
  observe(
    exchange: HistoryExchange,
    {
      isOverlapping = false,
      isMoving = false,
    }: { readonly isOverlapping?: boolean; readonly isMoving?: boolean } = {},
  ): readonly Finding[] {
    const vendor = this.#vendor
    const completeness = { ...this.#completeness, ...(vendor !== undefined && { vendor }) }
    const judgement = new Judgement(exchange, completeness, !isOverlapping)
    const seen = this.#seen(judgement)
    const ofResponse = this.#ofResponse(judgement, seen)
    judgement.isMisshapen = ofResponse.findings.some(({ rule }) => judgeRuleOf(rule) === 'answers/*-shape')
    // One value for equal texts, so that rules compare identities; callers know findings by the exchange.
    exchange.json = ofResponse.exchange.json
    this.#vendor ??= isDone(exchange) ? vendorIn(exchange) : undefined
    if (seen) seen.facts.isMoving = isMoving
    if (!seen && isRemoved(exchange.url) && exchange.method !== 'GET') this.publications.forgetAll()
    for (const group of this.#groups) {
      if (exchange.method !== 'GET' || isOverlapping) group.forget?.()
      if (judgement.meets(group.needs)) group.judge(judgement, seen)
    }
    judgement.take(ofResponse)
    this.findings.push(...judgement.findings)
    this.observed.push(...judgement.observed)
    for (const id of judgement.exercised) this.exercised.set(id, (this.exercised.get(id) ?? 0) + 1)
    return judgement.findings
  }

  /**
   * Judges a response by itself. Most reads show what the one before them did, so the same response is judged
   * once.
   */
  #ofResponse({ exchange, completeness }: Judgement, seen: SeenRequest | undefined): Judgement {
    const { url, headers } = exchange
    const address = `${url} ${headers['accept']} ${headers['if-none-match']}`
    const last = this.#last.get(address)
    if (last && isSameResponse(last.exchange, exchange)) return last
    const judgement = new Judgement(exchange, completeness, true)
    for (const group of ON_ONE_RESPONSE) if (judgement.meets(group.needs)) group.judge(judgement, seen)
    if (this.#last.size > MAX_LAST) this.#last.clear()
    this.#last.set(address, judgement)
    return judgement
  }

  /** Returns a described request with what is known of it before its response. */
  #seen(judgement: Judgement): SeenRequest | undefined {
    const request = describedRequest(judgement.exchange)
    if (!request) return undefined
    const facts = this.publications.factsOf(request)
    const issues = requestIssues(judgement, request, facts)
    return { ...request, facts, issues, isBodyDecisive: this.publications.isBodyDecisive(judgement, request) }
  }
}

/** Addresses whose last response is kept. */
const MAX_LAST = 500

/** Returns whether a read shows exactly what another one of the same address did. */
const isSameResponse = (one: HistoryExchange, other: HistoryExchange): boolean =>
  [one, other].every(({ method, status, isWhole }) => method === 'GET' && status === 200 && isWhole) &&
  one.text === other.text &&
  ['content-type', 'etag'].every((name) => one.responseHeaders[name] === other.responseHeaders[name])

/** Rules on a response by itself, whatever was answered before. */
const ON_ONE_RESPONSE: readonly RuleGroup[] = [
  onDescribed(ANY, [], judgeResponse),
  onDescribed(/^inquiries\.list$/, ['success', 'answer'], judgeInquiryPage),
  onDescribed(/^operators\.list$/, ['success', 'answer'], judgeOperators),
  onDescribed(ANY, ['success'], judgeInquiries),
  { needs: ['success'], judge: judgeOwnLinks },
  onDescribed(ANY, [], observeOptions),
  { needs: ['read', 'success'], judge: judgeStranger },
]

/** Returns the rules on a history, in the order in which they judge an exchange. */
const groupsOf = (publications: PublicationRules): readonly RuleGroup[] => {
  const [bodies, packages, amounts] = [new AcceptedBodies(), new PackageRules(), new AmountConsistency()]
  const [spelling, pages, writes] = [new ProblemSpelling(), new ListPages(), new OfferedWrites()]
  const [documents, messages] = [new DocumentRules(), new NotFoundMessages()]
  return [
    // A read during another client's write may show either.
    onDescribed(ANY, ['quiet'], (judgement, seen) => seen.facts.observe(judgement, seen)),
    onDescribed(/^operators\.edit$/, ['success'], (_, seen) => publications.loosen(seen)),
    onDescribed(OF_PUBLICATION, [], (judgement, seen) => publications.judge(judgement, seen)),
    onDescribed(OF_PUBLICATION, [], (judgement, seen) => bodies.judge(judgement, seen)),
    onDescribed(/^agencies\.products$/, ['success', 'quiet'], (judgement, seen) =>
      packages.judge(judgement, seen, publications),
    ),
    onDescribed(ANY, [], judgeInvalidRequest),
    onDescribed(/^publications\.amend$/, [], (judgement, seen) => amounts.judge(judgement, seen)),
    onDescribed(ANY, [], (judgement) => spelling.judge(judgement)),
    onDescribed(ANY, ['read'], (judgement, seen) => messages.judge(judgement, seen)),
    {
      needs: ['read', 'quiet', ...RULES['lists/each-publication-once'].needs],
      forget: () => pages.forget(),
      judge: (judgement, seen) => {
        if (seen) return
        judgeListedPublications(judgement, (id) => publications.findCreated(id))
        pages.judge(judgement, publications.created)
      },
    },
    { needs: [], judge: judgeInquiryWrite },
    { needs: ['quiet', 'deliberate'], judge: (judgement) => writes.judge(judgement) },
    { needs: ['read'], judge: (judgement) => publications.judgeAddress(judgement) },
    {
      needs: ['read', 'quiet'],
      forget: () => documents.forget(),
      judge: (judgement, seen) => documents.judge(judgement, seen),
    },
    {
      needs: ['read', 'success'],
      judge: ({ exchange }) => publications.catalogue.observe(exchange),
    },
    onDescribed(/\.best-match$/, ['read'], judgeBestMatch),
  ]
}

const vendorIn = ({ headers }: HistoryExchange): string | undefined =>
  /^application\/vnd\.([^.\s]+)\.(?:entry|ref)\+json$/.exec(
    (headers['accept'] ?? '').trim().toLowerCase(),
  )?.[1]
