import type { AssumptionId } from '../assumptions/profile.ts'
import { chosen } from '../assumptions/profile.ts'
import { missingRefusal } from '../domain/access.ts'
import type { Match } from '../domain/catalogue/named-match.ts'
import type { Refusal } from '../domain/refusal.ts'
import { ValidationIssues } from '../domain/validation-issues.ts'
import type { Catalogue, Named } from '../world/catalogue.ts'
import { type Operation, operation, type RequestContext } from './operation.ts'
import type { ParameterSpec } from './parameter.ts'
import { id } from './parameters.ts'
import type { Representation } from './representation.ts'
import { type Links, link, template } from './view.ts'

/** What the lists and items of the catalogue have in common, whatever they hold. */
export interface CatalogueListSpec {
  /** Plural noun of the operations' ids, e.g. `brands`. */
  readonly noun: string
  readonly path: string
  readonly summary: string
  readonly assumption: AssumptionId
  readonly shows: Representation
  readonly filters: readonly ParameterSpec[]
  entries(catalogue: Catalogue): readonly Named[]
  /** The entries that a query asks for; faults when it does not say enough. */
  wanted(call: RequestContext, catalogue: Catalogue, faults: ValidationIssues): readonly Named[]
  /** Links of the collection beside `self` and `buscar`. */
  links?(call: RequestContext): Links
}

/** The list of a catalogue's entries (CAT-11), whole (`catalogue/list-size`). */
export const catalogueListOperation = (lookup: CatalogueListSpec): Operation =>
  operation<null>({
    id: `${lookup.noun}.list`,
    method: 'GET',
    path: lookup.path,
    summary: lookup.summary,
    statements: ['CAT-11', 'COM-05'],
    assumption: lookup.assumption,
    parameters: lookup.filters,
    representation: lookup.shows,
    resultKind: 'list',
    refusalStatuses: [400],
    find: () => null,
    decide: (_, call, { issues: faults }) => {
      const records = lookup.wanted(call, call.world.setting.catalogue(), faults)
      if (faults.hasIssues) return faults.toRefusal()
      const names = lookup.filters.map(({ name }) => name)
      const links = {
        self: link(call.render, lookup.path + (call.requestTarget.query && `?${call.requestTarget.query}`)),
        ...(names.length > 0 && { buscar: template(call.render, lookup.path, names) }),
        ...lookup.links?.(call),
      }
      return { result: { records, links } }
    },
  })

/** One entry by its id; what is no int32 is no entry (`common/path-parameters`). */
export const catalogueItemOperation = (
  lookup: Omit<CatalogueListSpec, 'filters' | 'wanted'>,
  // Present for the one item that the description documents itself (CAT-03).
  documented?: { readonly statements: readonly string[]; readonly summary: string },
): Operation =>
  operation<Named>({
    id: `${lookup.noun}.read`,
    method: 'GET',
    path: `${lookup.path}/{id}`,
    summary: documented?.summary ?? `${lookup.summary}: one entry`,
    statements: documented?.statements ?? ['CAT-11'],
    ...(!documented && { assumption: lookup.assumption }),
    parameters: [id],
    representation: lookup.shows,
    resultKind: 'entry',
    refusalStatuses: [404],
    find: (call) =>
      byId(lookup.entries(call.world.setting.catalogue()), Number(call.path['id'])) ??
      missingRefusal(`No existe ${lookup.path}/${call.path['id']}.`),
    decide: (record) => ({ result: { record } }),
  })

const indexes = new WeakMap<readonly Named[], Map<number, Named>>()

const byId = (entries: readonly Named[], sought: number): Named | undefined => {
  let index = indexes.get(entries)
  if (!index) indexes.set(entries, (index = new Map(entries.map((entry) => [entry.id, entry]))))
  return index.get(sought)
}

/** The one entry of a best-match; otherwise a fault on the parameter, or 404 (`catalogue/no-match`). Ties are no single match. */
export const singleItem = <T extends Named>(call: RequestContext, parameter: string, match: Match<T>): T | Refusal => {
  if (match.kind === 'one') return match.entry
  const sentence = unmatched(String(call.query[parameter]), match)
  if (chosen(call.render.profile, 'catalogue/no-match') === '404') return missingRefusal(sentence, 'catalogue/no-match')
  return fault(parameter, sentence, 'catalogue/no-match')
}

/** The one entry of a parameter that only narrows a best-match: without one the parameter is wrong (`catalogue/bodystyle-no-match`). */
export const orderHint = <T extends Named>(call: RequestContext, parameter: string, match: Match<T>): T | Refusal =>
  match.kind === 'one'
    ? match.entry
    : fault(parameter, unmatched(String(call.query[parameter]), match), 'catalogue/bodystyle-no-match')

const unmatched = (text: string, match: Match<Named>): string => {
  if (match.kind !== 'several') return `No se encuentra «${text}».`
  return `«${text}» responde a más de una entrada: ${match.entries
    .slice(0, 5)
    .map((entry) => entry.Nombre)
    .join(', ')}.`
}

const fault = (parameter: string, sentence: string, assumption: AssumptionId): Refusal => {
  const faults = new ValidationIssues()
  faults.add(parameter, sentence, 'COM-11', assumption)
  return faults.toRefusal()
}
