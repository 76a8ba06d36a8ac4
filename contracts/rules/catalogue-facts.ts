import { entriesOf, isLastPage, isPlainGet, linkObjectsIn } from '../../src/kit/target/links.ts'
import { foldText } from '../../src/lib/text/folded-text.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { hrefOf } from './described-request.ts'
import type { Members } from './expectations.ts'
import type { HistoryExchange } from './recorded-exchange.ts'

/** Minimum length of a part of a name that every service finds. */
const MIN_PART = 4

/** Length of a part that models of several brands may share. */
const SHARED = 3

/** Entries by name, each with its codenames. */
type Named = Map<string, ReadonlySet<string>>

/** Brands and models of a catalogue that responses have shown in full. */
export class CatalogueFacts {
  readonly #brands: Named = new Map()
  readonly #models = new Map<string, Named>()
  /** Years and codenames of versions, by brand, model and name. */
  readonly #versions = new Map<string, Set<string>>()

  /** Codenames of fuels and other entries of lists, by name. */
  readonly codenames = new Map<string, string>()
  /** Names of fuels and of body styles, as versions show them. */
  readonly fuels = new Set<unknown>()
  readonly bodies = new Set<unknown>()

  /** Addresses of the versions of a model, and their names once its list was read whole. */
  readonly #lists = new Map<string, string>()
  readonly #names = new Map<string, ReadonlySet<unknown>>()

  /** Records the brands, models and versions of a response. */
  observe(exchange: Pick<HistoryExchange, 'url' | 'json'>): void {
    const { url, json } = exchange
    const model = this.#lists.get(url)
    const names = entriesOf(json).flatMap((one) => membersOf(one)['Nombre'] ?? [])
    const isFull = names.length > 0 && names.length === entriesOf(json).length
    if (model !== undefined && isFull && isLastPage(json, url)) this.#names.set(model, new Set(names))
    for (const one of [json, ...entriesOf(json)].map(membersOf)) {
      const { Nombre, Marca, Codenames, Codename, Carrocerias } = one
      if ('Segmento' in one) this.#noteVersion(one)
      if (typeof Nombre !== 'string') continue
      if (typeof Codename === 'string') this.codenames.set(Nombre, Codename)
      if (Array.isArray(Codenames)) this.#brands.set(Nombre, textsIn(Codenames))
      else if (typeof Marca === 'string' && Array.isArray(Carrocerias)) {
        const models = this.#models.get(Marca) ?? new Map()
        this.#models.set(Marca, models.set(Nombre, textsIn([Codename])))
        for (const { href } of linkObjectsIn(one['Versiones']).filter(isPlainGet))
          this.#lists.set(hrefOf(href, exchange) ?? '', `${Marca}|${Nombre}`)
      }
    }
  }

  /** Returns the name of the only brand that a text names (COM-11); undefined when it is ambiguous. */
  brandFor(sent: unknown): string | undefined {
    return theOne(this.#brands, sent)
  }

  /** Returns the name of the only model of a brand that a text names. */
  modelFor(brand: string, sent: unknown): string | undefined {
    return theOne(this.#models.get(brand), sent)
  }

  /**
   * Returns whether a text is part of the name of exactly one known model of the brand. The least length of a
   * part is open (`catalogue/best-match-scoring`).
   */
  isPartOfModel(brand: string, sent: unknown): boolean {
    if (typeof sent !== 'string' || sent.length < MIN_PART || /^\d*$/.test(sent)) return false
    const names = [...(this.#models.get(brand) ?? new Map()).keys()]
    return names.filter((name) => name.split(' ').includes(sent)).length === 1
  }

  /**
   * Returns whether a text is part of the name of a known model of the brand, and names no model of another
   * one.
   */
  hasPart(brand: string, sent: unknown): boolean {
    if (typeof sent !== 'string' || sent.length < SHARED || /^\d*$/.test(sent)) return false
    const text = foldText(sent)
    const isNamed = ([make, known]: [string, Named]) =>
      make !== brand &&
      [...known].some(([name, codenames]) => [name, ...codenames].some((one) => foldText(one) === text))
    return (
      [...(this.#models.get(brand) ?? new Map()).keys()].some((name) => foldText(name).includes(text)) &&
      ![...this.#models].some(isNamed)
    )
  }

  /** Returns whether a car has a version that the whole list of its model's versions lacks. */
  isUnlisted({ Marca, Modelo, Version }: Members): boolean {
    const names = this.#names.get(`${Marca}|${Modelo}`)
    return names !== undefined && typeof Version === 'string' && !names.has(Version)
  }

  /** Returns whether a car is a version of the catalogue, and the only one of its name. */
  isOneVersion({ Marca, Modelo, Version }: Members): boolean {
    return this.#versions.get([Marca, Modelo, Version].join('|'))?.size === 1
  }

  #noteVersion({ Marca, Modelo, Nombre, VersionYear, Codename, Propulsion, Carroceria }: Members): void {
    if (Propulsion) this.fuels.add(Propulsion)
    if (Carroceria) this.bodies.add(Carroceria)
    const key = [Marca, Modelo, Nombre].join('|')
    const known = this.#versions.get(key) ?? new Set()
    this.#versions.set(key, known.add(`${VersionYear} ${Codename}`))
  }

  /** Returns texts that name brands, and models with their brand, at most `most` of each. */
  names(most: number): readonly Record<string, string>[] {
    const brands = [...this.#brands].flatMap(([name, codenames]) => [name, ...codenames])
    const models = [...this.#models].flatMap(([make, known]) =>
      [...known].flatMap(([name, codenames]) =>
        [...new Set([name, ...codenames, longestWord(name)])].map((model) => ({ make, model })),
      ),
    )
    return [
      ...spread(
        brands.map((make) => ({ make })),
        most,
      ),
      ...spread(models, most),
      ...spread(this.#sharedParts(), most),
    ]
  }

  /** Returns parts of names that models of several brands share, each with one of these brands. */
  #sharedParts(): readonly Record<string, string>[] {
    const makes = new Map<string, Set<string>>()
    for (const [make, known] of this.#models)
      for (const part of [...known.keys()].flatMap(partsOf))
        makes.set(part, (makes.get(part) ?? new Set()).add(make))
    return [...makes].flatMap(([model, those]) =>
      those.size > 1
        ? [...those].flatMap((make) => (this.hasPart(make, model) ? [{ make, model }] : []))
        : [],
    )
  }
}

/** Returns the parts of a name of three letters. */
const partsOf = (name: string): readonly string[] =>
  (foldText(name).match(/\p{L}+/gu) ?? []).flatMap((word) =>
    Array.from({ length: Math.max(0, word.length - SHARED + 1) }, (_, at) => word.slice(at, at + SHARED)),
  )

const longestWord = (name: string): string =>
  name.split(' ').reduce((longest, word) => (word.length > longest.length ? word : longest), '')

const textsIn = (values: readonly unknown[]): ReadonlySet<string> =>
  new Set(values.filter((one) => typeof one === 'string'))

const theOne = (known: Named | undefined, sent: unknown): string | undefined => {
  // Digits alone may be an id.
  if (known === undefined || typeof sent !== 'string' || /^\d*$/.test(sent)) return undefined
  const fits = [...known].filter(([name, codenames]) => name === sent || codenames.has(sent))
  return fits.length === 1 ? fits[0]?.[0] : undefined
}

/** Returns at most `count` of a list, from its beginning to its end. */
export const spread = <T>(all: readonly T[], count: number): readonly T[] => {
  if (all.length <= count) return all
  const step = (all.length - 1) / Math.max(1, count - 1)
  const chosen = new Set(Array.from({ length: Math.max(0, count) }, (_, i) => Math.floor(i * step)))
  return all.filter((_, i) => chosen.has(i))
}
