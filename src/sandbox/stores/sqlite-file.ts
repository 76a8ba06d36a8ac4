import { errorMessage } from '../../lib/unknown-values.ts'
import { type RecordChange, type RecordFile, type RecordKey, StoreError } from './record-file.ts'

/** A synchronous SQLite database with transactions, as a Durable Object has one. */
export interface SqliteDatabase {
  readonly sql: {
    exec(
      query: string,
      ...bindings: (string | number | null)[]
    ): Iterable<Readonly<Record<string, string | number | null>>>
  }
  transactionSync<T>(change: () => T): T
}

/** Longest text of one row, in UTF-16 units: a row of the platform has at most 2 MB. */
const PIECE_LENGTH = 500_000

const TABLE =
  'CREATE TABLE records (key TEXT, piece INTEGER, text TEXT, PRIMARY KEY (key, piece)) WITHOUT ROWID'

/**
 * Keeps records in SQLite. The table is made with the first write: an object without writes costs nothing.
 */
export class SqliteFile implements RecordFile {
  readonly #database: SqliteDatabase
  #exists: boolean

  constructor(database: SqliteDatabase) {
    this.#database = database
    const [table] = database.sql.exec("SELECT name FROM sqlite_master WHERE name = 'records'")
    this.#exists = table !== undefined
  }

  get(key: RecordKey): string | undefined {
    if (!this.#exists) return undefined
    const pieces = [...this.#database.sql.exec('SELECT text FROM records WHERE key = ?', sqlKey(key))]
    return pieces.length === 0 ? undefined : pieces.map(({ text }) => text).join('')
  }

  range(prefix: RecordKey): readonly (readonly [RecordKey, string])[] {
    if (!this.#exists) return []
    const first = sqlKey(prefix)
    const rows = this.#database.sql.exec(
      'SELECT key, text FROM records WHERE key >= ? AND key < ? ORDER BY key, piece',
      first,
      `${first}\u{10ffff}`,
    )
    const texts = new Map<string, string>()
    for (const { key, text } of rows) texts.set(String(key), `${texts.get(String(key)) ?? ''}${text}`)
    return Array.from(texts, ([key, text]) => [recordKey(key), text] as const)
  }

  write(changes: readonly RecordChange[]): void {
    const { sql } = this.#database
    try {
      this.#database.transactionSync(() => {
        if (!this.#exists) sql.exec(TABLE)
        for (const { key, text } of changes) {
          const id = sqlKey(key)
          const pieces = text === null ? [] : piecesOf(text)
          for (const [piece, part] of pieces.entries())
            sql.exec('INSERT OR REPLACE INTO records (key, piece, text) VALUES (?, ?, ?)', id, piece, part)
          sql.exec('DELETE FROM records WHERE key = ? AND piece >= ?', id, pieces.length)
        }
      })
      this.#exists = true
    } catch (error) {
      const why = errorMessage(error)
      throw new StoreError(`The world could not be stored: ${why}. Nothing of this was stored.`, {
        cause: error,
      })
    }
  }

  close(): Promise<void> {
    return Promise.resolve()
  }
}

const piecesOf = (text: string): string[] => {
  if (text.length <= PIECE_LENGTH) return [text]
  const pieces: string[] = []
  for (let at = 0; at < text.length; ) {
    let end = Math.min(text.length, at + PIECE_LENGTH)
    // A pair of surrogates is one character of UTF-8.
    if (/[\ud800-\udbff]/.test(text.charAt(end - 1)) && end < text.length) end -= 1
    pieces.push(text.slice(at, end))
    at = end
  }
  return pieces
}

/** Ends each part, and cannot be inside one. */
const END = '\u0001'
const ESCAPE = '\u0002'

/** Writes a key as a text whose order is that of the keys: numbers before texts. */
const sqlKey = (key: RecordKey): string =>
  key
    .map((part) => (typeof part === 'number' ? `n${sortableNumber(part)}` : `s${escaped(part)}`) + END)
    .join('')

const recordKey = (text: string): RecordKey =>
  text
    .split(END)
    .slice(0, -1)
    .map((part) => (part.startsWith('n') ? numberOf(part.slice(1)) : unescaped(part.slice(1))))

// The three characters below are what would end a part, or what SQLite reads as the end of a text.
const escaped = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to replace.
  text.replaceAll(/[\u0000-\u0002]/g, (found) => ESCAPE + String.fromCharCode(found.charCodeAt(0) + 0x40))

const unescaped = (text: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: it stands before what was replaced.
  text.replaceAll(/\u0002([@AB])/g, (_, found: string) => String.fromCharCode(found.charCodeAt(0) - 0x40))

/** Writes a number so that texts have its order: the bits of a double, all turned where it is negative. */
const sortableNumber = (value: number): string => {
  const view = new DataView(new ArrayBuffer(8))
  view.setFloat64(0, value)
  const bits = view.getBigUint64(0)
  const ordered = value < 0 ? ~bits & ALL_BITS : bits | SIGN_BIT
  return ordered.toString(16).padStart(16, '0')
}

const numberOf = (text: string): number => {
  const ordered = BigInt(`0x${text}`)
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, ordered & SIGN_BIT ? ordered & ~SIGN_BIT : ~ordered & ALL_BITS)
  return view.getFloat64(0)
}

const SIGN_BIT = 1n << 63n
const ALL_BITS = (1n << 64n) - 1n
