import { createHash } from 'node:crypto'
import { appendFileSync, lstatSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import * as z from 'zod'
import type { AgencyOptions } from '../../checks/check/check.ts'
import { KeptLine } from '../../checks/import/kept-documents.ts'
import { isSecretHeader } from '../../checks/reports/report-redactor.ts'
import { InvalidOptionsError } from '../../kit/target/invalid-options-error.ts'
import { DAY_MS } from '../../lib/calendar/date-time.ts'
import { reasonOf, UsageError } from '../support/errors.ts'

/** Names the format in the first line of the file. */
const FORMAT = 'playa import'
/** Rises when an older Playa would misread a file. */
const VERSION = 1
/** Number of days after which much of the read data has changed. */
const MAX_DAYS = 7
const MODE = 0o600

const Header = z.object({
  format: z.literal(FORMAT),
  version: z.literal(VERSION),
  service: z.string(),
  agency: z.string(),
  headers: z.string(),
  begun: z.iso.datetime(),
  profile: z.record(z.string(), z.string()),
})
type Header = z.infer<typeof Header>

/** State that an interrupted import left. */
export interface InterruptedImport {
  /** When it began, in ISO 8601. */
  readonly begun: string
  /** The profile that it learned. */
  readonly profile: Readonly<Record<string, string>>
  readonly lines: readonly KeptLine[]
}

/** The file next to the output with the documents that an import has read, one JSON object a line. */
export class ResumeFile {
  readonly path: string
  readonly #options: AgencyOptions
  #isFull = false

  constructor(output: string, options: AgencyOptions) {
    this.path = `${output}.resume`
    this.#options = options
  }

  /**
   * Returns what an earlier import left; undefined when there is none, or when it is to be forgotten. Throws
   * a `UsageError` for a file that this import cannot resume from.
   */
  left(isRestart: boolean): InterruptedImport | undefined {
    const found = lstatSync(this.path, { throwIfNoEntry: false })
    if (!found) return undefined
    if (!found.isFile()) throw this.#foreign()
    const text = readFileSync(this.path, 'utf8')
    if (text === '') return undefined
    if (!text.startsWith(`{"format":"${FORMAT}"`)) throw this.#foreign()
    if (isRestart) return undefined
    // A process that was killed may have written half a line, and no line is needed.
    const lines = text
      .slice(0, text.lastIndexOf('\n') + 1)
      .split('\n')
      .slice(0, -1)
    const header = this.#header(lines[0] ?? '')
    return {
      begun: header.begun,
      profile: header.profile,
      lines: lines.slice(1).map((line, at) => this.#line(line, at + 2)),
    }
  }

  /** Starts or continues the file. Throws an `InvalidOptionsError` when it cannot be written. */
  begin(profile: Readonly<Record<string, string>>, earlier: InterruptedImport | undefined): void {
    const { agency } = this.#options
    const service = serviceOf(this.#options)
    const begun = earlier?.begun ?? new Date().toISOString()
    const header: Header = {
      format: FORMAT,
      version: VERSION,
      service,
      agency,
      headers: headersCheck(this.#options),
      begun,
      profile,
    }
    const lines = [header, ...(earlier?.lines ?? [])].map((line) => `${JSON.stringify(line)}\n`)
    try {
      // Renamed, so that a process that is killed here loses nothing.
      const beside = `${this.path}.${process.pid}.tmp`
      rmSync(beside, { force: true })
      writeFileSync(beside, lines.join(''), { mode: MODE, flag: 'wx' })
      renameSync(beside, this.path)
    } catch (error) {
      throw new InvalidOptionsError(`-o ${this.path} cannot be written: ${reasonOf(error)}`)
    }
  }

  /** Adds a line; if the disk is full, prints that once and continues without. */
  readonly append = (line: KeptLine): void => {
    if (this.#isFull) return
    try {
      appendFileSync(this.path, `${JSON.stringify(line)}\n`)
    } catch (error) {
      this.#isFull = true
      console.error(`${this.path} cannot be written: ${reasonOf(error)}. No more of what is read is kept.`)
    }
  }

  /** Removes the file. */
  remove(): void {
    rmSync(this.path, { force: true })
  }

  #header(line: string): Header {
    const json = jsonOf(line)
    const version = z.object({ version: z.int() }).safeParse(json).data?.version
    if (version !== undefined && version !== VERSION)
      throw this.#refusal(
        `is of another version of Playa: its format is ${version}, and this one reads ${VERSION}`,
      )
    const header = Header.safeParse(json).data
    if (!header) throw this.#refusal('is damaged in line 1')
    const { agency } = this.#options
    const service = serviceOf(this.#options)
    if (header.service !== service)
      throw this.#refusal(`holds an import from ${header.service}, not from ${service}`)
    if (header.agency !== agency) throw this.#refusal(`holds an import of ${header.agency}, not of ${agency}`)
    if (header.headers !== headersCheck(this.#options))
      throw this.#refusal('holds an import with another --auth or other --header values')
    const days = Math.floor((Date.now() - Date.parse(header.begun)) / DAY_MS)
    if (days >= MAX_DAYS) throw this.#refusal(`is ${days} days old, and the service may have changed since`)
    return header
  }

  #line(line: string, number: number): KeptLine {
    const read = KeptLine.safeParse(jsonOf(line)).data
    if (!read) throw this.#refusal(`is damaged in line ${number}`)
    return read
  }

  #refusal(sentence: string): UsageError {
    return new UsageError(`${this.path} ${sentence}. To read all again, add --restart`)
  }

  #foreign(): UsageError {
    return new UsageError(
      `${this.path} is not a file of playa import, which keeps there what it has read: move it away, or give another -o`,
    )
  }
}

/** Returns the URL of the service, without a password that may be in it. */
const serviceOf = ({ url }: AgencyOptions): string => {
  const { origin, pathname } = new URL(url)
  return origin + pathname.replace(/\/$/, '')
}

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Returns a digest of what decides which agency's data an app sees, without secrets: a token may change from
 * one day to the next.
 */
const headersCheck = ({ auth, headers = {} }: AgencyOptions): string => {
  const open = Object.entries(headers).filter(([name]) => !isSecretHeader(name))
  return createHash('sha256')
    .update(JSON.stringify([auth?.kind ?? 'none', open.sort()]))
    .digest('hex')
    .slice(0, 16)
}
