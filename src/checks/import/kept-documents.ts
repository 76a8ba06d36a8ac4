import { createHash } from 'node:crypto'
import * as z from 'zod'
import { decodedUri } from '../../lib/text/decoded-uri.ts'
import { jsonObjectOf } from '../../lib/unknown-values.ts'
import { harmlessDocument } from './harmless-documents.ts'
import type { PersonalKind, Scrubber } from './scrubber.ts'
import type { DocumentCache, ReadDocument } from './service-reader.ts'

type Document = Readonly<Record<string, unknown>>

/** One kept line: a document without people, or the places where its missing values are read again. */
export const KeptLine = z.union([
  z.strictObject({ url: z.string(), document: z.record(z.string(), z.unknown()) }),
  z.strictObject({ place: z.int(), url: z.string(), check: z.string() }),
])
export type KeptLine = z.infer<typeof KeptLine>

/** Options for keeping documents. */
export interface KeptSources {
  /** Lines of an import that was interrupted. */
  readonly lines: readonly KeptLine[]
  /** Mail of the agency. */
  readonly agency: string
  /** Knows the people that were read; generates none. */
  readonly people: Pick<Scrubber, 'note' | 'isPersonal'>
  readonly append: (line: KeptLine) => void
}

/** Marks a value that is read again: the number of its document, and the path of members to it. */
const PLACE = '$place'
/** Replaces a text of a person, which is always replaced by a generated one. */
const DRAWN = '$drawn'
const DRAWN_TEXT = 'persona@correo.example'
/** Minimum number of digits of a possible telephone number; a shorter number identifies no person. */
const MANY_DIGITS = /\d(?:[ ()./-]{0,3}\d){6}/

const KINDS: Readonly<Record<string, PersonalKind>> = {
  Nombre: 'name',
  Apellido: 'name',
  Email: 'mail',
  EmailsCCO: 'mail',
  OperadorResponsable: 'mail',
  ResponsableLeadsPostVenta: 'mail',
  Telefono: 'phone',
  Telefonos: 'phone',
  TelefonoLaboral: 'phone',
  WhatsApp: 'phone',
  DocIdentidad: 'document',
  Direccion: 'address',
  Comentario: 'text',
}

interface Place {
  readonly url: string
  readonly path: readonly (string | number)[]
}

/**
 * Keeps documents of an import for another run of it. A document about people is not kept, and is read again;
 * in the others each value of a person is replaced by the place in such a document that shows it.
 */
export class KeptDocuments implements DocumentCache {
  readonly #sources: KeptSources
  readonly #documents = new Map<string, Document>()
  /** By number. */
  readonly #places = new Map<number, { readonly url: string; readonly check: string }>()
  readonly #numbers = new Map<string, number>()
  readonly #checks = new Map<string, string>()
  readonly #shown = new Map<string, Place>()
  /** Documents that were not read again. */
  used = 0

  constructor(sources: KeptSources) {
    this.#sources = sources
    for (const line of sources.lines)
      if ('place' in line) {
        this.#places.set(line.place, line)
        this.#numbers.set(line.url, line.place)
      } else this.#documents.set(line.url, line.document)
  }

  get count(): number {
    return this.#documents.size
  }

  /** Returns a kept document with the values that `read` finds again; undefined where it has to be read. */
  async find(url: string, read: (url: string) => Promise<ReadDocument>): Promise<ReadDocument | undefined> {
    const document = this.#documents.get(url)
    if (!document) return undefined
    const found = new Map<number, Document>()
    for (const number of placesIn(document)) {
      const place = this.#places.get(number)
      const json = place && (await read(place.url)).json
      // A changed document may show another person at that place.
      if (!json || checkOf(json) !== place.check) return undefined
      found.set(number, json)
    }
    this.used += 1
    return { url, status: 200, json: jsonObjectOf(restored(document, found)) }
  }

  /** Keeps a document that was read, unless it is about people. */
  add(url: string, document: Document): void {
    // What others are restored from is read each time.
    const kept = this.#numbers.has(url) ? undefined : jsonObjectOf(this.#harmless(document))
    if (kept) {
      this.#documents.set(url, kept)
      this.#sources.append({ url, document: kept })
      return
    }
    this.#checks.set(url, checkOf(document))
    this.#note(document, { url, path: [] }, undefined)
  }

  #harmless(document: Document): unknown {
    const { agency, people } = this.#sources
    return harmlessDocument(
      document,
      {
        placeOf: (value) => (value === agency ? value : this.#placeOf(value)),
        word: (value, leastNames) =>
          people.isPersonal(decodedUri(value), leastNames) ? { [DRAWN]: true } : value,
        text: (value) => {
          if (people.isPersonal(value)) return { [DRAWN]: true }
          return MANY_DIGITS.test(value) ? undefined : value
        },
      },
      agency,
    )
  }

  #placeOf(value: string): unknown {
    const place = this.#shown.get(value)
    if (!place) return undefined
    const { url, path } = place
    const number = this.#numbers.get(url) ?? this.#numbers.size + 1
    if (!this.#numbers.has(url)) {
      const line = { place: number, url, check: this.#checks.get(url) ?? '' }
      this.#numbers.set(url, number)
      this.#places.set(number, line)
      this.#sources.append(line)
    }
    return { [PLACE]: [number, ...path] }
  }

  #note(value: unknown, place: Place, kind: PersonalKind | undefined): void {
    if (typeof value === 'string') {
      if (kind === undefined || this.#shown.has(value)) return
      this.#shown.set(value, place)
      this.#sources.people.note(kind, value)
    } else if (typeof value === 'object' && value !== null)
      for (const [name, inner] of Object.entries(value)) {
        const step = Array.isArray(value) ? Number(name) : name
        const path = [...place.path, step]
        this.#note(inner, { ...place, path }, typeof step === 'number' ? kind : KINDS[step])
      }
  }
}

/** Length of a digest: too short to identify a person, long enough to notice nearly every change. */
const checkOf = (document: Document): string =>
  createHash('sha256').update(JSON.stringify(document)).digest('hex').slice(0, 4)

const placeIn = (value: unknown): readonly unknown[] | undefined => {
  const place: unknown = jsonObjectOf(value)?.[PLACE]
  return Array.isArray(place) ? place : undefined
}

const placesIn = (value: unknown): ReadonlySet<number> => {
  const place = placeIn(value)
  if (place) return new Set([Number(place[0])])
  if (typeof value !== 'object' || value === null) return new Set()
  return new Set(Object.values(value).flatMap((inner) => [...placesIn(inner)]))
}

const restored = (value: unknown, found: ReadonlyMap<number, Document>): unknown => {
  const place = placeIn(value)
  if (place)
    return place
      .slice(1)
      .reduce((inner: unknown, step) => Object(inner)[String(step)], found.get(Number(place[0])))
  if (Array.isArray(value)) return value.map((inner: unknown) => restored(inner, found))
  const object = jsonObjectOf(value)
  if (!object) return value
  if (object[DRAWN] === true) return DRAWN_TEXT
  return Object.fromEntries(Object.entries(object).map(([name, inner]) => [name, restored(inner, found)]))
}
