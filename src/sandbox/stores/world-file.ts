import { createGunzip, createGzip } from 'node:zlib'
import * as z from 'zod'
import type { ChannelMembers } from '../../api/wire/channels.ts'
import { serverLimits } from '../../api/wire/limits.ts'
import { mapSteps, type Steps, sortSteps } from '../../lib/collections/steps.ts'
import { redactUrls } from '../../lib/redaction/redact-urls.ts'
import { isSecretName } from '../../lib/redaction/secret-names.ts'
import { nextTurn } from '../../lib/runtime/next-turn.ts'
import { PartCompressor } from '../../lib/runtime/part-compressor.ts'
import { isGzipped } from '../../lib/text/gzip-magic.ts'
import { JsonExcess, parseJsonSteps } from '../../lib/text/json-steps.ts'
import { piecesOf, textReplacer } from '../../lib/text/text-replacer.ts'
import { errorMessage } from '../../lib/unknown-values.ts'
import { parseSteps } from '../../lib/validation/parse-steps.ts'
import { agencyHooks } from '../../model/world/agency.ts'
import { type World, type WorldClock, worldTimeMs } from '../../model/world/world.ts'
import { ExchangeView } from '../journal/exchange-schemas.ts'
import { exchangeView } from '../journal/exchange-view.ts'
import type { JournalEntry } from '../journal/journal-entry.ts'
import type { Redactor } from '../journal/redactor.ts'
import { inSlices, SLICE_MS } from '../scenarios/in-slices.ts'
import { compareKeys, MemoryFile } from './memory-file.ts'
import { type RecordChange, StoreError, withChecksum } from './record-file.ts'
import type { StorableWorld } from './store-batch.ts'
import { digestOf, openStoredBase, type StoredBase } from './stored-base.ts'
import { restoredExchange, type StoredExchange, storedExchange } from './stored-exchange.ts'
import { requireWhole, TimeMs } from './whole-world.ts'
import { WorldStore } from './world-store.ts'

/** A world as it is saved: with its journal. */
export interface SavableWorld extends StorableWorld {
  readonly journal: readonly JournalEntry[]
}

/**
 * What the file says, as JSON compressed with gzip. The texts are judged when the world is built from them.
 */
const Content = z.object({
  playa: z.literal('world'),
  format: z.number(),
  release: z.string().max(100),
  name: z.string().max(100),
  /** Wall time of the moment, in milliseconds since the epoch: a running clock goes on from it. */
  savedMs: TimeMs,
  secrets: z.enum(['redacted', 'included']),
  records: z.array(z.tuple([z.array(z.union([z.string(), z.number()])).readonly(), z.string()]).readonly()),
  journal: z.array(z.object({ n: z.int().positive(), text: z.string() })),
})
type WorldFileContent = z.infer<typeof Content>
type WorldFileHead = Omit<WorldFileContent, 'records' | 'journal'>

/** A world that was read from a file. */
export interface OpenedWorldFile {
  readonly name: string
  readonly stored: Omit<StorableWorld, 'name'>
  readonly journal: readonly JournalEntry[]
}

const FILE_FORMAT = 1

/**
 * Serializes a world as one file, in parts, each on demand: its value with clock, faults, deliveries
 * and start, its snapshots and its journal. Secrets that were configured or come with the scenario's own file
 * become stand-ins, unless `withSecrets`.
 */
export async function* writeWorldFile(
  world: SavableWorld,
  { release, wallMs, withSecrets }: { release: string; wallMs: number; withSecrets: boolean },
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const { name, start, journal } = world
  const hide = withSecrets ? (text: string) => text : standInsFor(world)
  const head: WorldFileHead = {
    playa: 'world',
    format: FILE_FORMAT,
    release,
    name,
    savedMs: wallMs,
    secrets: withSecrets ? 'included' : 'redacted',
  }
  const records = new WorldStore(new MemoryFile(), release).recordsOf(world)
  const base = await hiddenBase(await inSlices(firstOf(records)), hide)
  yield* gzippedInSlices(
    jsonTexts(head, hiddenRecords(base, records, hide), hiddenEntries(journal, start, hide)),
  )
}

type FileRecord = WorldFileContent['records'][number]

/** Returns the record of a base; one in which secrets became stand-ins gets its own digest. */
const hiddenBase = async (
  record: RecordChange | undefined,
  hide: (text: string) => string,
): Promise<FileRecord> => {
  if (!record?.text) throw new Error('the records of a world begin with its base')
  const hidden = hide(record.text)
  return [record.key, hidden === record.text ? hidden : await withNewDigest(hidden)]
}

/** Returns the first record that is made, in steps. */
function* firstOf(records: Iterator<RecordChange | undefined, void>): Steps<RecordChange | undefined> {
  for (;;) {
    const { value, done } = records.next()
    if (value ?? done) return value ?? undefined
    yield
  }
}

function* hiddenRecords(
  base: FileRecord,
  others: Iterable<RecordChange | undefined>,
  hide: (text: string) => string,
): Generator<FileRecord | undefined> {
  yield base
  for (const record of others)
    yield record && record.text !== null ? [record.key, hide(record.text)] : undefined
}

function* hiddenEntries(
  entries: readonly JournalEntry[],
  start: World,
  hide: (text: string) => string,
): Generator<WorldFileContent['journal'][number]> {
  for (const entry of entries) yield { n: entry.n, text: hide(JSON.stringify(storedExchange(entry, start))) }
}

/**
 * Writes the content as JSON, one item after the other: the whole of it is never in memory. Nothing is
 * written where a step made nothing.
 */
function* jsonTexts(
  head: WorldFileHead,
  records: Iterable<FileRecord | undefined>,
  journal: Iterable<WorldFileContent['journal'][number]>,
): Generator<string> {
  yield JSON.stringify(head).slice(0, -1)
  for (const [name, items] of [
    ['records', records],
    ['journal', journal],
  ] as const) {
    yield `,"${name}":[`
    let separator = ''
    for (const item of items) {
      yield item ? separator + JSON.stringify(item) : ''
      if (item) separator = ','
    }
    yield ']'
  }
  yield '}'
}

/**
 * Reads a world file. Throws a `StoreError` of one sentence for a file that is damaged, of another kind or of
 * a later format.
 */
export const readWorldFile = async (
  bytes: Uint8Array,
  { release, wallMs }: { release: string; wallMs: number },
): Promise<OpenedWorldFile> => {
  const content = await contentOf(bytes)
  try {
    return await openContent(content, { release, wallMs })
  } catch (error) {
    const why = errorMessage(error)
    throw new StoreError(`The world of the file cannot be opened: ${why}`, { cause: error })
  }
}

const contentOf = async (bytes: Uint8Array): Promise<WorldFileContent> => {
  if (!isGzipped(bytes)) throw new StoreError(FOREIGN)
  const json = await unpacked(bytes, serverLimits.worldFileBytes.value).catch((error: unknown) => {
    throw new StoreError(
      error instanceof UnpackedTooLarge
        ? `The world file unpacks to more than ${serverLimits.worldFileBytes.value / 1024 / 1024} MiB: delete records or snapshots, and save the world again.`
        : 'The world file is damaged: it cannot be unpacked. Save the world again, or copy the file as binary.',
      { cause: error },
    )
  })
  const content = await inSlices(parsedSteps(json, serverLimits.worldFileValues.value))
  const head = Content.pick({ playa: true, format: true, release: true }).safeParse(content)
  if (!head.success) throw new StoreError(FOREIGN)
  const { format, release } = head.data
  if (format !== FILE_FORMAT)
    throw new StoreError(
      `The world file has format ${format}, written by release ${release}; this release reads ` +
        `format ${FILE_FORMAT}. Open it with that release or a later one.`,
    )
  const file = await inSlices(parseSteps(Content, content))
  if (!file.success)
    throw new StoreError('The world file is damaged: parts of it are missing. Save the world again.')
  return file.data
}

const FOREIGN =
  'This is not a world file: expected one that playa world save NAME -o FILE.playa, or ' +
  'GET /_playa/worlds/{world}/file, wrote.'

/** Parses the content, in steps; undefined for what is not JSON. */
function* parsedSteps(json: Uint8Array, values: number): Steps<unknown> {
  try {
    return yield* parseJsonSteps(json, { values, members: MAX_MEMBERS, text: Number.POSITIVE_INFINITY })
  } catch (error) {
    if (error instanceof JsonExcess)
      throw new StoreError(
        `The world file has more than ${serverLimits.worldFileValues.value} values: delete records or snapshots, and save the world again.`,
      )
    return undefined
  }
}

/** Members of one object: a file has lists of records. */
const MAX_MEMBERS = 1_000

const openContent = async (
  { name, records, journal, savedMs }: WorldFileContent,
  { release, wallMs }: { readonly release: string; readonly wallMs: number },
): Promise<OpenedWorldFile> => {
  const file = new MemoryFile()
  await inSlices(written(records, file))
  const store = new WorldStore(file, release)
  const stored = await store.load(name)
  if (!stored) throw new Error(`it has no world named ${name}.`)
  for (const value of [
    stored.start,
    stored.world,
    ...Array.from(stored.snapshots.values(), (kept) => kept.world),
  ])
    await requireWhole(value)
  const entries = await inSlices(restoredEntries(journal, stored.start))
  const world = { ...stored.world, clock: resumed(stored.world.clock, savedMs, wallMs) }
  return { name, stored: { ...stored, world, lastUseMs: wallMs }, journal: entries }
}

/** Writes the records of a file in the order of their keys, so that none has to be sorted when it is read. */
function* written(records: WorldFileContent['records'], file: MemoryFile): Steps<void> {
  const sorted = yield* sortSteps(([a], [b]) => compareKeys(a, b), records)
  yield* mapSteps(sorted, ([key, text]) => file.write([{ key, text: withChecksum(key, text) }]))
}

/**
 * Restores the exchanges of a file and shows each once, since one that is not whole would fail when it is
 * asked for.
 */
function* restoredEntries(
  journal: WorldFileContent['journal'],
  start: World,
): Generator<void, JournalEntry[]> {
  const entries: JournalEntry[] = []
  for (const { n, text } of journal) {
    // It was written by `storedExchange`, or is refused below.
    const entry = { ...restoredExchange(JSON.parse(text) as StoredExchange, start), n }
    const isNext = n === (entries.at(-1)?.n ?? n - 1) + 1 && n > 0
    const numbers = [entry.wallMs, entry.atMs, entry.tookMs, entry.request.body.size]
    if (
      !isNext ||
      !numbers.every(Number.isFinite) ||
      !ExchangeView.safeParse(exchangeView(entry, AS_IT_IS)).success
    )
      throw new Error(`its exchange ${n} is not whole.`)
    entries.push(entry)
    yield
  }
  return entries
}

/** Shows texts with their secrets: what is shown is only judged. */
const AS_IT_IS: Redactor = { text: (text) => text, value: (value) => value }

/** Continues the clock from the moment of saving, so that later tasks still become due. */
const resumed = (clock: WorldClock, savedMs: number, wallMs: number): WorldClock =>
  clock.running ? { ...clock, atMs: worldTimeMs(clock, savedMs), wallMs } : clock

/** A scenario whose secrets were replaced has another hash of its rows. */
const withNewDigest = async (text: string): Promise<string> => {
  // The text is a base as this store wrote it.
  const stored = JSON.parse(text) as StoredBase
  const { base } = await openStoredBase(stored, stored.release)
  return JSON.stringify({ ...stored, digest: await inSlices(digestOf(base)) })
}

/** Returns a function that replaces the world's secrets in JSON texts, each by its own stand-in. */
const standInsFor = ({
  origin,
  start,
  world,
  snapshots,
  journal,
}: SavableWorld): ((text: string) => string) => {
  const kept = Array.from(snapshots.values(), (snapshot) => snapshot.world)
  // An exchange shows the configuration of its moment, which may have been replaced since.
  const moments = [start, world, ...kept, ...journal.flatMap(({ before, after }) => [before, after])]
  const hooks = [
    ...[...new Set(moments.map(({ webhooks }) => webhooks))].flatMap((table) => [...table]),
    ...[...new Set(moments.map(({ agencies }) => agencies))].flatMap(agencyHooks),
  ]
  const secrets = new Set(hooks.flatMap(secretsOf))
  // The apps of a shipped scenario are in the package, and the world would not open without them.
  if (!('shipped' in origin.reference))
    for (const { key, secret } of start.setting.apps) for (const text of [key, secret]) secrets.add(text)
  const callbacks = new Set(hooks.flatMap(({ Callback }) => Callback ?? []))
  const withoutUrls = jsonReplacer([...callbacks].map((url) => [url, redactUrls(url)]))
  const withoutSecrets = jsonReplacer(
    [...secrets]
      .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
      .map((secret, i) => [secret, `redacted-secret-${i + 1}`]),
  )
  return (text) => withoutSecrets(withoutUrls(text))
}

/** Returns a function that replaces texts in JSON. */
const jsonReplacer = (pairs: readonly (readonly [string, string])[]): ((json: string) => string) =>
  textReplacer(
    new Map(
      pairs.flatMap(([from, to]) =>
        piecesOf(from).map((piece, i) => [inJson(piece), i === 0 ? inJson(to) : '']),
      ),
    ),
  )

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** Shorter ones are ordinary words. */
const MIN_SECRET_LENGTH = 6

const secretsOf = ({
  Secret,
  HeaderCustom01,
  HeaderCustom02,
  HeaderCustom03,
}: Partial<ChannelMembers>): string[] => [
  ...(Secret ? [Secret] : []),
  ...[HeaderCustom01, HeaderCustom02, HeaderCustom03].flatMap((header) =>
    header && isSecretName(header.Name) ? [header.Value] : [],
  ),
]

/** Thrown for what unpacks to more than it may. */
class UnpackedTooLarge extends Error {}

const PART_BYTES = 64 * 1024

/**
 * Unpacks what gzip has compressed. Node's `gunzip` joins all parts in one turn of the event loop, which
 * takes 50 ms for 40 MB; here they are joined in slices. Throws an `UnpackedTooLarge`, or zlib's error.
 */
export const unpacked = async (bytes: Uint8Array, limitBytes: number): Promise<Uint8Array> => {
  const parts: Uint8Array[] = []
  let length = 0
  const stream = createGunzip({ chunkSize: PART_BYTES })
  stream.end(bytes)
  // The types know no kind of its parts, which are bytes.
  for await (const part of stream as AsyncIterable<Uint8Array>) {
    parts.push(part)
    length += part.length
    if (length > limitBytes) throw new UnpackedTooLarge(`more than ${limitBytes} bytes`)
  }
  return inSlices(joinedSteps(parts, length))
}

/** Joins parts, in steps; each is forgotten once it is copied. */
function* joinedSteps(parts: Uint8Array[], length: number): Steps<Uint8Array> {
  const whole = new Uint8Array(length)
  let at = 0
  for (const [index, part] of parts.entries()) {
    whole.set(part, at)
    at += part.length
    parts[index] = EMPTY
    yield
  }
  return whole
}

const EMPTY = new Uint8Array()

/** Characters that are compressed together. */
const PART_LENGTH = 64 * 1024

/**
 * Compresses texts as they are made and as the result is asked for, in slices of about 4 ms between which
 * other work gets its turn. Only a part of them is in memory at a time.
 */
export async function* gzippedInSlices(
  texts: Iterable<string>,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void> {
  const compressor = new PartCompressor(createGzip())
  try {
    await nextTurn()
    let part = ''
    let sliceStartMs = performance.now()
    for (const text of texts) {
      part += text
      if (part.length >= PART_LENGTH) {
        await compressor.add(part)
        part = ''
        yield* compressor.take()
      } else if (performance.now() - sliceStartMs < SLICE_MS) continue
      await nextTurn()
      sliceStartMs = performance.now()
    }
    await compressor.add(part)
    yield await compressor.end()
  } finally {
    compressor.close()
  }
}
