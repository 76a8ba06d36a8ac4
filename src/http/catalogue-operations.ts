import type { AssumptionId } from '../assumptions/profile.ts'
import { chosen } from '../assumptions/profile.ts'
import { compareText } from '../collections/compare-text.ts'
import { missingRefusal } from '../domain/access.ts'
import { type Match, sortingNameOf } from '../domain/catalogue/named-match.ts'
import type { Refusal } from '../domain/refusal.ts'
import { ValidationIssues } from '../domain/validation-issues.ts'
import type { Catalogue, Named } from '../world/catalogue.ts'
import { type Operation, operation, type RequestContext } from './operation.ts'
import type { ParameterSpec } from './parameter.ts'
import { type LinksByRelation, link, template } from './render-context.ts'
import type { Representation } from './representation.ts'
import { idParameter } from './shared-parameters.ts'

/** Describes the list and item operations of one kind of catalogue entry. */
export interface CatalogueListSpec {
  /** Plural noun of the operations' ids, e.g. `brands`. */
  readonly noun: string
  readonly path: string
  readonly summary: string
  readonly assumption: AssumptionId
  readonly representation: Representation
  readonly filters: readonly ParameterSpec[]
  entries(catalogue: Catalogue): readonly Named[]
  /** Selects the entries that the query asks for; adds an issue when the query is incomplete. */
  select(context: RequestContext, catalogue: Catalogue, issues: ValidationIssues): readonly Named[]
  /** Links of the collection besides `self` and `buscar`. */
  links?(context: RequestContext): LinksByRelation
}

/** Declares the operation that lists all entries (CAT-11, `catalogue/list-size`). */
export const catalogueListOperation = (spec: CatalogueListSpec): Operation =>
  operation<null>({
    id: `${spec.noun}.list`,
    method: 'GET',
    path: spec.path,
    summary: spec.summary,
    statements: ['CAT-11', 'COM-05'],
    assumption: spec.assumption,
    parameters: spec.filters,
    representation: spec.representation,
    resultKind: 'list',
    refusalStatuses: [400],
    find: () => null,
    decide: (_, context, { issues }) => {
      const selected = spec.select(context, context.world.setting.catalogue(), issues)
      const records =
        chosen(context.render.profile, 'catalogue/order') === 'by-name'
          ? selected.toSorted((a, b) => compareText(sortingNameOf(a), sortingNameOf(b)))
          : selected
      if (issues.hasIssues) return issues.toRefusal()
      const names = spec.filters.map(({ name }) => name)
      const links = {
        self: link(
          context.render,
          spec.path + (context.requestTarget.query && `?${context.requestTarget.query}`),
        ),
        ...(names.length > 0 && { buscar: template(context.render, spec.path, names) }),
        ...spec.links?.(context),
      }
      return { result: { records, links } }
    },
  })

/** Declares the operation that reads one entry by its id, an int32 (`common/path-parameters`). */
export const catalogueItemOperation = (
  spec: Omit<CatalogueListSpec, 'filters' | 'select'>,
  // Given for the one item that the description documents (CAT-03).
  documented?: { readonly statements: readonly string[]; readonly summary: string },
): Operation =>
  operation<Named>({
    id: `${spec.noun}.read`,
    method: 'GET',
    path: `${spec.path}/{id}`,
    summary: documented?.summary ?? `${spec.summary}: one entry`,
    statements: documented?.statements ?? ['CAT-11'],
    ...(!documented && { assumption: spec.assumption }),
    parameters: [idParameter],
    representation: spec.representation,
    resultKind: 'entry',
    refusalStatuses: [404],
    find: (context) =>
      entryById(spec.entries(context.world.setting.catalogue()), Number(context.path['id'])) ??
      missingRefusal(`No existe ${spec.path}/${context.path['id']}.`),
    decide: (record) => ({ result: { record } }),
  })

const indexByList = new WeakMap<readonly Named[], Map<number, Named>>()

const entryById = (entries: readonly Named[], id: number): Named | undefined => {
  let index = indexByList.get(entries)
  if (!index) indexByList.set(entries, (index = new Map(entries.map((entry) => [entry.id, entry]))))
  return index.get(id)
}

/**
 * Returns the single entry of a best-match; otherwise refuses the parameter, or with 404
 * (`catalogue/no-match`).
 */
export const requireSingleMatch = <T extends Named>(
  context: RequestContext,
  parameter: string,
  match: Match<T>,
): T | Refusal => {
  if (match.kind === 'one') return match.entry
  const sentence = noSingleMatchSentence(String(context.query[parameter]), match)
  if (chosen(context.render.profile, 'catalogue/no-match') === '404')
    return missingRefusal(sentence, 'catalogue/no-match')
  return parameterRefusal(parameter, sentence, 'catalogue/no-match')
}

/**
 * Returns the single entry of a parameter that narrows a best-match, or refuses it
 * (`catalogue/bodystyle-no-match`).
 */
export const requireHintMatch = <T extends Named>(
  context: RequestContext,
  parameter: string,
  match: Match<T>,
): T | Refusal => {
  if (match.kind === 'one') return match.entry
  const sentence = noSingleMatchSentence(String(context.query[parameter]), match)
  return parameterRefusal(parameter, sentence, 'catalogue/bodystyle-no-match')
}

const noSingleMatchSentence = (text: string, match: Match<Named>): string => {
  if (match.kind !== 'several') return `No se encuentra «${text}».`
  return `«${text}» responde a más de una entrada: ${match.entries
    .slice(0, 5)
    .map((entry) => entry.Nombre)
    .join(', ')}.`
}

const parameterRefusal = (parameter: string, sentence: string, assumption: AssumptionId): Refusal => {
  const issues = new ValidationIssues()
  issues.add(parameter, sentence, 'COM-11', assumption)
  return issues.toRefusal()
}
