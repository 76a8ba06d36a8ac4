import type { AssumptionId } from '../../api/assumptions/profile.ts'
import { isChosen } from '../../api/assumptions/profile.ts'
import { OPERATIONS, type OperationId } from '../../api/operations.ts'
import { compareText } from '../../lib/collections/compare-text.ts'
import { missingRefusal } from '../domain/access.ts'
import { type Match, sortingNameOf } from '../domain/catalogue/named-match.ts'
import type { Refusal } from '../domain/refusal.ts'
import { ValidationIssues } from '../domain/validation-issues.ts'
import type { Catalogue, Named } from '../world/catalogue.ts'
import { type Handlers, handlers, type RequestContext } from './operation.ts'
import { type LinksByRelation, link, template } from './render-context.ts'
import type { Representation } from './representation.ts'

/** The entries of one kind, and how they are shown. */
export interface CatalogueSpec {
  readonly representation: Representation
  entries(catalogue: Catalogue): readonly Named[]
}

/** How a list of entries answers its query. */
export interface CatalogueListSpec extends CatalogueSpec {
  /** Selects the entries that the query asks for; adds an issue when the query is incomplete. */
  select(context: RequestContext, catalogue: Catalogue, issues: ValidationIssues): readonly Named[]
  /** Links of the collection besides `self` and `buscar`. */
  links?(context: RequestContext): LinksByRelation
}

/** Declares the handlers of a list of entries (CAT-11, `catalogue/list-size`). */
export const catalogueList = (id: OperationId, spec: CatalogueListSpec): Handlers =>
  handlers<null>({
    representation: spec.representation,
    find: () => null,
    decide: (_, context, { issues }) => {
      const selected = spec.select(context, context.world.setting.catalogue(), issues)
      const records = isChosen(context.render.profile, 'catalogue/order', 'by-name')
        ? selected.toSorted((a, b) => compareText(sortingNameOf(a), sortingNameOf(b)))
        : selected
      if (issues.hasIssues) return issues.toRefusal()
      const { path, parameters } = OPERATIONS[id]
      const names = parameters.map(({ name }) => name)
      const links = {
        self: link(context.render, path + (context.requestTarget.query && `?${context.requestTarget.query}`)),
        ...(names.length > 0 && { buscar: template(context.render, path, names) }),
        ...spec.links?.(context),
      }
      return { result: { records, links } }
    },
  })

/** Declares the handlers of a read of one entry by its id, an int32 (`common/path-parameters`). */
export const catalogueItem = (spec: CatalogueSpec): Handlers =>
  handlers<Named>({
    representation: spec.representation,
    find: (context) =>
      entryById(spec.entries(context.world.setting.catalogue()), Number(context.path['id'])) ??
      missingRefusal(`No existe ${context.requestTarget.path}.`),
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
  if (isChosen(context.render.profile, 'catalogue/no-match', '404'))
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
