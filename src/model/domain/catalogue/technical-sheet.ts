import { createTextPrng, type TextPrng } from '../../../lib/random/text-prng.ts'
import type { TechnicalRow, Version } from '../../world/catalogue.ts'

/** Typical length, width, height and wheelbase in mm, and boot in litres, by body style. */
const TYPICAL_SIZES: Readonly<Record<string, readonly [number, number, number, number, number]>> = {
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

/** Generates the illustrative technical sheet of a version, about 20 rows (CAT-05). */
export const technicalSheet = (version: Version): readonly TechnicalRow[] => {
  const draw = createTextPrng(`${version.model.codenames[0]}/${version.Nombre}`)
  return [
    ...section('Motor', engineRows(version)),
    ...section('Transmisión', gearRows(version, draw)),
    ...section('Dimensiones', sizeRows(version)),
    ...section('Seguridad', safetyRows(version, draw)),
    ...section('Confort', comfortRows(version, draw)),
  ]
}

type SheetLine = readonly [name: string, value: string]

const section = (Seccion: string, lines: readonly SheetLine[]): TechnicalRow[] =>
  lines.map(([Datos, Valor]) => ({ Seccion, Valor, Datos }))

const engineRows = (version: Version): SheetLine[] => {
  const cm3 = Number.parseInt(version.Cilindrada, 10)
  const power: SheetLine[] = [
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

const gearRows = (version: Version, draw: TextPrng): SheetLine[] => {
  const isElectric = version.Cilindrada === '0 cm3'
  const gears = version.Transmision === 'Manual' ? 5 + draw(2) : 6 + draw(3)
  const axle =
    version.Carroceria === 'Pick-up' && version.Segmento !== 'Pick-up chica' ? 'Trasera' : 'Delantera'
  return [
    ['Tipo de caja', version.Transmision],
    ['Marchas', isElectric ? '1' : /\bCVT\b/.test(version.Nombre) ? 'Variador continuo' : String(gears)],
    ['Tracción', version.Nombre.includes('4x4') ? 'Integral' : axle],
  ]
}

/** Sizes depend on the model and body style only, so that all versions of both are the same size. */
const sizeRows = ({ model, Carroceria, Segmento }: Version): SheetLine[] => {
  const draw = createTextPrng(`${model.brand.codenames[0]}/${model.codenames[0]}/${Carroceria}`)
  const [length, width, height, wheelbase, boot] = TYPICAL_SIZES[Carroceria] ?? [4400, 1800, 1550, 2650, 400]
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

const safetyRows = ({ VersionYear }: Version, draw: TextPrng): SheetLine[] => {
  const year = VersionYear ?? 2012
  const rows: SheetLine[] = [['ABS', year >= 2014 || draw(2) === 0 ? 'Sí' : 'No']]
  rows.push([
    'Airbags',
    year >= 2020 ? String(4 + draw(4)) : year >= 2014 ? String(2 + draw(3)) : String(draw(3)),
  ])
  rows.push(['Control de estabilidad', year >= 2022 || (year >= 2016 && draw(2) === 0) ? 'Sí' : 'No'])
  if (year >= 2010) rows.push(['Anclajes Isofix', 'Sí'])
  if (year >= 2020) rows.push(['Frenado autónomo de emergencia', draw(3) === 0 ? 'Sí' : 'No'])
  return rows
}

const comfortRows = ({ VersionYear }: Version, draw: TextPrng): SheetLine[] => {
  const year = VersionYear ?? 2012
  const rows: SheetLine[] = [
    ['Aire acondicionado', draw(3) === 0 ? 'Climatizador automático' : 'Manual'],
    ['Levantacristales eléctricos', draw(3) === 0 ? 'Delanteros' : 'Delanteros y traseros'],
    ['Control de velocidad crucero', draw(2) === 0 ? 'Sí' : 'No'],
  ]
  if (year >= 2016) rows.push(['Pantalla multimedia', `${7 + draw(4)} pulgadas`])
  return rows
}
