import { REQUEST_BODIES } from '../../src/api/wire/request-bodies.ts'
import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { Violation } from '../../src/kit/runner/violation.ts'
import { blamedMembers } from '../../src/kit/sample/sample-publication.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { resolveHref } from '../../src/kit/target/target.ts'
import { withCapital } from '../../src/lib/text/capitalized.ts'
import { decodedUri } from '../../src/lib/text/decoded-uri.ts'
import { foldedWords } from '../../src/lib/text/folded-text.ts'
import { isUrl } from '../../src/lib/text/url.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { amountFor } from '../support/amounts.ts'
import { canonicalJson } from '../support/canonical-json.ts'
import { showsTag } from '../support/entity-tags.ts'
import { mediaTypeOf } from '../support/problem-body.ts'
import {
  assertSameMembers,
  comparable,
  FULL_MEMBERS,
  hasOtherPhotos,
  memberDifferences,
  REF_MEMBERS,
} from '../support/publication-forms.ts'
import { etagIn } from '../support/publication-writes.ts'
import {
  areShown,
  isAccepted,
  type PublicationReads,
  type WriteName,
  type WriteStep,
} from './publication-steps.ts'
import type { WriteTrace } from './trace-recorder.ts'
import { writeTrace } from './write-traces.ts'

/**
 * Relations between a write and the reads around it. Each is applied to every write of the run's traces, in
 * every form: a relation is a row of `RELATIONS`, a write a row of `WRITES`, and each pair is a clause.
 */

interface WriteRow {
  readonly statement: string
  /** The write as the subject of a sentence. */
  readonly phrase: string
}

const WRITES: Readonly<Record<WriteName, WriteRow>> = {
  create: { statement: 'PUB-01', phrase: 'a create' },
  put: { statement: 'PUB-21', phrase: 'a full edit' },
  patch: { statement: 'PUB-28', phrase: 'a partial edit' },
  suspender: { statement: 'PUB-29', phrase: 'PATCH .../suspender' },
  archivar: { statement: 'PUB-30', phrase: 'PATCH .../archivar' },
}

interface WriteRelation {
  /** Part of the id, after the write. */
  readonly slug: string
  readonly statements: readonly string[]
  sentence(phrase: string): string
  /** Default: all writes. */
  readonly writes?: readonly WriteName[]
  /** Judges one recorded write, or the whole trace. */
  judgeStep?(t: ClauseContext, step: WriteStep): void | Promise<void>
  judgeTrace?(t: ClauseContext, trace: WriteTrace): void
}

const EDITS: readonly WriteName[] = ['put', 'patch', 'suspender', 'archivar']

/** Members that may change after the create was answered: photos may be copied later. */
const unsettled = (t: ClauseContext, { write }: WriteStep): readonly string[] =>
  write === 'create' ? (t.session.changesLater ? ['Fotos', 'etag'] : ['Fotos']) : []

const accepted =
  (judge: (t: ClauseContext, step: WriteStep) => void) =>
  (t: ClauseContext, step: WriteStep): void => {
    if (isAccepted(step) && areShown(step.after)) judge(t, step)
  }

const RELATIONS: readonly WriteRelation[] = [
  {
    slug: 'answers-what-is-read-next',
    statements: ['PUB-02', 'COM-10'],
    sentence: (phrase) =>
      `The response to ${phrase} equals the next read in that media type, member by member`,
    judgeStep: accepted((t, step) => {
      const names = (step.form.isRef ? REF_MEMBERS : FULL_MEMBERS).filter(
        (name) => !unsettled(t, step).includes(name),
      )
      const type = mediaTypeOf(step.answer)
      t.assert(/[/+]json$/.test(type), 'a JSON media type', type || 'no Content-Type', step.answer)
      const why = `as the next read with Accept ${step.form.accept} shows`
      assertSameMembers(t, names, { expected: step.after.asWritten, got: step.answer, why })
    }),
  },
  {
    slug: 'answers-the-tag-of-reads',
    statements: ['PUB-33', 'ERR-10'],
    sentence: (phrase) => `The response to ${phrase} has the ETag of the next read`,
    judgeStep: accepted((t, step) => {
      const { answer, after } = step
      if (unsettled(t, step).includes('etag')) return
      const [expected, got] = [t.header(after.asWritten, 'ETag'), t.header(answer, 'ETag')]
      t.assert(got === expected, `the ETag ${expected} of the next read`, got, answer)
    }),
  },
  {
    slug: 'shows-one-publication-in-every-form',
    statements: ['COM-10', 'PUB-02'],
    sentence: (phrase) =>
      `After ${phrase} every media type shows the same publication, and a ref its ETag and address`,
    judgeStep: async (t, { after }) => {
      judgeForms(t, after)
      await judgeAddress(t, after)
    },
  },
  {
    slug: 'changes-the-tag-with-the-publication',
    statements: ['PUB-33'],
    sentence: (phrase) =>
      `${withCapital(phrase)} changes the ETag if a member differs afterwards, and only then`,
    writes: EDITS,
    judgeStep: judgeTag,
    judgeTrace: judgeTags,
  },
  {
    slug: 'changes-what-was-sent',
    statements: ['COM-14'],
    sentence: (phrase) => `Reads show the members that ${phrase} sent`,
    judgeTrace: (t, trace) => {
      for (const step of trace.steps) if (isAccepted(step)) judgeChanges(t, step, trace)
    },
  },
  {
    slug: 'changes-nothing-else',
    statements: ['PUB-33', 'PUB-27'],
    sentence: (phrase) => `${withCapital(phrase)} changes no member but those that it sends`,
    writes: EDITS,
    judgeStep: judgeOthers,
  },
  {
    slug: 'refused-changes-nothing',
    statements: ['PUB-34'],
    sentence: (phrase) => `${withCapital(phrase)} that is refused changes neither members nor ETag`,
    judgeStep: judgeRefusal,
  },
  {
    slug: 'makes-the-former-tag-stale',
    statements: ['PUB-34'],
    sentence: (phrase) => `After ${phrase} a write with the previous ETag is refused with 412`,
    writes: ['put', 'patch', 'suspender'],
    judgeStep: (t, { isWithFormerTag, answer }) => {
      // A service that judges bodies first may find that the price does not fit the other amounts.
      if (isWithFormerTag && blamedMembers(answer).length === 0) t.status(answer, 412)
    },
  },
  {
    slug: 'shows-in-conditional-reads',
    statements: ['PUB-20', 'ERR-10'],
    sentence: (phrase) =>
      `After ${phrase} a conditional read returns 304 for the new ETag, and 200 for the previous one`,
    writes: EDITS,
    judgeStep: (t, { conditional }) => {
      if (!conditional) return
      t.status(conditional.current, 304)
      if (conditional.former) t.status(conditional.former, 200)
    },
  },
  {
    slug: 'leaves-other-publications',
    statements: ['PUB-33', 'PUB-35'],
    sentence: (phrase) => `${withCapital(phrase)} changes neither members nor ETag of another publication`,
    judgeTrace: (t, { bystander: { before, after } }) => {
      const isCopied = hasOtherPhotos(before, after)
      assertSameMembers(
        t,
        FULL_MEMBERS.filter((name) => !isCopied || name !== 'Fotos'),
        { expected: before, got: after, why: 'as before writes to another one' },
      )
      if (isCopied) return
      const [expected, got] = [etagIn(before), etagIn(after)]
      t.assert(got === expected, `the ETag ${expected} as before writes to another one`, got, after)
    },
  },
]

function judgeForms(t: ClauseContext, { full, ref, asWritten }: PublicationReads): void {
  if (full.response.status !== 200 || ref.response.status !== 200) return
  const isRef = asWritten === ref
  const { _links: links } = membersOf(full.json)
  t.assert(typeof links === 'object' && links !== null, '_links of the publication', links, full)
  if (!isRef)
    assertSameMembers(t, FULL_MEMBERS, { expected: full, got: asWritten, why: 'as application/json shows' })
  assertSameMembers(t, ['ExternalId', 'EstadoActual'], {
    expected: full,
    got: ref,
    why: 'as the full form shows',
  })
  judgeTitle(t, full, ref)
  const { etag } = membersOf(ref.json)
  const tags = [etagIn(full), etagIn(ref)]
  t.assert(showsTag(etag, tags), `etag ${tags[1]}`, `etag ${etag}`, ref)
}

/** The `href` of a ref reads the publication, in every state (COM-06). */
async function judgeAddress(t: ClauseContext, { full, ref }: PublicationReads): Promise<void> {
  const { href } = membersOf(ref.json)
  if (full.response.status !== 200 || ref.response.status !== 200 || typeof href !== 'string') return
  const { url } = full.request
  const pathOf = (one: string) => decodedUri(new URL(one, url).pathname).toLowerCase()
  // The form of an href is open (`common/href-form`).
  if ([href, resolveHref(t.target, href)].some((one) => isUrl(one, url) && pathOf(one) === pathOf(url)))
    return
  const led = await t.get(href, { accept: t.types.json })
  t.status(led, 200)
  assertSameMembers(t, ['ExternalId'], { expected: full, got: led, why: 'behind the href of its ref' })
}

/** A title has brand, model, trim and year, in any order and spelling (COM-06). */
function judgeTitle(t: ClauseContext, full: Exchange, ref: Exchange): void {
  const { Marca, Modelo, Version } = membersOf(full.json)
  const { title } = membersOf(ref.json)
  const words = foldedWords(title)
  const missing = [Marca, Modelo, Version].flatMap(foldedWords).find((word) => !words.includes(word))
  t.assert(missing === undefined, `${missing} of brand, model or trim in the title`, title, ref)
  // It may be the year of the version or of the registration.
  t.assert(
    words.some((word) => /^(19|20)\d\d$/.test(word)),
    'a year in the title',
    title,
    ref,
  )
}

function judgeTag(t: ClauseContext, step: WriteStep): void {
  const { before, after } = step
  if (!before || !areShown(before) || !areShown(after)) return
  const differences = memberDifferences(FULL_MEMBERS, before.full.json, after.full.json)
  const [first, second] = [etagIn(before.full), etagIn(after.full)]
  if (differences.length > 0) {
    const names = differences.map(({ member }) => member).join(', ')
    for (const form of ['full', 'ref'] as const) {
      const [was, is] = [before[form], after[form]]
      if (was.response.status !== 200 || is.response.status !== 200) continue
      t.assert(etagIn(is) !== etagIn(was), `another ETag, because ${names} changed`, etagIn(is), is)
    }
  }
  // A successful write that changes nothing may give a new tag (`publications/etag-unchanged-write`).
  else if (!isAccepted(step)) t.assert(second === first, `the ETag ${first} as before`, second, after.full)
}

/** Equal tags mean equal publications (PUB-33). */
function judgeTags(t: ClauseContext, { steps }: WriteTrace): void {
  const known = new Map<string, Exchange>()
  for (const full of steps.map(({ after }) => after.full)) {
    const key = `${full.request.url} ${etagIn(full)}`
    const expected = known.get(key) ?? full
    known.set(key, expected)
    if (etagIn(full) === '') continue
    assertSameMembers(t, FULL_MEMBERS, { expected, got: full, why: 'as before under that ETag' })
  }
}

/** Returns the result of a write: the next read, or its own response when reads are refused afterwards. */
const resultOf = ({ after, answer, form }: WriteStep): Exchange | undefined =>
  areShown(after) ? after.full : form.isRef ? undefined : answer

const isAmount = (member: string): boolean =>
  member !== 'Activa' && member in REQUEST_BODIES.PublicacionPartialEdit.members

function judgeChanges(t: ClauseContext, step: WriteStep, trace: WriteTrace): void {
  const result = resultOf(step)
  if (!result) return
  const shown = membersOf(result.json)
  const before = membersOf(step.before?.full.json)
  if (step.write === 'create') judgeAbsent(t, step.answer, result)
  const [{ before: first } = {}] = trace.steps.filter((one) => one.write !== 'create')
  for (const { member, shown: expected, parts = [] } of step.changes) {
    const got = shown[member]
    for (const part of parts) {
      const former = membersOf(before[member])[part]
      t.assert(membersOf(got)[part] !== former, `another ${part} than ${former}`, { [member]: got }, result)
    }
    if (isAmount(member))
      judgeAmount(t, member, {
        expected,
        got,
        result,
        // The price of a create is in the currency of the sample.
        first: first ? namedAmount(first.full.json, member) : member === 'Precio' ? undefined : shown.Precio,
      })
    else if (Array.isArray(expected)) judgeItems(t, { member, sent: expected, got, result })
    else if (expected === undefined) {
      const differs = comparable(member, got) !== comparable(member, before[member])
      t.assert(differs, `another ${member} than ${comparable(member, before[member])}`, 'the same', result)
    } else
      t.assert(
        // An empty text counts as absent, and may be shown as null.
        withUnixLines(expected === '' ? (got ?? '') : got) === expected,
        `${member} ${expected}, as sent`,
        { [member]: got },
        result,
      )
  }
}

/**
 * A service may show copies of photos or leave some out, and write equipment in its own form; but items shown
 * as sent keep their order, and no equipment is lost.
 */
function judgeItems(
  t: ClauseContext,
  { member, sent, got, result }: { member: string; sent: readonly unknown[]; got: unknown; result: Exchange },
): void {
  const shown = Array.isArray(got) ? got.map((one) => canonicalJson(one)) : []
  const wanted = sent.map((one) => canonicalJson(one))
  const expected = `${member} ${wanted.join(', ')}, as sent`
  if (member !== 'Fotos') t.assert(shown.length === wanted.length, expected, got, result)
  if (!shown.every((item) => wanted.includes(item))) return
  const places = shown.map((item) => wanted.indexOf(item))
  const isInOrder = places.every((place, i) => i === 0 || place > (places[i - 1] ?? 0))
  t.assert(isInOrder, expected, got, result)
}

/** An amount that a create leaves out is absent (PUB-01). */
function judgeAbsent(t: ClauseContext, { request }: Exchange, result: Exchange): void {
  const sent = membersOf(JSON.parse(request.body ?? '{}'))
  for (const member of Object.keys(REQUEST_BODIES.PublicacionPartialEdit.members).filter(isAmount)) {
    const shown = membersOf(result.json)[member]
    const isNone = (sent[member] ?? null) !== null || (shown ?? null) === null
    t.assert(isNone, `no ${member}, because none was sent`, { [member]: shown }, result)
  }
}

/** The description does not define line endings. */
const withUnixLines = (value: unknown): unknown =>
  typeof value === 'string' ? value.replace(/\r\n/g, '\n') : value

/** Returns the amount that shows the service's name of the currency: of the member, else of the price. */
const namedAmount = (json: unknown, member: string): unknown =>
  membersOf(json)[member] ?? membersOf(json).Precio

/** How a service names a currency is open (`common/currency`), but two currencies have different names. */
function judgeAmount(
  t: ClauseContext,
  member: string,
  { expected, got, first, result }: { expected: unknown; got: unknown; first: unknown; result: Exchange },
): void {
  const [sent, shown, known] = [membersOf(expected), membersOf(got), membersOf(first)]
  // The treatment of an unknown currency is open (`common/valor-members`).
  const isGuessed = t.session.searches.otherCurrency === undefined && sent.Moneda !== amountFor(t, 0).Moneda
  if (isGuessed && got === null) return
  t.assert(
    shown.Importe === sent.Importe,
    `${member}.Importe ${sent.Importe}, as sent`,
    { [member]: got },
    result,
  )
  if (typeof known.Moneda !== 'string') return
  const isKnown = shown.Moneda === known.Moneda
  const isHome = sent.Moneda === amountFor(t, 0).Moneda
  const wanted = isHome ? known.Moneda : `the name of ${sent.Moneda}`
  t.assert(isKnown === isHome, `${member}.Moneda ${wanted}`, { [member]: got }, result)
}

function judgeOthers(t: ClauseContext, step: WriteStep): void {
  const result = resultOf(step)
  if (!step.before || !areShown(step.before) || !isAccepted(step) || !result) return
  const free = [...step.changes.map(({ member }) => member), ...step.mayChange]
  const names = FULL_MEMBERS.filter((name) => !free.includes(name))
  const changed = step.changes.map(({ member }) => member).join(', ')
  const why = `as before a write of ${changed || 'nothing that it shows'}`
  assertSameMembers(t, names, { expected: step.before.full, got: result, why })
}

function judgeRefusal(t: ClauseContext, step: WriteStep): void {
  const { before, after, answer } = step
  if (!before || isAccepted(step) || !areShown(before)) return
  if (!areShown(after))
    throw new Violation('the publication as before', `${after.full.response.status}`, after.full)
  const why = `as before the refusal (${answer.response.status})`
  assertSameMembers(t, FULL_MEMBERS, { expected: before.full, got: after.full, why })
  assertSameMembers(t, REF_MEMBERS, { expected: before.ref, got: after.ref, why })
  const [expected, got] = [etagIn(before.full), etagIn(after.full)]
  t.assert(got === expected, `the ETag ${expected} ${why}`, got, after.full)
}

/** Returns whether photos that a write did not change differ in the responses around it. */
const areReplaced = ({ before, answer, after, changes }: WriteStep): boolean => {
  const shown = [before?.full, answer, after.full].filter(
    (one) => one !== undefined && Array.isArray(membersOf(one.json).Fotos),
  )
  const [first] = shown
  const isSent = changes.some(({ member }) => member === 'Fotos')
  return !isSent && shown.some((one) => first && one && hasOtherPhotos(first, one))
}

/** Returns whether some publication was read twice, with other photos and without a write between. */
const replacesPhotosLater = (exchanges: readonly Exchange[]): boolean => {
  const last = new Map<string, Exchange>()
  return exchanges.some((exchange) => {
    const { method, url, headers } = exchange.request
    const [, id = ''] = /\/v3\/publicaciones\/[^/]+\/([^/?]+)/.exec(url) ?? []
    const isRead = method === 'GET' && Array.isArray(membersOf(exchange.json).Fotos)
    const former = isRead ? last.get(id) : undefined
    if (isRead) last.set(id, exchange)
    else if (method !== 'GET') last.delete(id)
    const isSameForm = former?.request.headers['Accept'] === headers['Accept']
    return former !== undefined && isSameForm && hasOtherPhotos(former, exchange)
  })
}

/** Clauses on the relations between writes and reads of a publication. */
export const writeRelationClauses: readonly Clause[] = RELATIONS.flatMap((relation) =>
  (relation.writes ?? (Object.keys(WRITES) as WriteName[])) // its keys are the names of the writes
    .map((write) => {
      const { statement, phrase } = WRITES[write]
      return clause({
        id: `relations/${write}-${relation.slug}`,
        rule: `relations/{write}-${relation.slug}`,
        statements: [...new Set([statement, ...relation.statements])],
        title: relation.sentence(phrase),
        leaves: 'archived',
        needs: write === 'suspender' ? ['write', 'place'] : ['write'],
        check: async (t) => {
          const trace = await writeTrace(t, write)
          const recorded = trace.steps.filter((step) => step.write === write)
          if (recorded.length === 0) t.skip(`no ${write} was recorded`)
          const isLate = replacesPhotosLater(t.session.exchanges)
          const steps = recorded.filter((step) => !isLate || !areReplaced(step))
          if (steps.length === 0) t.skip('the service replaced photos meanwhile')
          for (const step of steps) await relation.judgeStep?.(t, step)
          relation.judgeTrace?.(t, { ...trace, steps })
        },
      })
    }),
)
