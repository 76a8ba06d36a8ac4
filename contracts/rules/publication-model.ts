import type * as z from 'zod'
import { limits } from '../../src/api/wire/limits.ts'
import { linkObjectsIn } from '../../src/kit/target/links.ts'
import { foldedWords } from '../../src/lib/text/folded-text.ts'
import { sameInAnyCase } from '../../src/lib/text/same-in-any-case.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { opaqueTag } from '../support/entity-tags.ts'
import { canonicalJson, comparable, FULL_MEMBERS } from '../support/publication-forms.ts'
import { PublicationShape } from '../support/response-shapes.ts'
import type { AgencyFacts } from './agency-facts.ts'
import type { RequestedForm } from './described-request.ts'
import { type Expectation, isBlank, type Members } from './expectations.ts'
import type { Judgement } from './judgement.ts'
import { type HistoryExchange, isDone, isRemoved, tagOf } from './recorded-exchange.ts'

/**
 * State of a publication. `gone`: it was refused or never created; `unknown`: the history does not show it.
 */
export type PublicationState = 'active' | 'suspended' | 'archived' | 'gone' | 'unknown'

/** Milliseconds after which a service has downloaded photos, if it does. */
const COPYING_MS = 5_000

/** The form of a representation. */
type ShownForm = Exclude<RequestedForm, 'any'>

/** Returns the form of a publication that a response shows; undefined when it shows none. */
const shownForm = (json: unknown): ShownForm | undefined => {
  const members = membersOf(json)
  if (typeof members['ExternalId'] !== 'string') return undefined
  // A ref may have further members, and the full form is a publication even without its link to inquiries.
  const isRef = 'etag' in members && 'href' in members && 'title' in members
  if ('Consultas' in members || ('Precio' in members && !isRef)) return 'full'
  return 'etag' in members ? 'ref' : undefined
}

/**
 * Knowledge about one publication from a history: the allowed values of its members, its state, its entity
 * tags. A write of unknown outcome reduces it; it never exceeds what the responses show.
 */
export class PublicationModel {
  readonly key: string
  readonly adminMail: string
  readonly facts: AgencyFacts
  /** True when the history creates it, so that no other client writes to it. */
  isCreated = false
  /** True while it may hold a place of the package or not, after a write of unknown outcome. */
  isLost = false
  state: PublicationState = 'unknown'
  /** Members as last shown, or as a write certainly left them. */
  shown: Members = {}
  /** Allowed values of members since the last write. */
  expected = new Map<string, Expectation>()
  /** The tag of each form since the last write. */
  readonly tags = new Map<ShownForm, string>()
  /** Tags of previous representations. */
  readonly previous = new Set<string>()
  /** Tags that a second suspension may have kept, of forms that its response does not show. */
  readonly kept = new Set<string>()
  /** Members by full tag: one tag identifies one representation. */
  readonly #byTag = new Map<string, { members: string; exchange: HistoryExchange }>()
  /** True until reads agree about photos that were seen to change. */
  #isUnsettled = false
  #sentPhotosMs = 0
  /** Whether photos were sent, and are shown as the response to that write showed them. */
  #hasFirstPhotos = false
  #firstPhotos: string | undefined
  /** The tags before the last write, when it may have changed nothing. */
  #before: { tags: Map<ShownForm, string>; shown: Members; exchange: HistoryExchange } | undefined
  last: HistoryExchange | undefined
  /** Whether a write was refused since the publication was last shown. */
  isRefused = false

  constructor(key: string, adminMail: string, facts: AgencyFacts) {
    this.key = key
    this.adminMail = adminMail
    this.facts = facts
  }

  /** Forgets everything that a write of unknown outcome may have changed. */
  forget(): void {
    this.isLost ||= this.isCreated
    this.shown = {}
    this.expected = new Map()
    this.tags.clear()
    this.state = 'unknown'
    this.isCreated = false
    this.#before = undefined
  }

  /** Drops knowledge that another client's write can change, if there are other clients. */
  #release(): void {
    if (this.isCreated) return
    this.expected = new Map()
    this.state = 'unknown'
  }

  /** Records that it may have been created, or created again. */
  lose(): void {
    this.isLost = true
    this.previous.clear()
    this.#byTag.clear()
  }

  /** Begins a new lifecycle of the publication. */
  restart(): void {
    this.forget()
    this.lose()
    this.isLost = false
    this.isCreated = true
  }

  /**
   * Applies an accepted write: its effects are what the next representation must show. `isAgain`: it
   * suspends what is suspended.
   */
  write(
    expected: Map<string, Expectation>,
    state: PublicationState,
    exchange: HistoryExchange,
    isAgain = false,
  ): void {
    this.#before = { tags: new Map(this.tags), shown: this.shown, exchange }
    this.kept.clear()
    for (const tag of this.tags.values()) (isAgain ? this.kept : this.previous).add(tag)
    this.tags.clear()
    this.expected = expected
    this.shown = {}
    this.state = state
  }

  /** Records that a write sent photos, which the service may download later (PUB-17). */
  sentPhotos(count: number, { endMs }: HistoryExchange): void {
    this.#isUnsettled = count > 0
    this.#hasFirstPhotos = count > 0
    this.#firstPhotos = undefined
    this.#sentPhotosMs = endMs
  }

  /** Returns whether a response shows, for the first time, other photos than that to the write of them. */
  #isCopied(shown: unknown, rule: string): boolean {
    if (!this.#hasFirstPhotos) return false
    const photos = comparable('Fotos', shown)
    this.#firstPhotos ??= photos
    if (photos === this.#firstPhotos) return false
    this.#hasFirstPhotos = false
    // A full edit without photos may remove them.
    return rule !== 'edit'
  }

  /** Returns whether the service may still download photos that were sent, and change what it shows. */
  get isSettling(): boolean {
    return this.#isUnsettled || (this.#hasFirstPhotos && !this.facts.keepsPhotos)
  }

  /** Returns whether it certainly exists, and can be edited. */
  get isLive(): boolean {
    return this.state === 'active' || this.state === 'suspended'
  }

  /** Returns whether the entity tags of the present representation are certainly known. */
  get isTagKnown(): boolean {
    return this.isCreated && this.tags.has('full')
  }

  /** Drops what operators may have changed: a publication without its own shows their phone and address. */
  loosen(): void {
    const { Telefono: _, Locacion: __, ...shown } = this.shown
    this.shown = shown
    this.expected.delete('Telefono')
    this.expected.delete('Locacion')
    this.#byTag.clear()
  }

  /** Judges the representation in a response, if it has one, then keeps it as the latest one. */
  observe(judgement: Judgement, rule: string): void {
    const form = shownForm(judgement.exchange.json)
    if (form !== undefined) this.#observeForm(judgement, form, rule)
    this.#release()
  }

  #observeForm(judgement: Judgement, form: ShownForm, rule: string): void {
    const { exchange } = judgement
    const isCopied = form === 'full' && this.#isCopied(membersOf(exchange.json)['Fotos'], rule)
    this.#isUnsettled ||= isCopied
    this.facts.copiesPhotosLater ||= isCopied
    // Only its full form shows whether photos were replaced.
    const wasSettling = form === 'full' ? this.#isUnsettled : this.isSettling
    if (form === 'full') this.#observeFull(judgement, membersOf(exchange.json), rule)
    else this.#observeRef(judgement, membersOf(exchange.json), rule)
    if (!wasSettling) this.#judgeKept(judgement, form, rule)
    this.#observeTag(judgement, form)
    this.last = exchange
    this.isRefused = false
  }

  #observeFull(judgement: Judgement, members: Members, rule: string): void {
    const isWritten = this.#before !== undefined && Object.keys(this.shown).length === 0
    if (this.expected.size > 0) judgement.exercise(`publication/${rule}`)
    // A value of another type is one finding, which teaches nothing about later ones.
    const shapes: Readonly<Record<string, z.ZodType>> = PublicationShape.shape
    const isOfType = (name: string) =>
      !judgement.isMisshapen || shapes[name]?.safeParse(members[name]).success !== false
    for (const [member, expectation] of this.expected) {
      if (!isOfType(member)) continue
      if (expectation.holds(members[member], members) || (this.isSettling && member === 'Fotos')) continue
      judgement.report({
        rule: `publication/${rule} ${member}`,
        because: this.#grounds(expectation.because),
        expected: `${member} ${expectation.label}`,
        got: `${member} ${comparable(member, members[member])}`,
        since: this.last,
      })
    }
    this.#judgeState(judgement, members, rule)
    const { Vin } = members
    judgement.expect(typeof Vin !== 'string' || Vin === '' || Vin.length === limits.vin.length, {
      rule: 'publication/a-vin-has-its-length',
      because: ['PUB-05'],
      expected: `Vin of ${limits.vin.length} characters`,
      got: Vin,
    })
    const { Region } = membersOf(members['Locacion'])
    judgement.expect(typeof Region !== 'string' || !/^(https?:.*|.*\/v3\/.*)$/i.test(Region), {
      rule: 'publication/a-region-has-its-name',
      because: ['COM-08'],
      expected: 'the name of a region in Locacion',
      got: Region,
    })
    this.#judgeInquiries(judgement, members)
    if (isWritten) this.#judgeResets(judgement, members)
    const because = isWritten ? ['PUB-33', 'COM-10'] : ['PUB-33', 'PUB-20']
    if (this.#hasFirstPhotos && judgement.exchange.startMs > this.#sentPhotosMs + COPYING_MS)
      this.facts.keepsPhotos = true
    if (this.#isUnsettled && !isWritten) {
      const isSame = comparable('Fotos', this.shown['Fotos']) === comparable('Fotos', members['Fotos'])
      // Photos may be replaced one after another, each once.
      const { Fotos } = members
      const isPartial =
        Array.isArray(Fotos) &&
        Fotos.length > 1 &&
        Fotos.some((photo) => this.#firstPhotos?.includes(JSON.stringify(photo)))
      this.#isUnsettled = this.facts.copiesPhotosLater ? this.#hasFirstPhotos || isPartial : !isSame
    }
    const before = this.shown
    this.shown = Object.fromEntries(
      FULL_MEMBERS.map((name) => [name, isOfType(name) ? members[name] : before[name]]),
    )
    const texts = comparables(members)
    for (const name of FULL_MEMBERS) {
      if (name === 'EstadoActual' || !isOfType(name)) continue
      const holds = (_: unknown, shown: Members) => comparables(shown)[name] === texts[name]
      this.expected.set(name, { holds, label: `${texts[name]} as before`, because })
    }
  }

  /** Returns the basis of a difference: a refused write and a write to an archived one change nothing. */
  #grounds(because: readonly string[]): readonly string[] {
    return [
      ...(this.state === 'archived' ? ['PUB-31'] : []),
      ...(this.isRefused ? ['PUB-34'] : []),
      ...because,
    ]
  }

  /** A full edit that resets absent members makes a publication active when Activa is absent (PUB-22). */
  #judgeResets(judgement: Judgement, members: Members): void {
    const before = this.#before
    if (before?.exchange.method !== 'PUT') return
    const sent = before.exchange.body.kind === 'text' ? membersOf(before.exchange.body.json) : {}
    for (const name of ['Adelanto', 'Cuota'])
      if (sent[name] === null && !isBlank(before.shown[name])) this.#judgeNull(judgement, name, members)
    this.#judgeDefault(judgement, sent, members)
    if (this.state !== 'unknown') return
    if ('Activa' in sent || before.shown['EstadoActual'] !== members['EstadoActual']) return
    judgement.exercise('publication/put-without-activa-reactivates')
    const isReset = ['RefStock', 'Descripcion', 'Color', 'Precio'].some(
      (name) => !(name in sent) && !isBlank(before.shown[name]) && isBlank(members[name]),
    )
    const word = String(members['EstadoActual'])
    if (isReset && word !== this.facts.stateWords.active && this.facts.hasPlace)
      judgement.report({
        rule: 'publication/put-without-activa-reactivates',
        because: ['PUB-22', 'PUB-21'],
        expected: 'an active publication, because Activa is true when it is absent',
        got: `EstadoActual ${word}`,
      })
  }

  /** Absent members may be kept or reset, but an absent `Activa` always means the same (PUB-22). */
  #judgeDefault(judgement: Judgement, sent: Members, members: Members): void {
    const { facts } = this
    const { active } = facts.stateWords
    const was = this.#before?.shown['EstadoActual']
    const word = members['EstadoActual']
    if ('Activa' in sent || !facts.hasPlace || typeof word !== 'string') return
    if (was === undefined || was !== facts.stateWords.suspended || active === undefined) return
    const isActive = word === active
    facts.activatesByDefault ??= isActive
    judgement.expect(facts.activatesByDefault === isActive, {
      rule: 'publication/put-without-activa-is-consistent',
      because: ['PUB-22', 'publications/put-absent'],
      expected: `EstadoActual ${isActive ? was : active}, as after another full edit without Activa`,
      got: `EstadoActual ${word}`,
    })
  }

  /** A link to inquiries with another `externalid` leads to those of another publication. */
  #judgeInquiries(judgement: Judgement, { Consultas, ExternalId }: Members): void {
    for (const { href } of linkObjectsIn(Consultas)) {
      // What a template leaves open is not part of the id, and a plus sign may stand for itself.
      const [path = '', query = ''] = href.replace(/\{.*/, '').split('?')
      const ids = [query, query.replaceAll('+', '%2B')].map((one) =>
        new URLSearchParams(one).get('externalid'),
      )
      if (ids.includes(null) || !path.includes('/v3/consultas/')) continue
      judgement.expect(
        ids.some((id) => sameInAnyCase(id, ExternalId)),
        {
          rule: 'publication/consultas-are-its-own',
          because: ['PUB-38', 'INQ-05'],
          expected: `externalid=${encodeURIComponent(String(ExternalId))}`,
          got: href,
        },
      )
    }
  }

  /** The effect of a null amount is open, but it is the same for every amount. */
  #judgeNull(judgement: Judgement, name: string, members: Members): void {
    const { facts } = this
    const isCleared = isBlank(members[name])
    facts.clearsNullAmounts ??= isCleared
    judgement.expect(facts.clearsNullAmounts === isCleared, {
      rule: `publication/edit-treats-null-consistently ${name}`,
      because: ['PUB-21', 'COM-07', 'publications/put-absent'],
      expected: `${name} ${facts.clearsNullAmounts ? 'null' : 'kept'}, as another amount that was sent as null`,
      got: `${name} ${comparable(name, members[name])}`,
    })
  }

  #observeRef(judgement: Judgement, members: Members, rule: string): void {
    this.#judgeState(judgement, members, rule)
    const { etag, title } = members
    const tag = tagOf(judgement.exchange)
    if (tag !== undefined && typeof etag === 'string') {
      const own = [tag, ...this.tags.values()].map(opaqueTag)
      const previous = [...this.previous].map(opaqueTag)
      // Each form may have its own tag, and which of them the member holds is open. A previous tag may
      // come again with its content, where forms were seen to differ.
      const isNew = !previous.includes(opaqueTag(etag))
      const mayBeFull = !this.isTagKnown && (isNew || this.facts.hasTagPerForm)
      judgement.expect(own.includes(opaqueTag(etag)) || mayBeFull, {
        rule: 'publication/ref-etag',
        because: ['PUB-02', 'PUB-33'],
        expected: `etag ${tag}`,
        got: `etag ${etag}`,
      })
      if (opaqueTag(etag) === opaqueTag(tag))
        judgement.observe('publications/ref-etag-form', etag === tag ? 'header-value' : 'opaque-part')
    }
    const missing = isRemoved([title, this.shown]) ? undefined : missingWord(title, this.shown, this.facts)
    judgement.expect(missing === undefined, {
      rule: 'publication/ref-title',
      because: ['PUB-02', 'COM-06'],
      expected: `${missing} in the title`,
      got: `title ${title}`,
    })
  }

  /**
   * Judges `EstadoActual` against the state, and learns its literals (PUB-36, `publications/state-literals`).
   */
  #judgeState(judgement: Judgement, members: Members, rule: string): void {
    const word = members['EstadoActual']
    if (typeof word !== 'string' || word === '' || isRemoved(word)) return
    const words = this.facts.stateWords
    if (this.state === 'unknown') this.state = stateNamed(words, word)
    else if (this.state !== 'gone') {
      const expected = otherWord(words, this.state, word)
      if (expected === undefined) words[this.state] = word
      else
        judgement.report({
          rule: `publication/${rule} EstadoActual`,
          because: this.#grounds([...becauseOf(rule), 'PUB-36']),
          expected: `EstadoActual ${expected}`,
          got: `EstadoActual ${word}`,
          since: this.last,
        })
    }
    const { active, suspended, archived } = words
    if (active === undefined || suspended === undefined || archived === undefined) return
    const literals = [active, suspended, archived].join()
    const isDefault = literals === 'Activa,Suspendida,Archivada'
    judgement.observe(
      'publications/state-literals',
      isDefault ? 'activa-suspendida-archivada' : `words:${literals}`,
    )
  }

  /** The tag of a form stays what it is until the publication changes (PUB-33). */
  #judgeKept(judgement: Judgement, form: ShownForm, rule: string): void {
    const { exchange } = judgement
    const tag = tagOf(exchange)
    const known = this.tags.get(form)
    if (tag === undefined || known === undefined || known === tag) return
    // A write that succeeds and changes nothing may give a new tag (`publications/etag-unchanged-write`).
    if (isDone(exchange) && exchange.method !== 'GET' && !this.facts.keepsUnchangedTag) return
    judgement.report({
      rule: `publication/${rule} ETag`,
      because: this.#grounds(['PUB-33']),
      expected: `ETag ${known}, because nothing changed`,
      got: `ETag ${tag}`,
      since: this.last,
    })
  }

  #observeTag(judgement: Judgement, form: ShownForm): void {
    const { exchange } = judgement
    const tag = tagOf(exchange)
    if (tag === undefined) return
    const known = this.tags.get(form)
    if (known !== undefined && known !== tag) {
      this.previous.add(known)
      // The other form may have another one too.
      this.tags.clear()
    }
    if (form === 'full') this.#judgeTagOfMembers(judgement, tag)
    const before = this.#before
    if (before && known === undefined) {
      judgement.observe('publications/etag-strength', tag.startsWith('W/') ? 'weak' : 'strong')
      const same = before.tags.get(form)
      if (
        same !== undefined &&
        form === 'full' &&
        canonicalJson(before.shown) === canonicalJson(this.shown)
      ) {
        this.facts.keepsUnchangedTag ??= same === tag
        judgement.observe('publications/etag-unchanged-write', same === tag ? 'same' : 'new')
      }
    }
    this.previous.delete(tag)
    this.tags.set(form, tag)
    const { full = tag, ref = full } = Object.fromEntries(this.tags)
    this.facts.hasTagPerForm ||= opaqueTag(full) !== opaqueTag(ref)
  }

  #judgeTagOfMembers(judgement: Judgement, tag: string): void {
    const { exchange } = judgement
    const members = JSON.stringify(comparables(membersOf(exchange.json)))
    const first = this.#byTag.get(tag)
    if (first !== undefined) judgement.exercise('publication/one-tag-one-representation')
    if (first === undefined) this.#byTag.set(tag, { members, exchange })
    else if (first.members !== members) {
      const [was, is] = [first.members, members].map((text) => membersOf(JSON.parse(text)))
      const name = FULL_MEMBERS.find((one) => was?.[one] !== is?.[one])
      judgement.report({
        rule: `publication/one-tag-one-representation ${name}`,
        because: ['PUB-33'],
        expected: `another ETag than for ${name} ${was?.[name ?? '']}`,
        got: `ETag ${tag} for ${name} ${is?.[name ?? '']}`,
        since: first.exchange,
      })
      this.#byTag.set(tag, { members, exchange })
    }
  }
}

const texts = new WeakMap<Members, Readonly<Record<string, string>>>()

/** Returns the members of a representation as they are compared. */
const comparables = (shown: Members): Readonly<Record<string, string>> => {
  const known =
    texts.get(shown) ?? Object.fromEntries(FULL_MEMBERS.map((name) => [name, comparable(name, shown[name])]))
  texts.set(shown, known)
  return known
}

const BECAUSE: Readonly<Record<string, readonly string[]>> = {
  create: ['PUB-06'],
  edit: ['PUB-37', 'PUB-22'],
  amend: ['PUB-28', 'PUB-37'],
  suspend: ['PUB-29'],
  archive: ['PUB-30', 'PUB-31'],
}

const becauseOf = (rule: string): readonly string[] => BECAUSE[rule] ?? ['PUB-33', 'PUB-34']

/** Returns a word that a title lacks: of brand, model and trim, or a year (COM-06). */
const missingWord = (title: unknown, shown: Members, { catalogue }: AgencyFacts): string | undefined => {
  if (!('Marca' in shown)) return undefined
  const words = foldedWords(title)
  const missing = ['Marca', 'Modelo', 'Version']
    .flatMap((name) => foldedWords(shown[name]))
    .find((word) => !words.includes(word))
  // A version of the catalogue may have its own year.
  const isOwnYear = catalogue.isUnlisted(shown)
  const year = isOwnYear && !isBlank(shown['VersionYear']) ? String(shown['VersionYear']) : undefined
  if (year !== undefined && missing === undefined && !words.includes(year)) return year
  const hasYear = words.some((word) => /^(19|20)\d\d$/.test(word))
  return missing ?? (hasYear || isBlank(shown['VersionYear']) ? undefined : 'the year')
}

/** Returns the state that a word names for certain. */
const stateNamed = (words: AgencyFacts['stateWords'], word: string): PublicationState => {
  if (word === (words.active ?? 'Activa')) return 'active'
  return word === words.suspended && word !== words.archived ? 'suspended' : 'unknown'
}

/** Returns the word that a state must have instead of `word`; undefined when it may have that one. */
const otherWord = (
  words: AgencyFacts['stateWords'],
  state: keyof AgencyFacts['stateWords'],
  word: string,
): string | undefined => {
  // The description shows `Activa`; those of the other states may be equal.
  const isActive = state === 'active'
  const known = words[state] ?? (isActive && word.toLowerCase() === 'activa' ? 'Activa' : undefined)
  const taken = isActive ? [words.suspended, words.archived] : ['Activa', words.active]
  if (known !== undefined) return known === word ? undefined : known
  return taken.includes(word) ? `of a publication that is ${state}` : undefined
}
