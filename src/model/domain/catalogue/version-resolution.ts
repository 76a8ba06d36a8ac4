import type { Brand, Catalogue, Model, Version } from '../../world/catalogue.ts'
import { isUrlReference } from '../../world/catalogue-reference.ts'
import type { ValidationIssues } from '../validation-issues.ts'
import { matchExactVersion, matchVersion } from './brand-model-match.ts'
import { readCarText } from './car-text-reader.ts'
import { matchTechnicalData } from './technical-data-match.ts'
import type { VersionHints } from './version-match.ts'

/** The data of a create about the version of its car (PUB-10). */
interface VersionSearch {
  readonly catalogue: Catalogue
  /** The version as sent: a name, an id, a URL. */
  readonly text: string | null | undefined
  /** The brand and the model that the other members name; undefined when they were not sent, or not found. */
  readonly brand: Brand | undefined
  readonly model: Model | undefined
  /** True when the client sent a brand, found or not. */
  readonly sendsBrand: boolean
  /** True when the client sent a model, found or not. */
  readonly sendsModel: boolean
  readonly hints: VersionHints
  /** `catalogue/ordinary-words`. */
  readonly ordinaryWordsName: boolean
}

/** The version that was found, or the brand and the model that its text names. */
interface VersionResolution {
  readonly version?: Version | undefined
  readonly model?: Model | undefined
  readonly brand?: Brand | undefined
}

/** Finds the version of a create. Adds an issue for the id of a version that is of another car. */
export const resolveVersion = (issues: ValidationIssues, search: VersionSearch): VersionResolution => {
  const { catalogue, text, brand, model } = search
  if (!text) return onlyVersion(search)
  const referenced = versionByReference(catalogue, text)
  if (referenced) {
    if (isOfCar(referenced, search)) return { version: referenced }
    issues.add('Version', elsewhereSentence(referenced), 'PUB-10', 'publications/version-elsewhere')
    return {}
  }
  if (isUrlReference(text)) return {}
  // The version's text must not replace a brand or a model that was sent but not found.
  if ((search.sendsBrand && !brand) || (search.sendsModel && !model)) return {}
  return versionByText(search, text)
}

/**
 * Returns the only version that model, year and technical data allow, where none was sent
 * (`publications/version-absent`).
 */
const onlyVersion = ({ catalogue, model, hints }: VersionSearch): VersionResolution =>
  model ? { version: matchTechnicalData(catalogue, { model, ...hints }).match ?? undefined } : {}

const versionByReference = (catalogue: Catalogue, text: string): Version | undefined => {
  const isReference = /^\d+$/.test(text.trim()) || isUrlReference(text)
  const match = isReference ? matchVersion(catalogue, text, {}) : undefined
  return match?.kind === 'one' ? match.entry : undefined
}

const isOfCar = (version: Version, { brand, model }: VersionSearch): boolean =>
  (!model || model === version.model) && (!brand || brand === version.model.brand)

const elsewhereSentence = ({ id, model }: Version): string =>
  `La versión ${id} es de ${model.brand.Nombre} ${model.Nombre}, no del modelo indicado.`

const versionByText = (search: VersionSearch, text: string): VersionResolution => {
  const { catalogue, brand, sendsBrand, hints, ordinaryWordsName } = search
  const named =
    search.model && sendsBrand
      ? search
      : readCarText(catalogue, text, { brand: sendsBrand ? brand : undefined, ordinaryWordsName })
  const namesOtherBrand = search.model && !sendsBrand && named.brand && named.brand !== search.model.brand
  if (namesOtherBrand) return {}
  const model = search.model ?? named.model ?? undefined
  // The whole catalogue is searched by exact names only.
  const find = brand || model ? matchVersion : matchExactVersion
  const match = find(catalogue, text, { ...hints, brand, model })
  return match.kind === 'one' ? { version: match.entry } : { brand: named.brand ?? undefined, model }
}
