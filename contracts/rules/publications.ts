import { UNEDITABLE } from '../../src/api/wire/publication-members.ts'
import { ownAddress } from '../../src/kit/target/links.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { opaqueTag } from '../support/entity-tags.ts'
import { AgencyFacts } from './agency-facts.ts'
import { CatalogueFacts } from './catalogue-facts.ts'
import { type DescribedRequest, hrefOf, modelKey } from './described-request.ts'
import { type Expectation, isBlank, type Members } from './expectations.ts'
import type { Completeness, Judgement } from './judgement.ts'
import { PublicationModel, type PublicationState } from './publication-model.ts'
import { amendedMembers, createdMembers, editedMembers, steppedMembers } from './publication-writes.ts'
import { type HistoryExchange, isDone, isRefused, isRemoved, sentObject, tagOf } from './recorded-exchange.ts'
import type { SeenRequest } from './seen-request.ts'

/** Rules on publications over a history: reads show writes, tags follow both, states follow transitions. */

/** Statuses with which a service refuses a write for its own reasons. */
const REFUSALS = [400, 403, 409]

/** What names an agency. */
type AgencyRequest = Pick<DescribedRequest, 'base' | 'parameters'>

const agencyKey = ({ base, parameters }: AgencyRequest): string =>
  `${base} ${(parameters['adminmail'] ?? '').toLowerCase()}`

/** The publications of every service and agency in a history. */
export class PublicationRules {
  readonly #models = new Map<string, PublicationModel>()
  readonly #facts = new Map<string, AgencyFacts>()
  /** Addresses that responses name for a publication, by its key. */
  readonly #addresses = new Map<string, string>()
  readonly #completeness: Completeness
  readonly catalogue = new CatalogueFacts()

  constructor(completeness: Completeness) {
    this.#completeness = completeness
  }

  /** Returns the known facts about an agency. */
  factsOf(request: AgencyRequest): AgencyFacts {
    const key = agencyKey(request)
    const known = this.#facts.get(key) ?? new AgencyFacts(this.#completeness, this.catalogue)
    this.#facts.set(key, known)
    return known
  }

  /** Every publication that the history created. */
  get created(): readonly PublicationModel[] {
    return [...this.#models.values()].filter(({ isCreated }) => isCreated)
  }

  /** Returns every publication of an agency that the history created. */
  createdIn(request: AgencyRequest): readonly PublicationModel[] {
    return this.created.filter(({ key }) => key.startsWith(`${agencyKey(request)} `))
  }

  /** Returns whether some publication may or may not hold a place. */
  hasLost(request: AgencyRequest): boolean {
    const start = `${agencyKey(request)} `
    return [...this.#models.values()].some(({ isLost, key }) => isLost && key.startsWith(start))
  }

  /** Returns the only publication of the history with an id; undefined unless there is exactly one. */
  findCreated(externalId: string): PublicationModel | undefined {
    const found = this.created.filter(({ key }) => key.endsWith(` ${externalId.toLowerCase()}`))
    return found.length === 1 ? found[0] : undefined
  }

  /** Returns whether only its body can be the reason for refusing a write. */
  isBodyDecisive(judgement: Judgement, request: DescribedRequest): boolean {
    if (request.operation.id === 'publications.create') return true
    const { base, parameters } = request
    const model = this.#models.get(
      modelKey(base, parameters['adminmail'] ?? '', parameters['externalid'] ?? ''),
    )
    return model?.isLive === true && tagMatch(judgement, model) !== 'stale'
  }

  /** Drops knowledge about the publications of an agency whose operators were edited. */
  loosen(request: AgencyRequest): void {
    this.factsOf(request).operators = undefined
    for (const model of this.#models.values())
      if (model.key.startsWith(`${agencyKey(request)} `)) model.loosen()
  }

  /** Forgets every publication: a write whose address the recording lacks may concern any. */
  forgetAll(): void {
    for (const model of this.#models.values()) model.forget()
  }

  /** Judges an exchange with a publication and learns from it. */
  judge(judgement: Judgement, seen: SeenRequest): void {
    const { exchange, isQuiet } = judgement
    const { operation, base, parameters, facts } = seen
    const adminMail = parameters['adminmail'] ?? ''
    const sent = sentObject(exchange)
    const id = operation.id === 'publications.create' ? sent?.['ExternalId'] : parameters['externalid']
    if (typeof id !== 'string' || id === '' || isRemoved(id)) return
    const key = modelKey(base, adminMail, id)
    const model = this.#models.get(key) ?? new PublicationModel(key, adminMail, facts)
    this.#models.set(key, model)
    const isOutcomeKnown = isQuiet && exchange.status < 500 && ![0, 408].includes(exchange.status)
    if (!isOutcomeKnown) {
      if (exchange.method !== 'GET' || !isQuiet) model.forget()
      if (exchange.method !== 'GET') facts.free = undefined
      // It may have begun a new lifecycle, with tags of its own.
      if (operation.id === 'publications.create') model.lose()
      return
    }
    judgement.subject = model
    const write = { judgement, seen, model, sent }
    if (operation.id === 'publications.read') judgeRead(write)
    else if (operation.id === 'publications.create') this.#judgeCreate(write, id)
    else judgeWrite(write)
  }

  #judgeCreate(write: JudgedWrite, id: string): void {
    const { judgement, model, sent = {} } = write
    const { exchange } = judgement
    const isTaken = model.isLive
    if (isTaken) judgement.exercise('publication/one-id-one-publication')
    if (!isDone(exchange)) {
      if (isTaken || !isRefused(exchange)) return
      // A create whose order or outcome is unknown may have made it.
      if (model.state === 'unknown' && !model.isLost) model.state = 'gone'
      if (exchange.status === 409 && model.state === 'archived')
        judgement.observe('publications/external-id-reuse', '409')
      return
    }
    judgement.expect(!isTaken, {
      rule: 'publication/one-id-one-publication',
      because: ['PUB-35', 'PUB-03', 'PUB-01'],
      expected: `a refusal, because ${id} is in use`,
      got: `status ${exchange.status}`,
      since: model.last,
    })
    if (model.state === 'archived') judgement.observe('publications/external-id-reuse', '201')
    model.restart()
    model.isCreated = this.#completeness.isAlone
    const setting = { facts: model.facts, adminMail: model.adminMail, before: {} }
    const { Activa } = sent
    // A full package may make it suspended (`publications/package-exhausted`).
    const isActive = (Activa === true || isBlank(Activa)) && !model.facts.mayBeFull
    const state = Activa === false ? 'suspended' : isActive ? 'active' : 'unknown'
    model.write(withoutRemoved(createdMembers(sent, setting), sent), state, exchange)
    model.sentPhotos(Array.isArray(sent['Fotos']) ? sent['Fotos'].length : 0, exchange)
    model.observe(judgement, 'create')
    takePlace(model)
    admit(model, exchange)
    this.#noteAddresses(judgement, model)
  }

  /** Records which addresses lead to a publication: `Location` and `self` (PUB-01, COM-03). */
  #noteAddresses({ exchange }: Judgement, model: PublicationModel): void {
    const { location } = exchange.responseHeaders
    for (const address of [location, ownAddress(exchange.json)]) {
      const url = hrefOf(address, exchange)
      if (url !== undefined) this.#addresses.set(url, model.key)
    }
  }

  /** Judges the resource at the address of a publication. */
  judgeAddress(judgement: Judgement): void {
    const { exchange } = judgement
    const model = this.#models.get(this.#addresses.get(exchange.url) ?? '')
    if (!model?.isLive) return
    const id = String(membersOf(exchange.json)['ExternalId'] ?? '').toLowerCase()
    const isThere = exchange.status === 200 ? model.key.endsWith(` ${id}`) : exchange.status !== 404
    judgement.expect(isThere, {
      rule: 'publication/its-address-leads-to-it',
      because: ['PUB-01', 'COM-03', 'COM-12'],
      expected: `the publication ${model.key.split(' ').at(-1)}`,
      got: exchange.status === 200 ? `ExternalId ${id}` : `status ${exchange.status}`,
    })
  }
}

interface JudgedWrite {
  readonly judgement: Judgement
  readonly seen: SeenRequest
  readonly model: PublicationModel
  readonly sent: Members | undefined
}

/** Drops the expectations of members whose value the recording lacks. */
const withoutRemoved = (expected: Map<string, Expectation>, sent: Members): Map<string, Expectation> => {
  for (const [member, value] of Object.entries(sent)) if (isRemoved(value)) expected.delete(member)
  return expected
}

/** Counts a place that a write may have taken, until the package is read again. */
const takePlace = ({ facts, shown, state }: PublicationModel): void => {
  if (facts.free === undefined || state === 'archived' || state === 'gone') return
  const level = String(shown['Exposicion'] ?? '')
  for (const name of Object.keys(facts.free))
    if (!(level in facts.free) || name === level) facts.free[name] = (facts.free[name] ?? 0) - 1
}

/** Records a collaborator who was seen to be responsible. */
const admit = (model: PublicationModel, exchange: HistoryExchange): void => {
  const mail = membersOf(exchange.json)['OperadorResponsable']
  if (typeof mail === 'string') model.facts.admitted.add(mail.toLowerCase())
}

const judgeRead = ({ judgement, model }: JudgedWrite): void => {
  const { exchange } = judgement
  const { status } = exchange
  if (model.state === 'gone') judgement.exercise('publication/what-was-not-made-is-missing')
  if (model.isLive) judgement.exercise('publication/what-was-made-is-read')
  if (status === 304) {
    judgeNotModified(judgement, model)
    return
  }
  if (isDone(exchange)) {
    if (model.state === 'gone')
      judgement.report({
        rule: 'publication/what-was-not-made-is-missing',
        because: ['PUB-20', 'PUB-34'],
        expected: '404, because it was never created',
        got: `status ${status}`,
      })
    const asked = exchange.headers['if-none-match']
    const tag = tagOf(exchange)
    if (asked !== undefined && tag !== undefined)
      judgement.expect(weakTag(asked) !== weakTag(tag), {
        rule: 'publications/304-for-the-current-tag',
        because: ['PUB-20'],
        expected: '304',
        got: `status ${status} with ETag ${tag}`,
      })
    model.observe(judgement, 'read')
    return
  }
  const isMissing = status === 404 || status === 400 || status === 410
  if (model.isLive && isMissing)
    judgement.report({
      rule: 'publication/what-was-made-is-read',
      because: ['PUB-20', 'PUB-03', 'COM-13'],
      expected: '200, because it exists',
      got: `status ${status}`,
      since: model.last,
    })
  if (model.state === 'archived' && status === 404) judgement.observe('publications/read-archived', '404')
}

/** Returns a tag as `If-None-Match` compares it (RFC 9110, 8.8.3.2). */
const weakTag = (tag: string): string => tag.trim().replace(/^W\//, '')

const judgeNotModified = (judgement: Judgement, model: PublicationModel): void => {
  const asked = judgement.exchange.headers['if-none-match']
  if (asked === undefined || asked.includes(',') || asked.trim() === '*' || !model.isTagKnown) return
  const isCurrent = [...model.tags.values()].some((tag) => weakTag(tag) === weakTag(asked))
  judgement.expect(isCurrent, {
    rule: 'publications/304-only-for-the-current-tag',
    because: ['PUB-20', 'PUB-33'],
    expected: '200, because the tag is not the current one',
    got: 'status 304',
    since: model.last,
  })
}

/** How a conditional header relates to the known tags of a publication. */
type TagMatch = 'none' | 'current' | 'stale' | 'unknown'

const tagMatch = ({ precondition: asked }: Judgement, model: PublicationModel): TagMatch => {
  if (asked === undefined) return 'none'
  if (asked.trim() === '*' || isRemoved(asked) || asked.startsWith('W/')) return 'unknown'
  const current = [...model.tags.values()]
  // A tag may hold a comma, so a list is not split: a current tag inside it may count.
  if (current.includes(asked.trim())) return 'current'
  if (current.some((tag) => asked.includes(tag))) return 'unknown'
  // Without its quotes (`publications/unquoted-if-match`).
  if (current.some((tag) => opaqueTag(tag) === asked.trim())) return 'unknown'
  if (!model.isCreated || current.some((tag) => tag.startsWith('W/'))) return 'unknown'
  if (!model.facts.readsPrecondition) return 'unknown'
  if (model.kept.has(asked.trim())) return 'unknown'
  if (model.previous.has(asked.trim()) && current.length > 0) return 'stale'
  return model.isTagKnown && !asked.includes(',') ? 'stale' : 'unknown'
}

const STEP: Readonly<Record<string, string>> = {
  'publications.edit': 'edit',
  'publications.amend': 'amend',
  'publications.suspend': 'suspend',
  'publications.archive': 'archive',
}

const judgeWrite = (write: JudgedWrite): void => {
  const { judgement, seen, model } = write
  const { exchange } = judgement
  const match = tagMatch(judgement, model)
  const step = STEP[seen.operation.id] ?? 'edit'
  if (match === 'stale') judgement.exercise(`publication/${step}-with-a-stale-tag`)
  if (match === 'current') judgement.exercise(`publication/${step}-with-the-current-tag`)
  if (model.state === 'gone') judgement.exercise(`publication/${step}-of-what-was-not-made`)
  if (model.isLive) judgement.exercise(`publication/${step}-of-what-exists`)
  if (isDone(exchange)) {
    if (match === 'stale')
      judgement.report({
        rule: `publication/${step}-with-a-stale-tag`,
        because: ['PUB-34'],
        expected: '412, because the tag does not match',
        got: `status ${exchange.status}`,
        since: model.last,
      })
    acceptWrite(write, match)
    return
  }
  judgeRefusal(write, match)
}

/** Judges an accepted write and applies it. */
const acceptWrite = (write: JudgedWrite, match: TagMatch): void => {
  const { judgement, seen, model, sent } = write
  const { exchange } = judgement
  const step = STEP[seen.operation.id] ?? 'edit'
  if (model.state === 'gone')
    judgement.report({
      rule: `publication/${step}-of-what-was-not-made`,
      because: ['PUB-20', 'PUB-34'],
      expected: 'a refusal, because it was never created',
      got: `status ${exchange.status}`,
    })
  const isKnown = model.isCreated || match === 'current'
  const setting = { facts: model.facts, adminMail: model.adminMail, before: isKnown ? model.shown : {} }
  if (model.state === 'archived') {
    // A write to an archived publication changes nothing, whatever the response (PUB-31).
    model.observe(judgement, 'write-to-archived')
    return
  }
  if (step === 'archive') model.isLost = false
  const isAgain = step === 'suspend' && model.state === 'suspended'
  const isUnread = exchange.body.kind === 'unknown' || (exchange.body.kind === 'text' && sent === undefined)
  if (isUnread && (step === 'edit' || step === 'amend')) model.write(new Map(), 'unknown', exchange)
  else
    model.write(
      withoutRemoved(effectsOf(step, sent ?? {}, setting), sent ?? {}),
      nextState(step, sent ?? {}, model),
      exchange,
      isAgain,
    )
  // A write without photos does not end the download of those before it.
  if (Array.isArray(sent?.['Fotos'])) model.sentPhotos(sent['Fotos'].length, exchange)
  model.observe(judgement, step)
  if (step === 'edit' || (step === 'amend' && sent?.['Activa'] === true)) takePlace(model)
  if (isAgain) judgement.observe('publications/suspend-twice', '200')
  if (UNEDITABLE.some((name) => sent !== undefined && name in sent && name !== 'ExternalId'))
    judgement.observe('publications/uneditable-members', 'ignored')
  if (match === 'none') judgement.observe('publications/precondition-required', 'allowed')
}

const effectsOf = (
  step: string,
  sent: Members,
  setting: Parameters<typeof editedMembers>[1],
): Map<string, Expectation> => {
  if (step === 'edit') return editedMembers(sent, setting)
  if (step === 'amend') return amendedMembers(sent, setting)
  return steppedMembers(setting, [step === 'suspend' ? 'PUB-29' : 'PUB-30'])
}

/** Returns the state that an accepted write leads to. */
const nextState = (
  step: string,
  sent: Members,
  { state: previous, facts }: PublicationModel,
): PublicationState => {
  if (step === 'suspend') return 'suspended'
  if (step === 'archive') return 'archived'
  const { Activa } = sent
  if (Activa === false) return 'suspended'
  if (Activa === true) {
    if (previous === 'active') return 'active'
    // Without a free place it may stay suspended (`publications/package-exhausted`).
    return facts.hasPlace ? 'active' : 'unknown'
  }
  if (step === 'amend') return isBlank(Activa) ? previous : 'unknown'
  return previous === 'active' && isBlank(Activa) ? 'active' : 'unknown'
}

/** Judges a refused write, which changes nothing. */
const judgeRefusal = ({ judgement, seen, model, sent }: JudgedWrite, match: TagMatch): void => {
  const { exchange } = judgement
  const { status } = exchange
  model.isRefused = true
  const { operation, issues } = seen
  const step = STEP[operation.id] ?? 'edit'
  if (status === 428 && match === 'none') judgement.observe('publications/precondition-required', '428')
  if (model.state === 'archived' && REFUSALS.includes(status)) {
    if (step === 'amend' && sent !== undefined && 'Precio' in sent && (status === 409 || status === 403))
      judgement.observe('publications/write-to-archived', String(status))
    return
  }
  if (!model.isLive) return
  const report = (label: string, because: readonly string[], expected: string) =>
    judgement.report({
      rule: `publication/${step}-${label}`,
      because,
      expected,
      got: `status ${status}`,
      since: model.last,
    })
  const own = operation.statements.slice(0, 1)
  if (status === 412 && match === 'current' && !model.isSettling)
    report('with-the-current-tag', ['PUB-34', ...own], 'no 412, because the tag matches')
  if (status === 404 || status === 405 || status === 410)
    report('of-what-exists', [...own, 'PUB-03', 'COM-13'], 'no 404, because it exists')
  if (issues.length > 0) return
  // A body that the operation does not have may be refused (`common/unexpected-body`).
  const isBodyRight = operation.body === undefined ? exchange.body.kind === 'none' : sent !== undefined
  const isSure = isBodyRight && isSureToWork(step, sent, model)
  if (match === 'stale' && status === 409 && isSure)
    report('with-a-stale-tag-is-412', ['PUB-34'], '412, because the tag does not match')
  if (match !== 'stale' && isSure && (status === 409 || status === 400))
    report('is-accepted', own, '200, because nothing is wrong with it')
  if (status === 409 && step === 'suspend' && model.state === 'suspended')
    judgement.observe('publications/suspend-twice', '409')
}

/** Returns whether no option gives a reason to refuse a valid write. */
const isSureToWork = (step: string, sent: Members | undefined, model: PublicationModel): boolean => {
  if (step === 'archive') return true
  if (step !== 'amend' || sent === undefined) return false
  const isReactivation = Object.keys(sent).length === 1 && sent['Activa'] === true
  // An edit that changes nothing may be a conflict with the state.
  return isReactivation && model.state === 'suspended' && model.facts.hasPlaceAt(model.shown['Exposicion'])
}
