import { expect, it } from 'vitest'
import { catalogueOf } from '../../../../test/best-match/miniature-catalogue.ts'
import { matchTechnicalData, parseCubicCentimetres, parseHorsepower } from './technical-data-match.ts'

const catalogue = catalogueOf({
  'Toyota toyota': {
    Corolla: [
      'XLi 1.8 MT|2019|1798|140|Nafta',
      'XEi 2.0 MT|2020|1987|170|Nafta',
      'XEi 2.0 CVT|2020|1987|170|Nafta',
      'SEG 1.8 HEV CVT|2020|1798|122|Híbrido',
    ],
  },
})
const [model] = catalogue.models
const found = (data: object) => matchTechnicalData(catalogue, { model: model!, ...data })

it('technical data without a trim leave the one version that meets them all', () => {
  expect(found({ fuel: 'Híbrido' }).match?.Nombre).toBe('SEG 1.8 HEV CVT')
  expect(found({ displacement: '2.0', transmission: 'Manual' }).match?.Nombre).toBe('XEi 2.0 MT')
  expect(found({ power: '125 kW', transmission: 'Automática' }).match?.Nombre).toBe('XEi 2.0 CVT')
  expect(found({ year: 2019 }).match?.Nombre).toBe('XLi 1.8 MT')
})

it('data that several versions meet are not a match, and those versions are the candidates', () => {
  const { match, candidates } = found({ displacement: '1987 cm3' })
  expect(match).toBeNull()
  expect(candidates.map(({ Nombre }) => Nombre)).toEqual(['XEi 2.0 MT', 'XEi 2.0 CVT'])
})

it('data that no version meets are not a match, and the versions that meet most of them are the candidates', () => {
  const { match, candidates } = found({ fuel: 'Híbrido', transmission: 'Manual', displacement: '1.8' })
  expect(match).toBeNull()
  expect(candidates.map(({ Nombre }) => Nombre)).toEqual(['SEG 1.8 HEV CVT', 'XLi 1.8 MT'])
  expect(found({ displacement: 'grande' })).toEqual({ match: null, candidates: [] })
})

it('a trim is one of the data, and an unknown one is not explained away', () => {
  expect(found({ trim: 'xei', transmission: 'Automática' }).match?.Nombre).toBe('XEi 2.0 CVT')
  expect(found({ trim: 'Pampa', fuel: 'Híbrido' }).match).toBeNull()
})

it('displacement is read in litres and cubic centimetres', () => {
  const texts = [
    '1.6',
    '1,6',
    '1.6 L',
    '1598',
    '1598 cm3',
    '1600cc',
    '0',
    'x',
    '',
    '1.6 nafta',
    '9'.repeat(9_000),
  ]
  expect(texts.map(parseCubicCentimetres)).toEqual([
    1600,
    1600,
    1600,
    1598,
    1598,
    1600,
    0,
    null,
    null,
    null,
    null,
  ])
})

it('power is read in CV, hp and kW', () => {
  const texts = ['110', '110 CV', '110cv', '110hp', '81 kW', 'x', '', '__proto__', '110 toString']
  expect(texts.map(parseHorsepower).map((power) => power && Math.round(power))).toEqual([
    110,
    110,
    110,
    112,
    110,
    null,
    null,
    null,
    null,
  ])
})
