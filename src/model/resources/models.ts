import { isChosen } from '../../api/assumptions/profile.ts'
import { matchBrand, matchModel } from '../domain/catalogue/brand-model-match.ts'
import { codenameOf } from '../domain/catalogue/codename.ts'
import { BRAND_FORMS, matchesQuery, matchNamed } from '../domain/catalogue/named-match.ts'
import { combinedRefusal, isRefusal, type Refusal } from '../domain/refusal.ts'
import { ValidationIssues } from '../domain/validation-issues.ts'
import {
  catalogueItem,
  catalogueList,
  requireHintMatch,
  requireSingleMatch,
} from '../http/catalogue-operations.ts'
import { handlers } from '../http/operation.ts'
import { paths } from '../http/paths.ts'
import { link, template } from '../http/render-context.ts'
import { representationOf } from '../http/representation.ts'
import type { Model } from '../world/catalogue.ts'

/** Representation of a model (CAT-09). */
const modelRepresentation = representationOf<Model>()({
  schemas: { full: 'Modelo', ref: 'Ref' },
  cacheKey: (record) => record,
  full: (record, render) => ({
    Marca: record.brand.Nombre,
    Nombre: record.Nombre,
    Codename: codenameOf(record),
    Carrocerias: record.Carrocerias,
    Versiones: { _links: { self: link(render, paths.versionsOf(record.id)) } },
    _links: {
      self: link(render, record.path),
      marca: link(render, record.brand.path),
      versiones: link(render, paths.versionsOf(record.id)),
    },
  }),
  ref: (record, render) => ({
    href: link(render, record.path).href,
    title: `${record.brand.Nombre} ${record.Nombre}`,
  }),
})

const models = {
  representation: modelRepresentation,
  entries: (catalogue: { models: readonly Model[] }) => catalogue.models,
} as const

const list = catalogueList('models.list', {
  ...models,
  select: ({ query }, catalogue) =>
    (catalogue.brands.find(({ id }) => id === query['marca'])?.models ?? []).filter(
      (entry) =>
        matchesQuery(entry, String(query['q'] ?? '')) &&
        (query['soloMercadoNuevos'] !== true ||
          entry.versions.some((version) => version.ActualmenteDisponible)),
    ),
  links: ({ render }) => ({
    bestmatch: template(render, paths.modelBestMatch, ['make', 'model', 'bodystyle']),
  }),
})

const bestMatch = handlers<null>({
  representation: modelRepresentation,
  find: () => null,
  decide: (_, context) => {
    const catalogue = context.world.setting.catalogue()
    const brand = requireSingleMatch(context, 'make', matchBrand(catalogue, String(context.query['make'])))
    const asked = context.query['bodystyle']
    const style =
      asked === undefined
        ? undefined
        : requireHintMatch(context, 'bodystyle', matchNamed(catalogue.bodyStyles, String(asked), BRAND_FORMS))
    const ignoresStyle = isChosen(context.render.profile, 'catalogue/bodystyle-no-match', 'ignored')
    const refusedStyle = ignoresStyle ? undefined : style
    if (isRefusal(brand)) return combinedRefusal(brand, refusedStyle)
    const bodyStyle = style === undefined || isRefusal(style) ? undefined : style.Nombre
    const hints = { brand, ...(bodyStyle !== undefined && { bodyStyle }) }
    const found = requireSingleMatch(
      context,
      'model',
      matchModel(catalogue, String(context.query['model']), hints),
    )
    if (isRefusal(refusedStyle)) return combinedRefusal(refusedStyle, found)
    if (isRefusal(found)) return found
    return bodyStyle !== undefined && !ignoresStyle && !found.Carrocerias.includes(bodyStyle)
      ? bodyStyleRefusal(found)
      : { result: { record: found } }
  },
})

/** Returns the refusal of a body style that the model does not have (`catalogue/bodystyle-no-match`). */
const bodyStyleRefusal = (found: Model): Refusal => {
  const issues = new ValidationIssues()
  const sentence = `${found.Nombre} no existe con esa carrocería; se ofrece ${found.Carrocerias.join(', ')}.`
  issues.add('bodystyle', sentence, 'CAT-12', 'catalogue/bodystyle-no-match')
  return issues.toRefusal()
}

/** Operations on models. */
export const modelOperations = {
  'models.list': list,
  'models.read': catalogueItem(models),
  'models.best-match': bestMatch,
}
