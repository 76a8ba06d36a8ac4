import { toCodename } from './codename.ts'
import type { BrandTraits, ModelSource } from './source-schemas.ts'

/** An engine of a model, with its name. */
export interface Engine {
  readonly spec: ModelSource['engines'][number]
  readonly name: string
  readonly Potencia: string
  readonly Cilindrada: string
}

/** A gearbox of a model, with its name; empty for the only manual one. */
export interface Gearbox {
  readonly name: string
  readonly isManual: boolean
}

/** The parts of a version's name. */
export interface VersionParts {
  readonly trim: string
  readonly engine: Engine
  readonly gearbox: Gearbox
  readonly drive: string
  readonly body: string
}

/**
 * Builds the name and the codename from the same parts, so that the cache of `toCodename` covers nearly all
 * of them.
 */
export const versionName = (
  parts: VersionParts,
  source: ModelSource,
  brand: BrandTraits,
): { Nombre: string; codename: string } => {
  const { engine, gearbox, trim, drive, body } = parts
  const isEngineFirst = brand.naming === 'engine first'
  const isBare = isEngineFirst && !drive && !gearbox.name
  const mark = source.bodies.length > 1 || isBare ? (BODY_SUFFIXES[body] ?? '') : ''
  let Nombre = isEngineFirst ? engine.name : trim
  let codename = toCodename(Nombre)
  for (const part of [isEngineFirst ? trim : engine.name, drive, gearbox.name, mark]) {
    if (part === '') continue
    Nombre = Nombre === '' ? part : `${Nombre} ${part}`
    codename = codename === '' ? toCodename(part) : `${codename}-${toCodename(part)}`
  }
  return { Nombre, codename }
}

/**
 * Names gearboxes: with the number of gears where the model has two of a kind, empty where a manual is the
 * only one.
 */
export const gearboxesOfModel = ({ gearboxes }: ModelSource): Gearbox[] => {
  const kinds = gearboxes.map((gearbox) => gearbox.replace(/\d+$/, ''))
  return gearboxes.map((gearbox, index) => {
    const kind = kinds[index] ?? gearbox
    const isManual = kind === 'MT'
    const isShared = kinds.indexOf(kind) !== kinds.lastIndexOf(kind)
    return { name: isManual && kinds.length === 1 ? '' : isShared ? gearbox : kind, isManual }
  })
}

/**
 * Names engines: `1.6`, `3.0 TDI`, `V6 3.0 TDI`, with the power where two engines of the model have the same
 * name.
 */
export const enginesOfModel = ({ engines }: ModelSource): Engine[] => {
  const names = engines.map(plainEngineName)
  return engines.map((spec, index) => {
    const plain = names[index] ?? ''
    const isShared = names.indexOf(plain) !== names.lastIndexOf(plain)
    const name = isShared ? `${plain} ${spec[1]}CV`.trim() : plain
    return { spec, name, Potencia: `${spec[1]} CV`, Cilindrada: `${spec[0]} cm3` }
  })
}

const HYBRID_LABELS: Readonly<Record<string, string>> = {
  Híbrido: 'HEV',
  'Híbrido ligero': 'MHEV',
  'Híbrido enchufable': 'PHEV',
}

const plainEngineName = ([cm3, , fuel, label = '']: ModelSource['engines'][number]): string => {
  const litres = cm3 === 0 ? '' : (Math.round(cm3 / 100) / 10).toFixed(1)
  const kind = label || (HYBRID_LABELS[fuel] ?? '')
  const cylinders = /^[VWRBL]\d+/.exec(kind)?.[0] ?? ''
  return [cylinders, litres, kind.slice(cylinders.length).trim()].filter(Boolean).join(' ')
}

const BODY_SUFFIXES: Readonly<Record<string, string>> = {
  Sedán: '4P',
  Hatchback: '5P',
  Coupé: 'Coupé',
  Cabriolet: 'Cabrio',
  Familiar: 'SW',
  Furgón: 'Furgón',
  Minibús: 'Minibús',
  'Chasis cabina': 'Chasis',
}
