import { OPERATIONS } from '../../api/operations.ts'
import { matchBrand, matchModel, matchVersion } from '../domain/catalogue/brand-model-match.ts'
import { codenameOf } from '../domain/catalogue/codename.ts'
import { BRAND_FORMS, matchesQuery, matchNamed } from '../domain/catalogue/named-match.ts'
import { matchTechnicalData } from '../domain/catalogue/technical-data-match.ts'
import { parseTransmission } from '../domain/catalogue/transmission.ts'
import { versionPhotoPath } from '../domain/catalogue/version-derivation.ts'
import { shownTechnicalRows } from '../domain/publications/technical-rows.ts'
import { combinedRefusal, isRefusal, type Refusal } from '../domain/refusal.ts'
import {
  catalogueItem,
  catalogueList,
  requireHintMatch,
  requireSingleMatch,
} from '../http/catalogue-operations.ts'
import { handlers, type RequestContext } from '../http/operation.ts'
import { paths } from '../http/paths.ts'
import { link, photoUrl, type RenderContext, template } from '../http/render-context.ts'
import { representationOf } from '../http/representation.ts'
import type { Model, Version } from '../world/catalogue.ts'

const nameMembers = (record: Version, render: RenderContext) => ({
  Marca: record.model.brand.Nombre,
  Modelo: record.model.Nombre,
  Nombre: record.Nombre,
  Codename: codenameOf(record),
  Carroceria: record.Carroceria,
  Segmento: record.Segmento,
  _links: {
    self: link(render, record.path),
    marca: link(render, record.model.brand.path),
    modelo: link(render, record.model.path),
  },
})

const summaryMembers = (record: Version, render: RenderContext) => ({
  VersionYear: record.VersionYear,
  Propulsion: record.Propulsion,
  Transmision: record.Transmision,
  Potencia: record.Potencia,
  Cilindrada: record.Cilindrada,
  ...nameMembers(record, render),
})

/** Representation of a version (CAT-04, CAT-05, CAT-06). */
const versionRepresentation = representationOf<Version>()({
  schemas: { full: 'VersionSummary', detail: 'VersionDetail', ref: 'VersionRef' },
  cacheKey: (record) => record,
  full: summaryMembers,
  detail: (record, render) => ({
    VersionYear: record.VersionYear,
    Origen: record.Origen,
    Garantia: record.Garantia,
    Foto: photoUrl(render, versionPhotoPath(record)),
    Precio: record.Precio,
    Colores: record.Colores,
    ActualmenteDisponible: record.ActualmenteDisponible,
    InfoTecnica: shownTechnicalRows(record, render.profile),
    ...nameMembers(record, render),
  }),
  ref: (record, render) => ({
    Marca: record.model.brand.Nombre,
    Modelo: record.model.Nombre,
    Version: record.Nombre,
    VersionYear: record.VersionYear,
    href: link(render, record.path).href,
    title: [record.model.brand.Nombre, record.model.Nombre, record.Nombre, record.VersionYear]
      .filter((part) => part !== null)
      .join(' '),
  }),
})

const versions = {
  representation: versionRepresentation,
  entries: (catalogue: { versions: readonly Version[] }) => catalogue.versions,
} as const

const list = catalogueList('versions.list', {
  ...versions,
  select: ({ query }, catalogue) =>
    (catalogue.models.find(({ id }) => id === query['modelo'])?.versions ?? []).filter(
      (entry) =>
        matchesQuery(entry, String(query['q'] ?? '')) &&
        (query['year'] === undefined || entry.VersionYear === query['year']),
    ),
  links: ({ render }) => ({
    bestmatch: template(
      render,
      paths.versionBestMatch,
      OPERATIONS['versions.best-match'].parameters.map(({ name }) => name),
    ),
  }),
})

interface BestMatchResult {
  readonly match: Version | null
  readonly candidates: readonly Version[]
  readonly asked: RequestContext['query']
  readonly model: Model
}

/** Representation of a best-match with the interpreted parameters (`catalogue/versions-bestmatch`). */
const bestMatchRepresentation = representationOf<BestMatchResult>()({
  schemas: { full: 'VersionBestMatch' },
  full: ({ match, candidates, asked, model }, render) => ({
    Match: match && summaryMembers(match, render),
    Candidates: candidates.map((candidate) => summaryMembers(candidate, render)),
    Make: model.brand.Nombre,
    Model: model.Nombre,
    Trim: textOrNull(asked['trim']),
    FuelType: textOrNull(asked['fuelType']),
    TransmisionType: textOrNull(asked['transmissionType']),
    _links: {
      self: link(render, `${paths.versionBestMatch}?${new URLSearchParams(toTexts(asked))}`),
      ...(match && { version: link(render, match.path) }),
      marca: link(render, model.brand.path),
      modelo: link(render, model.path),
    },
  }),
})

const textOrNull = (value: string | number | boolean | undefined): string | null =>
  value === undefined ? null : String(value)

const toTexts = (query: RequestContext['query']): Record<string, string> =>
  Object.fromEntries(
    Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )

const bestMatch = handlers<null>({
  representation: bestMatchRepresentation,
  find: () => null,
  decide: (_, context) => {
    const model = requestedModel(context)
    const hints = requestedHints(context)
    if (isRefusal(model)) return combinedRefusal(model, hints)
    if (isRefusal(hints)) return hints
    const { trim, displacement, power } = context.query
    const catalogue = context.world.setting.catalogue()
    const named =
      trim === undefined
        ? undefined
        : matchVersion(catalogue, String(trim), { brand: model.brand, model, ...hints })
    const data = {
      model,
      ...hints,
      ...(displacement !== undefined && { displacement: String(displacement) }),
      ...(power !== undefined && { power: String(power) }),
      ...(trim !== undefined && { trim: String(trim) }),
    }
    const fromData = matchTechnicalData(catalogue, data)
    const match = named?.kind === 'one' && named.entry.model === model ? named.entry : fromData.match
    return { result: { record: { match, candidates: fromData.candidates, asked: context.query, model } } }
  },
})

const requestedModel = (context: RequestContext): Model | Refusal => {
  const catalogue = context.world.setting.catalogue()
  const brand = requireSingleMatch(context, 'make', matchBrand(catalogue, String(context.query['make'])))
  return isRefusal(brand)
    ? brand
    : requireSingleMatch(context, 'model', matchModel(catalogue, String(context.query['model']), { brand }))
}

const requestedHints = (context: RequestContext) => {
  const catalogue = context.world.setting.catalogue()
  const { year: asked, bodystyle, transmissionType, fuelType } = context.query
  const style =
    bodystyle === undefined
      ? undefined
      : requireHintMatch(
          context,
          'bodystyle',
          matchNamed(catalogue.bodyStyles, String(bodystyle), BRAND_FORMS),
        )
  const fuel =
    fuelType === undefined
      ? undefined
      : requireHintMatch(context, 'fuelType', matchNamed(catalogue.fuels, String(fuelType), BRAND_FORMS))
  const transmission =
    transmissionType === undefined ? undefined : parseTransmission(String(transmissionType))
  const gearbox =
    transmissionType === undefined || transmission
      ? undefined
      : requireHintMatch(context, 'transmissionType', { kind: 'none' })
  if (isRefusal(style)) return combinedRefusal(style, fuel, gearbox)
  if (isRefusal(fuel)) return combinedRefusal(fuel, gearbox)
  if (isRefusal(gearbox)) return gearbox
  return {
    ...(typeof asked === 'number' && { year: asked }),
    ...(style && { bodyStyle: style.Nombre }),
    ...(fuel && { fuel: fuel.Nombre }),
    ...(transmission && { transmission }),
  }
}

/** Operations on versions. */
export const versionOperations = {
  'versions.list': list,
  'versions.read': catalogueItem(versions),
  'versions.best-match': bestMatch,
}
