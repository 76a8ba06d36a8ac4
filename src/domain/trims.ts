/**
 * Rules that derive the versions of a model from its hand-written facts: engines x trims x gearboxes x years, thinned to
 * what a dealer's price list would show. Every choice is drawn from a seed made of the model's codenames, so that the
 * same facts always give the same versions, whatever the world's own seed is.
 */
import { z } from 'zod'
import type { Model, TechnicalRow, Version } from './catalogue.ts'

/** `[cm3, CV, fuel's name]` or `[cm3, CV, fuel's name, label]`; electric engines have 0 cm3. */
const engineFacts = z.union([
  z.tuple([z.int().min(0), z.int().positive(), z.string().min(1)]),
  z.tuple([z.int().min(0), z.int().positive(), z.string().min(1), z.string().min(1)]),
])

/** Codenames are lower case `a-z0-9-`; lists run from the plainest to the richest. */
export const codenameFacts = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'expected lower case a-z, 0-9 and single hyphens')

export const modelFacts = z.strictObject({
  Nombre: z.string().min(1),
  codenames: z.array(codenameFacts).min(1),
  bodies: z.array(z.string()).min(1),
  segment: z.string().min(1),
  /** First and last model year; null while it is still sold new. */
  years: z.tuple([z.int().min(1908), z.int().max(2050).nullable()]),
  origin: z.string().min(1),
  engines: z.array(engineFacts).min(1),
  trims: z.array(z.string().min(1)).min(1),
  /** What the trade calls it and its number of gears: `MT5` is manual, everything else (`CVT`, `DSG7`) is automatic. */
  gearboxes: z.array(z.string().regex(/^[A-Za-z-]+\d*$/, 'expected a name such as MT5, AT6 or CVT')).min(1),
  drives: z.array(z.enum(['4x2', '4x4'])).optional(),
})
export type ModelFacts = z.infer<typeof modelFacts>

/** What all models of a brand share. */
export const brandTraits = z.strictObject({
  Nombre: z.string().min(1),
  codenames: z.array(codenameFacts).min(1),
  guarantee: z.string().min(1),
  /** `1.6 Trendline 5P` or `XEi 2.0 CVT`. */
  naming: z.enum(['engine first', 'trim first']),
  premium: z.boolean(),
})
export type BrandTraits = z.infer<typeof brandTraits>

/** The model year that counts as new. A constant, since derived versions must not change with the clock. */
export const newestYear = 2026

interface Engine {
  readonly facts: ModelFacts['engines'][number]
  readonly name: string
  readonly Potencia: string
  readonly Cilindrada: string
}

interface Gearbox {
  readonly name: string
  readonly isManual: boolean
}

interface Configuration {
  readonly trim: string
  /** 0 for the plainest trim, 1 for the richest. */
  readonly level: number
  readonly engine: Engine
  readonly gearbox: Gearbox
  readonly drive: string
  readonly body: string
}

interface Source {
  readonly facts: ModelFacts
  readonly brand: BrandTraits
  readonly firstId: number
}

/** The versions of `model`, newest year first, with ids from `firstId` upward. */
export const deriveVersions = (model: Model, { facts, brand, firstId }: Source): Version[] => {
  const draw = dice(`${brand.codenames[0]}/${facts.codenames[0]}`)
  const Colores = pickColours(draw)
  const offers = pickOffers(facts, draw)
  const onSale = facts.years[1] === null
  const lacksYear = draw(8) === 0
  return offers.map(({ choice, year }, index) => {
    const id = firstId + index
    const VersionYear = lacksYear && index > 0 && index === offers.length - 1 ? null : year
    const { Nombre, codename } = nameOf(choice, facts, brand)
    const isNew = onSale && VersionYear === newestYear
    return {
      id,
      Nombre,
      codenames: [VersionYear === null ? codename : `${codename}-${VersionYear}`],
      path: `/v3/versiones/${id}`,
      model,
      VersionYear,
      Propulsion: choice.engine.facts[2],
      Transmision: choice.gearbox.isManual ? 'Manual' : 'Automática',
      Potencia: choice.engine.Potencia,
      Cilindrada: choice.engine.Cilindrada,
      Carroceria: choice.body,
      Segmento: facts.segment,
      Origen: facts.origin,
      Garantia: isNew ? brand.guarantee : null,
      Precio: isNew ? { Moneda: 'ARS', Importe: priceOf(choice, brand) } : null,
      Colores,
      ActualmenteDisponible: isNew,
    }
  })
}

/** Path of an illustrative picture: the version's body style in one of its colours. */
export const photoPath = (version: Version): string => {
  const colour = version.Colores[version.id % version.Colores.length] ?? 'Blanco'
  return `/_playa/photos/1280x720/${codenameOf(version.Carroceria)}/${codenameOf(colour)}/1.svg`
}

const codenamesSeen = new Map<string, string>()

/** `Citroën C4 Cactus` becomes `citroen-c4-cactus`. Remembered, because the parts of names come back in many versions. */
export const codenameOf = (name: string): string => {
  const known = codenamesSeen.get(name)
  if (known !== undefined) return known
  const made = name
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
  codenamesSeen.set(name, made)
  return made
}

type Dice = (sides: number) => number

/** Whole numbers below `sides`, from a seed made of text: FNV-1a feeds Mulberry32. */
const dice = (seed: string): Dice => {
  let state = 0x811c9dc5
  for (let i = 0; i < seed.length; i++) state = Math.imul(state ^ seed.charCodeAt(i), 0x01000193)
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides
  }
}

interface Offer {
  readonly choice: Configuration
  readonly year: number
}

/** The newest year offers every trim once; each year before it offers about half of what is left of the budget. */
const pickOffers = (facts: ModelFacts, draw: Dice): Offer[] => {
  const [first, last] = facts.years
  const newest = last ?? newestYear
  const configure = configurator(facts, draw)
  const offers = facts.trims.map((_, index): Offer => ({ choice: configure(index), year: newest }))
  let left = Math.max(9 + draw(5), offers.length + 4) - offers.length
  const longestStep = Math.max(1, Math.floor((newest - first) / (2 + left / 2)))
  for (let year = newest - 1 - draw(longestStep); left > 0 && year >= first; year -= 1 + draw(longestStep)) {
    const share = Math.ceil(left / 2)
    const start = draw(facts.trims.length)
    const sameYear = offers.length
    for (let n = 0; n < share; n++) {
      const choice = configure((start + Math.floor((n * facts.trims.length) / share)) % facts.trims.length)
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

/** A trim goes with an engine, gearbox and drive that stand about as high in their lists as it stands in its own. */
const configurator = (facts: ModelFacts, draw: Dice): ((trimIndex: number) => Configuration) => {
  const engines = enginesOf(facts)
  const gearboxes = gearboxesOf(facts)
  const automatic = automaticOf(gearboxes)
  return (trimIndex) => {
    const trim = pick(facts.trims, trimIndex)
    const level = facts.trims.length === 1 ? 0.5 : trimIndex / (facts.trims.length - 1)
    const engine = pickNear(engines, { level, reach: 0.35 }, draw)
    const gearbox = pickNear(isDrivenByCurrent(engine) ? automatic : gearboxes, { level, reach: 0.67 }, draw)
    const drive = facts.drives ? pickNear(facts.drives, { level, reach: 0.67 }, draw) : ''
    return { trim, level, engine, gearbox, drive, body: pick(facts.bodies, draw(facts.bodies.length)) }
  }
}

/** One of the entries that stand within `reach` of `level`, where a list runs from 0 to 1; the nearest when none does. */
const pickNear = <T>(list: readonly T[], { level, reach }: { level: number; reach: number }, draw: Dice): T => {
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

const clutchless: ReadonlySet<string> = new Set(['Híbrido', 'Híbrido enchufable', 'Eléctrico'])

/** Full hybrids and electric cars come without a clutch pedal, whatever else their model offers. */
const isDrivenByCurrent = ({ facts: [, , fuel] }: Engine): boolean => clutchless.has(fuel)

const automaticOf = (gearboxes: readonly Gearbox[]): readonly Gearbox[] => {
  const automatic = gearboxes.filter((gearbox) => !gearbox.isManual)
  return automatic.length > 0 ? automatic : [{ name: 'AT', isManual: false }]
}

const bodyMarks: Readonly<Record<string, string>> = {
  Sedán: '4P',
  Hatchback: '5P',
  Coupé: 'Coupé',
  Cabriolet: 'Cabrio',
  Familiar: 'SW',
  Furgón: 'Furgón',
  Minibús: 'Minibús',
  'Chasis cabina': 'Chasis',
}

/** The full name and, from the same parts, the codename: making it part by part lets `codenameOf` remember nearly all. */
const nameOf = (choice: Configuration, facts: ModelFacts, brand: BrandTraits): { Nombre: string; codename: string } => {
  const { engine, gearbox, trim, drive, body } = choice
  const isEngineFirst = brand.naming === 'engine first'
  const isBare = isEngineFirst && !drive && !gearbox.name
  const mark = facts.bodies.length > 1 || isBare ? (bodyMarks[body] ?? '') : ''
  let Nombre = isEngineFirst ? engine.name : trim
  let codename = codenameOf(Nombre)
  for (const part of [isEngineFirst ? trim : engine.name, drive, gearbox.name, mark]) {
    if (part === '') continue
    Nombre = Nombre === '' ? part : `${Nombre} ${part}`
    codename = codename === '' ? codenameOf(part) : `${codename}-${codenameOf(part)}`
  }
  return { Nombre, codename }
}

/** A gearbox says its number of gears only where the model has two of its kind, and nothing where a manual is the only one. */
const gearboxesOf = ({ gearboxes }: ModelFacts): Gearbox[] => {
  const kinds = gearboxes.map((gearbox) => gearbox.replace(/\d+$/, ''))
  return gearboxes.map((gearbox, index) => {
    const kind = kinds[index] ?? gearbox
    const isManual = kind === 'MT'
    const isShared = kinds.indexOf(kind) !== kinds.lastIndexOf(kind)
    return { name: isManual && kinds.length === 1 ? '' : isShared ? gearbox : kind, isManual }
  })
}

/** `1.6`, `3.0 TDI`, `V6 3.0 TDI`; power is added where two engines of the model would read the same. */
const enginesOf = ({ engines }: ModelFacts): Engine[] => {
  const names = engines.map(plainEngineName)
  return engines.map((facts, index) => {
    const plain = names[index] ?? ''
    const isShared = names.indexOf(plain) !== names.lastIndexOf(plain)
    const name = isShared ? `${plain} ${facts[1]}CV`.trim() : plain
    return { facts, name, Potencia: `${facts[1]} CV`, Cilindrada: `${facts[0]} cm3` }
  })
}

const hybridMarks: Readonly<Record<string, string>> = {
  Híbrido: 'HEV',
  'Híbrido ligero': 'MHEV',
  'Híbrido enchufable': 'PHEV',
}

const plainEngineName = ([cm3, , fuel, label = '']: ModelFacts['engines'][number]): string => {
  const litres = cm3 === 0 ? '' : (Math.round(cm3 / 100) / 10).toFixed(1)
  const kind = label || (hybridMarks[fuel] ?? '')
  const cylinders = /^[VWRBL]\d+/.exec(kind)?.[0] ?? ''
  return [cylinders, litres, kind.slice(cylinders.length).trim()].filter(Boolean).join(' ')
}

/** ARS, rounded to ten thousand: power and trim make the price, a premium badge and all-wheel drive raise it. */
const priceOf = ({ engine, level, drive, gearbox }: Configuration, brand: BrandTraits): number => {
  const [, horsepower, fuel] = engine.facts
  const electric = fuel === 'Nafta' ? 0 : 2_500_000
  const bare = 10_500_000 + horsepower * 165_000 + electric + (gearbox.isManual ? 0 : 1_900_000)
  const raised = bare * (1 + level * 0.22) * (drive === '4x4' ? 1.12 : 1) * (brand.premium ? 1.85 : 1)
  return Math.round(raised / 10_000) * 10_000
}

const palette = [
  ...['Blanco', 'Negro', 'Gris Plata', 'Gris Oscuro', 'Rojo', 'Azul', 'Blanco Perlado', 'Beige', 'Verde', 'Bordó'],
  ...['Azul Oscuro', 'Marrón', 'Naranja', 'Celeste'],
]

/** Four to eight colours; 3 and the palette's length share no factor, so that none comes twice. */
const pickColours = (draw: Dice): string[] => {
  const start = draw(palette.length)
  return Array.from({ length: 4 + draw(5) }, (_, index) => palette[(start + index * 3) % palette.length] ?? 'Blanco')
}

/** Typical length, width, height, wheelbase in mm and boot in litres. */
const measures: Readonly<Record<string, readonly [number, number, number, number, number]>> = {
  Sedán: [4580, 1780, 1460, 2660, 460],
  Hatchback: [4050, 1740, 1480, 2530, 290],
  SUV: [4360, 1800, 1630, 2640, 430],
  'Pick-up': [5290, 1870, 1810, 3090, 1000],
  Coupé: [4420, 1820, 1340, 2580, 320],
  Cabriolet: [4400, 1810, 1380, 2570, 260],
  Familiar: [4640, 1790, 1490, 2670, 560],
  Monovolumen: [4380, 1770, 1640, 2690, 520],
  Furgón: [5200, 1980, 2210, 3250, 7200],
}

/** About 20 rows, computed on demand: the illustrative technical sheet of a version (CAT-05). */
export const technicalSheet = (version: Version): readonly TechnicalRow[] => {
  const draw = dice(`${version.model.codenames[0]}/${version.Nombre}`)
  return [
    ...section('Motor', engineRows(version)),
    ...section('Transmisión', gearRows(version, draw)),
    ...section('Dimensiones', sizeRows(version)),
    ...section('Seguridad', safetyRows(version, draw)),
    ...section('Confort', comfortRows(version, draw)),
  ]
}

type Line = readonly [name: string, value: string]

const section = (Seccion: string, lines: readonly Line[]): TechnicalRow[] =>
  lines.map(([Datos, Valor]) => ({ Seccion, Valor, Datos }))

const engineRows = (version: Version): Line[] => {
  const cm3 = Number.parseInt(version.Cilindrada, 10)
  const power: Line[] = [
    ['Combustible', version.Propulsion],
    ['Potencia', version.Potencia],
  ]
  if (cm3 === 0) return [...power, ['Motor', 'Eléctrico'], ['Carga rápida', 'Sí']]
  const named = /\b[VWRBL](\d+)\b/.exec(version.Nombre)?.[1]
  const cylinders = named ?? (cm3 <= 1000 ? '3' : cm3 < 3200 ? '4' : cm3 < 4300 ? '6' : '8')
  return [
    ...power,
    ['Cilindrada', version.Cilindrada],
    ['Cilindros', cylinders],
    [
      'Alimentación',
      version.Propulsion === 'Diésel' ? 'Inyección directa common rail' : 'Inyección electrónica multipunto',
    ],
  ]
}

const gearRows = (version: Version, draw: Dice): Line[] => {
  const isElectric = version.Cilindrada === '0 cm3'
  const gears = version.Transmision === 'Manual' ? 5 + draw(2) : 6 + draw(3)
  const axle = version.Carroceria === 'Pick-up' && version.Segmento !== 'Pick-up chica' ? 'Trasera' : 'Delantera'
  return [
    ['Tipo de caja', version.Transmision],
    ['Marchas', isElectric ? '1' : /\bCVT\b/.test(version.Nombre) ? 'Variador continuo' : String(gears)],
    ['Tracción', version.Nombre.includes('4x4') ? 'Integral' : axle],
  ]
}

/** Sizes are the model's own: the versions of one body style measure the same. */
const sizeRows = ({ model, Carroceria, Segmento }: Version): Line[] => {
  const draw = dice(`${model.brand.codenames[0]}/${model.codenames[0]}/${Carroceria}`)
  const [length, width, height, wheelbase, boot] = measures[Carroceria] ?? [4400, 1800, 1550, 2650, 400]
  const scale = /chic[oa]$/.test(Segmento) ? 0.95 : /grande$|lujo$/.test(Segmento) ? 1.05 : 1
  const mm = (typical: number): string => `${Math.round(typical * scale) + draw(40)} mm`
  return [
    ['Largo', mm(length)],
    ['Ancho', mm(width)],
    ['Alto', mm(height)],
    ['Distancia entre ejes', mm(wheelbase)],
    [
      Carroceria === 'Pick-up' ? 'Capacidad de carga' : 'Baúl',
      `${boot + draw(60)} ${Carroceria === 'Pick-up' ? 'kg' : 'l'}`,
    ],
  ]
}

const safetyRows = ({ VersionYear }: Version, draw: Dice): Line[] => {
  const year = VersionYear ?? 2012
  const rows: Line[] = [['ABS', year >= 2014 || draw(2) === 0 ? 'Sí' : 'No']]
  rows.push(['Airbags', year >= 2020 ? String(4 + draw(4)) : year >= 2014 ? String(2 + draw(3)) : String(draw(3))])
  rows.push(['Control de estabilidad', year >= 2022 || (year >= 2016 && draw(2) === 0) ? 'Sí' : 'No'])
  if (year >= 2010) rows.push(['Anclajes Isofix', 'Sí'])
  if (year >= 2020) rows.push(['Frenado autónomo de emergencia', draw(3) === 0 ? 'Sí' : 'No'])
  return rows
}

const comfortRows = ({ VersionYear }: Version, draw: Dice): Line[] => {
  const year = VersionYear ?? 2012
  const rows: Line[] = [
    ['Aire acondicionado', draw(3) === 0 ? 'Climatizador automático' : 'Manual'],
    ['Levantacristales eléctricos', draw(3) === 0 ? 'Delanteros' : 'Delanteros y traseros'],
    ['Control de velocidad crucero', draw(2) === 0 ? 'Sí' : 'No'],
  ]
  if (year >= 2016) rows.push(['Pantalla multimedia', `${7 + draw(4)} pulgadas`])
  return rows
}
