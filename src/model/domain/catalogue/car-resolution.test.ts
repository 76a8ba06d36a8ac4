import { expect, it } from 'vitest'
import { readCatalogue } from '../../../sandbox/fixtures/catalogue.ts'
import { type CarInput, identifyCar, type ResolutionRules } from './car-resolution.ts'

const catalogue = readCatalogue()
const RULES: ResolutionRules = {
  keepsUnresolved: false,
  requiresNames: true,
  ordinaryWordsName: false,
  malformed: [false, false],
}

/** Returns brand and model of the car, or the members that are refused. */
function carOf(sent: CarInput): string {
  const { car, issues } = identifyCar(catalogue, sent, RULES)
  const members = ['Marca', 'Modelo', 'Version'].filter((member) => issues.hasIssueAt(member))
  return members.length > 0 ? `400 ${members.join(' ')}` : `${car.Marca} ${car.Modelo}`
}

type Certainty = 'absent' | 'sure' | 'unsure' | 'nonsense'

/** A value of each certainty; an unsure one is a word of ordinary language that sounds like a name. */
const MARCAS: Readonly<Record<Certainty, string | undefined>> = {
  absent: undefined,
  sure: 'Toyota',
  unsure: 'toyta',
  nonsense: 'patito',
}
const MODELOS: Readonly<Record<Certainty, string | undefined>> = {
  absent: undefined,
  sure: 'Corolla',
  unsure: 'corola',
  nonsense: 'patito',
}
const VERSIONES: Readonly<Record<Certainty, string | undefined>> = {
  absent: undefined,
  sure: 'Toyota Corolla XEi',
  unsure: 'XEi',
  nonsense: 'patito',
}

const CAR = 'Toyota Corolla'
const NEITHER = '400 Marca Modelo'
const MARCA = '400 Marca'
const MODELO = '400 Modelo'

/** By brand and model: the outcome by version absent, sure, unsure, nonsense. */
const OUTCOMES: Readonly<Record<string, readonly [string, string, string, string]>> = {
  'absent absent': [NEITHER, CAR, NEITHER, NEITHER],
  'absent sure': [MARCA, CAR, MARCA, MARCA],
  'absent unsure': [MARCA, CAR, MARCA, MARCA],
  'absent nonsense': [NEITHER, NEITHER, NEITHER, NEITHER],
  'sure absent': [MODELO, CAR, MODELO, MODELO],
  'sure sure': [CAR, CAR, CAR, CAR],
  'sure unsure': [CAR, CAR, CAR, CAR],
  'sure nonsense': [MODELO, MODELO, MODELO, MODELO],
  'unsure absent': [MODELO, CAR, MODELO, MODELO],
  'unsure sure': [CAR, CAR, CAR, CAR],
  'unsure unsure': [CAR, CAR, CAR, CAR],
  'unsure nonsense': [MODELO, MODELO, MODELO, MODELO],
  'nonsense absent': [NEITHER, NEITHER, NEITHER, NEITHER],
  'nonsense sure': [MARCA, MARCA, MARCA, MARCA],
  'nonsense unsure': [MARCA, MARCA, MARCA, MARCA],
  'nonsense nonsense': [MARCA, MARCA, MARCA, MARCA],
}

const CERTAINTIES: readonly Certainty[] = ['absent', 'sure', 'unsure', 'nonsense']

function outcomesWith(VersionYear: number | undefined) {
  return Object.fromEntries(
    CERTAINTIES.flatMap((marca) =>
      CERTAINTIES.map((modelo) => [
        `${marca} ${modelo}`,
        CERTAINTIES.map((version) =>
          carOf({
            Marca: MARCAS[marca],
            Modelo: MODELOS[modelo],
            Version: VERSIONES[version],
            VersionYear,
          }),
        ),
      ]),
    ),
  )
}

it('a version replaces brand and model only when it establishes them, with and without a year', () => {
  expect(outcomesWith(undefined)).toEqual(OUTCOMES)
  expect(outcomesWith(2020)).toEqual(OUTCOMES)
})

it('an empty or null version establishes nothing', () => {
  for (const Version of ['', null, '  '])
    expect([Version, carOf({ Modelo: 'corolla', Version })]).toEqual([Version, MARCA])
})

it('a version of another brand than the model does not replace the brand', () => {
  expect(carOf({ Modelo: 'Corolla', Version: 'Ford Fiesta 1.6' })).toBe(MARCA)
  expect(carOf({ Marca: 'Toyota', Version: 'Ford Fiesta 1.6' })).toBe(MODELO)
})

it('extra words, also before the car, leave a sure model sure', () => {
  expect(carOf({ Version: 'vendo corolla 2018 impecable' })).toBe(CAR)
  expect(carOf({ Marca: 'toyota', Modelo: 'nuevo corolla 1.8 xei' })).toBe(CAR)
})

it('two models that are said equally well are not a car', () => {
  expect(carOf({ Version: 'corolla o amarok' })).toBe(NEITHER)
})

it('a long text is read within its first words, in time that does not grow with the rest', () => {
  const Version = 'patito '.repeat(20_000)
  expect(carOf({ Version })).toBe(NEITHER)
  expect(carOf({ Version: `corolla ${Version}`.slice(0, 250) })).toBe(CAR)
})
