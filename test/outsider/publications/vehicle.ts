import { folded, matched, trimNames } from '../catalogue/best-match.ts'
import type { Brand, Model, Trim } from '../catalogue/catalogue.ts'
import type { Findings } from '../http/answers.ts'
import type { Values } from '../http/body-rules.ts'
import type { Call } from '../http/call.ts'

/** Names the car that a request means; `trim` is set when one known version could be established. */
interface Vehicle {
  readonly brand: string
  readonly model: string
  readonly version: string | null
  readonly fuel: string | null
  readonly gearbox: string | null
  readonly trim: Trim | undefined
}

const textIn = (values: Values, name: string): string => {
  const value = values[name]
  return typeof value === 'string' ? value.trim() : ''
}

/** Resolves brand, model, version, fuel and gearbox of a creation; unmatched ones go to `findings`. */
export const vehicleOf = (call: Call, values: Values, findings: Findings): Vehicle => {
  const { world, choices } = call
  const { catalogue } = world
  const [brandText, modelText, trimText] = ['Marca', 'Modelo', 'Version'].map((name) => textIn(values, name))
  const brand = brandOf(call, brandText ?? '')
  const model = modelOf(call, modelText ?? '', brand)
  const trims = catalogue.trims.filter((trim) => model === undefined || trim.model === model)
  const search = { asker: 'Version', namesOf: trimNames }
  const direct = matched(world, trims, trimText ?? '', search)
  const elsewhere =
    direct ?? matched(world, catalogue.trims, trimText ?? '', { ...search, asker: 'elsewhere' })
  if (direct === undefined && elsewhere !== undefined && isAddress(trimText ?? ''))
    findings.add('Version', 'Esa versión es de otro modelo.')
  const trim = direct ?? (trimText === '' ? establishedTrim(call, values, model) : undefined)
  const guessed = guess(call, `${brandText} ${modelText} ${trimText}`)
  const foundModel = trim?.model ?? model ?? (modelText === '' ? guessed : undefined)
  const foundBrand = foundModel?.brand ?? brand ?? (brandText === '' ? guessed?.brand : undefined)
  const isKept = choices.unresolvable === 'kept'
  const isBrandLost = foundBrand === undefined || (brandText !== '' && brand === undefined)
  const isModelLost = foundModel === undefined || (modelText !== '' && model === undefined)
  if (isBrandLost && !(isKept && brandText)) findings.add('Marca', 'No se reconoce la marca.')
  if (isModelLost && !(isKept && modelText)) findings.add('Modelo', 'No se reconoce el modelo.')
  if (trim === undefined && trimText === '' && choices.trimAbsent === 'refused')
    findings.add('Version', 'Se necesita.')
  return {
    brand: foundBrand?.name ?? brandText ?? '',
    model: foundModel?.name ?? modelText ?? '',
    version: trim?.name ?? unknownTrim(call, trimText ?? '', foundModel),
    ...tractionOf(call, values, trim, findings),
    trim,
  }
}

const unknownTrim = ({ choices, world }: Call, text: string, model: Model | undefined): string | null => {
  if (choices.trimFault === 'dropped') return null
  const first = world.catalogue.trims.find((trim) => trim.model === model)
  if (choices.trimFault === 'replaced' && text !== '') return first?.name ?? text
  return text === '' ? null : text
}

const isAddress = (text: string): boolean => /^https?:\/\/|^\/|^\d+$/.test(text)

/** Finds a brand by any of its forms. */
export const brandOf = ({ world }: Call, text: string, asker = 'Marca'): Brand | undefined =>
  matched(world, world.catalogue.brands, text, { asker })

/** Finds a model by any of its forms, within `brand` when that is known. */
export const modelOf = (
  { world }: Call,
  text: string,
  brand: Brand | undefined,
  { asker = 'Modelo', isPartAllowed = false } = {},
): Model | undefined => {
  const rows = world.catalogue.models.filter((model) => brand === undefined || model.brand === brand)
  return matched(world, rows, text, {
    asker,
    isPartAllowed,
    namesOf: (row) => [`${row.brand.name} ${row.name}`],
  })
}

/** Finds the model whose brand and name both stand in `text`. */
const guess = ({ world }: Call, text: string): Model | undefined => {
  const words = ` ${folded(text)} `
  const found = world.catalogue.models.filter(({ name, brand }) =>
    [name, brand.name].every((part) => words.includes(` ${folded(part)} `)),
  )
  return found.length === 1 ? found[0] : undefined
}

const establishedTrim = (call: Call, values: Values, model: Model | undefined): Trim | undefined => {
  if (call.choices.trimAbsent !== 'established' || model === undefined) return undefined
  const gearbox = gearboxOf(textIn(values, 'Transmision'))
  const left = call.world.catalogue.trims.filter(
    (trim) =>
      trim.model === model && trim.year === values['VersionYear'] && (!gearbox || trim.gearbox === gearbox),
  )
  return left.length === 1 ? left[0] : undefined
}

/** Understands `Automática`, `Manual`, `A` and `M`. */
const gearboxOf = (text: string): 'Automática' | 'Manual' | undefined => {
  const word = folded(text)
  if (word === 'a' || word === 'automatica') return 'Automática'
  return word === 'm' || word === 'manual' ? 'Manual' : undefined
}

const tractionOf = (call: Call, values: Values, trim: Trim | undefined, findings: Findings) => {
  const { world, choices } = call
  const [fuelText, boxText, bodyText] = ['Propulsion', 'Transmision', 'Carroceria'].map((name) =>
    textIn(values, name),
  )
  const { fuels, bodies } = world.catalogue
  const fuel = matched(world, fuels, fuelText ?? '', { asker: 'Propulsion' })
  if (fuelText && fuel === undefined) findings.add('Propulsion', 'No se reconoce el combustible.')
  const body = matched(world, bodies, bodyText ?? '', { asker: 'Carroceria' })
  if (bodyText && body === undefined) findings.add('Carroceria', 'No se reconoce la carrocería.')
  const sent = gearboxOf(boxText ?? '')
  if (boxText && sent === undefined) findings.add('Transmision', 'Use Automática, Manual, A o M.')
  const gearbox = trim?.gearbox ?? sent ?? null
  return {
    fuel: trim?.fuel ?? fuel?.name ?? null,
    gearbox: choices.transmission === 'letter' ? (gearbox?.[0] ?? null) : gearbox,
  }
}
