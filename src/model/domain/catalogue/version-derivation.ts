/**
 * Derives the versions of a model from its source data: engines x trims x gearboxes x years, reduced to what
 * a dealer's price list would show. Choices are drawn from a seed of the model's codenames, so that equal
 * source data always give equal versions, independent of the world's seed.
 */

import { createTextPrng, type TextPrng } from '../../../lib/random/text-prng.ts'
import type { Model, Version } from '../../world/catalogue.ts'
import { toCodename } from './codename.ts'
import type { BrandTraits, ModelSource } from './source-schemas.ts'
import {
  type Engine,
  enginesOfModel,
  type Gearbox,
  gearboxesOfModel,
  type VersionParts,
  versionName,
} from './version-name.ts'

/** The model year that counts as new. A constant, because derived versions must not change with the clock. */
export const NEWEST_MODEL_YEAR = 2026

interface Configuration extends VersionParts {
  /** 0 for the most basic trim, 1 for the best equipped. */
  readonly level: number
}

/** The source of a model's versions. */
export interface ModelSourceData {
  readonly source: ModelSource
  readonly brand: BrandTraits
  readonly firstId: number
}

/** Derives the versions of `model`, newest year first, with ids from `firstId` upward. */
export const deriveVersions = (model: Model, { source, brand, firstId }: ModelSourceData): Version[] => {
  const draw = createTextPrng(`${brand.codenames[0]}/${source.codenames[0]}`)
  const Colores = pickColours(draw)
  const offers = pickOffers(source, draw)
  const onSale = source.years[1] === null
  const lacksYear = draw(8) === 0
  return offers.map(({ choice, year }, index) => {
    const id = firstId + index
    const VersionYear = lacksYear && index > 0 && index === offers.length - 1 ? null : year
    const { Nombre, codename } = versionName(choice, source, brand)
    const isNew = onSale && VersionYear === NEWEST_MODEL_YEAR
    return {
      id,
      Nombre,
      codenames: [VersionYear === null ? codename : `${codename}-${VersionYear}`],
      path: `/v3/versiones/${id}`,
      model,
      VersionYear,
      Propulsion: choice.engine.spec[2],
      Transmision: choice.gearbox.isManual ? 'Manual' : 'Automática',
      Potencia: choice.engine.Potencia,
      Cilindrada: choice.engine.Cilindrada,
      Carroceria: choice.body,
      Segmento: source.segment,
      Origen: source.origin,
      Garantia: isNew ? brand.guarantee : null,
      Precio: isNew ? { Moneda: 'ARS', Importe: listPrice(choice, brand) } : null,
      Colores,
      ActualmenteDisponible: isNew,
    }
  })
}

/** Returns the path of an illustrative photo: the version's body style in one of its colours. */
export const versionPhotoPath = (version: Version): string => {
  const colour = version.Colores[version.id % version.Colores.length] ?? 'Blanco'
  return `/_playa/photos/1280x720/${toCodename(version.Carroceria)}/${toCodename(colour)}/1.svg`
}

interface Offer {
  readonly choice: Configuration
  readonly year: number
}

/** Picks every trim once for the newest year; each earlier year gets about half of the remaining budget. */
const pickOffers = (source: ModelSource, draw: TextPrng): Offer[] => {
  const [first, last] = source.years
  const newest = last ?? NEWEST_MODEL_YEAR
  const configure = configurator(source, draw)
  const offers = source.trims.map((_, index): Offer => ({ choice: configure(index), year: newest }))
  let left = Math.max(9 + draw(5), offers.length + 4) - offers.length
  const longestStep = Math.max(1, Math.floor((newest - first) / (2 + left / 2)))
  for (let year = newest - 1 - draw(longestStep); left > 0 && year >= first; year -= 1 + draw(longestStep)) {
    const share = Math.ceil(left / 2)
    const start = draw(source.trims.length)
    const sameYear = offers.length
    for (let n = 0; n < share; n++) {
      const choice = configure((start + Math.floor((n * source.trims.length) / share)) % source.trims.length)
      if (isNewAmong(choice, offers, sameYear)) offers.push({ choice, year })
    }
    left -= offers.length - sameYear
  }
  return offers
}

const isNewAmong = (choice: Configuration, offers: readonly Offer[], from: number): boolean => {
  for (let n = from; n < offers.length; n++) {
    const other = offers[n]?.choice
    if (
      other?.trim === choice.trim &&
      other.engine === choice.engine &&
      other.gearbox === choice.gearbox &&
      other.drive === choice.drive &&
      other.body === choice.body
    ) {
      return false
    }
  }
  return true
}

/** Combines a trim with an engine, gearbox and drive of about the same level in their lists. */
const configurator = (source: ModelSource, draw: TextPrng): ((trimIndex: number) => Configuration) => {
  const engines = enginesOfModel(source)
  const gearboxes = gearboxesOfModel(source)
  const automatic = automaticGearboxes(gearboxes)
  return (trimIndex) => {
    const trim = pick(source.trims, trimIndex)
    const level = source.trims.length === 1 ? 0.5 : trimIndex / (source.trims.length - 1)
    const engine = pickNear(engines, { level, reach: 0.35 }, draw)
    const gearbox = pickNear(hasNoClutch(engine) ? automatic : gearboxes, { level, reach: 0.67 }, draw)
    const drive = source.drives ? pickNear(source.drives, { level, reach: 0.67 }, draw) : ''
    return { trim, level, engine, gearbox, drive, body: pick(source.bodies, draw(source.bodies.length)) }
  }
}

/**
 * Picks an entry within `reach` of `level`, where the list runs from 0 to 1; the nearest one when none is in
 * reach.
 */
const pickNear = <T>(
  list: readonly T[],
  { level, reach }: { level: number; reach: number },
  draw: TextPrng,
): T => {
  const last = list.length - 1
  const lowest = Math.max(0, Math.ceil((level - reach) * last))
  const highest = Math.min(last, Math.floor((level + reach) * last))
  return pick(list, highest < lowest ? Math.round(level * last) : lowest + draw(highest - lowest + 1))
}

const pick = <T>(list: readonly T[], index: number): T => {
  const entry = list[index]
  if (entry === undefined) throw new RangeError(`trims: expected an index below ${list.length}, got ${index}`)
  return entry
}

const CLUTCHLESS_FUELS: ReadonlySet<string> = new Set(['Híbrido', 'Híbrido enchufable', 'Eléctrico'])

/**
 * True for full hybrids and electric cars, which have no clutch pedal even when the model has manual
 * gearboxes.
 */
const hasNoClutch = ({ spec: [, , fuel] }: Engine): boolean => CLUTCHLESS_FUELS.has(fuel)

const automaticGearboxes = (gearboxes: readonly Gearbox[]): readonly Gearbox[] => {
  const automatic = gearboxes.filter((gearbox) => !gearbox.isManual)
  return automatic.length > 0 ? automatic : [{ name: 'AT', isManual: false }]
}

/** Returns a price in ARS, rounded to ten thousand, from power, trim, gearbox, drive and brand. */
const listPrice = ({ engine, level, drive, gearbox }: Configuration, brand: BrandTraits): number => {
  const [, horsepower, fuel] = engine.spec
  const electric = fuel === 'Nafta' ? 0 : 2_500_000
  const bare = 10_500_000 + horsepower * 165_000 + electric + (gearbox.isManual ? 0 : 1_900_000)
  const raised = bare * (1 + level * 0.22) * (drive === '4x4' ? 1.12 : 1) * (brand.premium ? 1.85 : 1)
  return Math.round(raised / 10_000) * 10_000
}

const PALETTE = [
  'Blanco',
  'Negro',
  'Gris Plata',
  'Gris Oscuro',
  'Rojo',
  'Azul',
  'Blanco Perlado',
  'Beige',
  'Verde',
  'Bordó',
  'Azul Oscuro',
  'Marrón',
  'Naranja',
  'Celeste',
]

/** Picks four to eight different colours: a step of 3 shares no factor with the palette's length. */
const pickColours = (draw: TextPrng): string[] => {
  const start = draw(PALETTE.length)
  return Array.from(
    { length: 4 + draw(5) },
    (_, index) => PALETTE[(start + index * 3) % PALETTE.length] ?? 'Blanco',
  )
}
