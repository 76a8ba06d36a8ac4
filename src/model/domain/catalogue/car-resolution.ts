import type { PublicacionCreate } from '../../../api/wire/request-bodies.ts'
import type { Brand, Catalogue, Model, Named } from '../../world/catalogue.ts'
import type { Publication } from '../../world/publication.ts'
import { byActiveOption, type DecisionContext, isActiveOption } from '../decision-context.ts'
import { ValidationIssues } from '../validation-issues.ts'
import { matchBrand, matchModel } from './brand-model-match.ts'
import { BRAND_FORMS, type Match, matchNamed } from './named-match.ts'
import { parseTransmission, type Transmission } from './transmission.ts'
import { resolveVersion } from './version-resolution.ts'

/** Members of a create that identify the car (PUB-09, PUB-10, PUB-11, PUB-12, PUB-13). */
export type CarInput = Pick<
  PublicacionCreate,
  'Marca' | 'Modelo' | 'Version' | 'VersionYear' | 'Transmision' | 'Propulsion' | 'Carroceria'
>

/** Members of a publication that the car determines. */
export type ResolvedCar = Pick<
  Publication,
  'Marca' | 'Modelo' | 'Version' | 'versionId' | 'Transmision' | 'Propulsion' | 'Carroceria'
>

/**
 * Resolves the car against the catalogue. The result has the catalogue's names; an unknown version keeps the
 * client's text. Brand and model come from the version's text when the client did not send them.
 *
 * Results are cached, since clients send the same cars repeatedly and the result depends only on the texts.
 */
export const resolveCar = (
  issues: ValidationIssues,
  context: DecisionContext,
  sent: CarInput,
): ResolvedCar => {
  const rules: ResolutionRules = {
    keepsUnresolved: isActiveOption(context, 'publications/unresolvable', 'kept'),
    requiresNames: byActiveOption(context, 'publications/required-members', {
      standard: true,
      'also-color-and-precio': true,
      'external-id-only': false,
    }),
    ordinaryWordsName: isActiveOption(context, 'catalogue/ordinary-words', 'name'),
    // The parsed body lacks malformed members; they must not be reported as missing too.
    malformed: [issues.hasIssueAt('Marca'), issues.hasIssueAt('Modelo')],
  }
  const { Marca, Modelo, Version, VersionYear, Transmision, Propulsion, Carroceria } = sent
  const words = [Marca, Modelo, Version, VersionYear, Transmision, Propulsion, Carroceria]
  const { keepsUnresolved, requiresNames, ordinaryWordsName, malformed } = rules
  const key = JSON.stringify([...words, keepsUnresolved, requiresNames, ordinaryWordsName, ...malformed])
  const catalogue = context.world.setting.catalogue()
  const cached = cacheOf(catalogue)
  let resolution = cached.get(key)
  if (!resolution) {
    resolution = identifyCar(catalogue, sent, rules)
    if (cached.size >= MAX_CACHED) cached.clear()
    if (key.length <= MAX_CACHED_KEY_LENGTH) cached.set(key, resolution)
  }
  issues.merge(resolution.issues)
  return resolution.car
}

/** Options of the profile and issues of the schema that decide what a missing or unknown name does. */
export interface ResolutionRules {
  /** `publications/unresolvable`: texts without a match are kept. */
  readonly keepsUnresolved: boolean
  /** `publications/required-members`. */
  readonly requiresNames: boolean
  /** `catalogue/ordinary-words`. */
  readonly ordinaryWordsName: boolean
  /** True for brand and model when the schema already reported them. */
  readonly malformed: readonly [brand: boolean, model: boolean]
}

/** A resolved car with the issues of its members. */
export interface CarResolution {
  readonly car: ResolvedCar
  readonly issues: ValidationIssues
}

const MAX_CACHED = 2_000
const MAX_CACHED_KEY_LENGTH = 500
const cacheByCatalogue = new WeakMap<Catalogue, Map<string, CarResolution>>()

const cacheOf = (catalogue: Catalogue): Map<string, CarResolution> => {
  let cached = cacheByCatalogue.get(catalogue)
  if (!cached) cacheByCatalogue.set(catalogue, (cached = new Map()))
  return cached
}

/** Resolves the car of a create without a cache. */
export const identifyCar = (catalogue: Catalogue, sent: CarInput, rules: ResolutionRules): CarResolution => {
  const issues = new ValidationIssues()
  return { car: resolveMembers(issues, catalogue, sent, rules), issues }
}

const resolveMembers = (
  issues: ValidationIssues,
  catalogue: Catalogue,
  sent: CarInput,
  rules: ResolutionRules,
): ResolvedCar => {
  const transmission = sent.Transmision === undefined ? null : resolveTransmission(issues, sent.Transmision)
  const fuel = resolveNamed(issues, 'Propulsion', catalogue.fuels, sent.Propulsion, BRAND_FORMS)
  const bodyStyle = resolveNamed(issues, 'Carroceria', catalogue.bodyStyles, sent.Carroceria, BRAND_FORMS)
  const hints = {
    year: sent.VersionYear,
    transmission: transmission ?? undefined,
    fuel: fuel?.Nombre,
    bodyStyle: bodyStyle?.Nombre,
  }
  const given = resolveModel(issues, catalogue, sent, rules)
  const found = resolveVersion(issues, {
    catalogue,
    text: sent.Version,
    brand: given.brand,
    model: given.model,
    sendsBrand: Boolean(sent.Marca),
    sendsModel: Boolean(sent.Modelo),
    hints,
    ordinaryWordsName: rules.ordinaryWordsName,
  })
  const model = found.version?.model ?? found.model ?? given.model
  const brand = model?.brand ?? given.brand ?? found.brand
  // Technical data may identify the version of a model, but then no text has named the brand.
  const versionNamesBrand = Boolean(sent.Version) && (found.version?.model.brand ?? found.brand) !== undefined
  checkRequiredNames(issues, rules, sent, { versionNamesBrand, model })
  const { version } = found
  return {
    Marca: brand?.Nombre ?? given.brandText,
    Modelo: model?.Nombre ?? given.modelText,
    Version: version?.Nombre ?? (sent.Version || null),
    versionId: version?.id ?? null,
    // The catalogue's data of a known version overrides the client's (`publications/derived-members`).
    Transmision: version?.Transmision ?? transmission,
    Propulsion: version?.Propulsion ?? fuel?.Nombre ?? null,
    Carroceria: version?.Carroceria ?? bodyStyle?.Nombre ?? null,
  }
}

interface ResolvedModel {
  readonly brand: Brand | undefined
  readonly model: Model | undefined
  /** The client's texts, used when they have no match and `publications/unresolvable` keeps them. */
  readonly brandText: string | null
  readonly modelText: string | null
}

const resolveModel = (
  issues: ValidationIssues,
  catalogue: Catalogue,
  sent: CarInput,
  { keepsUnresolved }: ResolutionRules,
): ResolvedModel => {
  const matched = <T extends Named>(member: string, text: string, match: Match<T>): T | undefined => {
    if (match.kind === 'one') return match.entry
    if (!keepsUnresolved)
      issues.add(member, unresolvedSentence(text, match), 'PUB-09', 'publications/unresolvable')
    return undefined
  }
  const brand =
    sent.Marca === undefined ? undefined : matched('Marca', sent.Marca, matchBrand(catalogue, sent.Marca))
  // An unknown brand has no models, and its own issue is enough.
  const searchable = sent.Modelo !== undefined && (sent.Marca === undefined || brand !== undefined)
  const model = searchable
    ? matched('Modelo', sent.Modelo ?? '', matchModel(catalogue, sent.Modelo ?? '', brand ? { brand } : {}))
    : undefined
  return {
    brand: brand ?? model?.brand,
    model,
    brandText: sent.Marca ?? null,
    modelText: sent.Modelo ?? null,
  }
}

/** Requires brand and model, unless the version determines them (`publications/required-members`). */
const checkRequiredNames = (
  issues: ValidationIssues,
  { requiresNames, malformed }: ResolutionRules,
  sent: CarInput,
  resolved: { readonly versionNamesBrand: boolean; readonly model: Model | undefined },
): void => {
  if (!requiresNames) return
  const because = ['PUB-09', 'publications/required-members']
  // Only a version can replace the brand. A model alone does not, although it may imply one.
  if (sent.Marca === undefined && !resolved.versionNamesBrand && !malformed[0]) {
    issues.add('Marca', 'La marca es obligatoria, salvo que la versión la determine.', ...because)
  }
  if (sent.Modelo === undefined && !resolved.model && !malformed[1]) {
    issues.add('Modelo', 'El modelo es obligatorio, salvo que la versión lo determine.', ...because)
  }
}

const resolveTransmission = (issues: ValidationIssues, text: string): Transmission | null => {
  const found = parseTransmission(text)
  if (found) return found
  issues.add('Transmision', 'Se espera Automática, Manual, A o M.', 'PUB-12')
  return null
}

const resolveNamed = (
  issues: ValidationIssues,
  member: string,
  entries: readonly Named[],
  text: string | undefined,
  forms: typeof BRAND_FORMS,
): Named | undefined => {
  if (text === undefined || text === '') return undefined
  const match = matchNamed(entries, text, forms)
  if (match.kind === 'one') return match.entry
  issues.add(member, unresolvedSentence(text, match), 'PUB-13')
  return undefined
}

const unresolvedSentence = (text: string, match: Match<Named>): string => {
  if (match.kind !== 'several') return `No se encuentra «${text}» en el catálogo.`
  const names = match.entries.slice(0, 5).map((entry) => entry.Nombre)
  return `«${text}» responde a más de una entrada del catálogo: ${names.join(', ')}.`
}
