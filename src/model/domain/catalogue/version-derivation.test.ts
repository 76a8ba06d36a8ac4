import { expect, it } from 'vitest'
import type { Brand, Model, Version } from '../../world/catalogue.ts'
import { toCodename } from './codename.ts'
import type { BrandTraits, ModelSource } from './source-schemas.ts'
import { technicalSheet } from './technical-sheet.ts'
import { deriveVersions, NEWEST_MODEL_YEAR, versionPhotoPath } from './version-derivation.ts'

const volkswagen: BrandTraits = {
  Nombre: 'Volkswagen',
  codenames: ['volkswagen', 'vw'],
  guarantee: '3 años o 100.000 km',
  naming: 'engine first',
  premium: false,
}

const amarok: ModelSource = {
  Nombre: 'Amarok',
  codenames: ['amarok'],
  bodies: ['Pick-up'],
  segment: 'Pick-up mediana',
  years: [2010, null],
  origin: 'Argentina',
  engines: [
    [1968, 180, 'Diésel', 'TDI'],
    [2967, 258, 'Diésel', 'V6 TDI'],
  ],
  trims: ['Trendline', 'Comfortline', 'Highline', 'Extreme'],
  gearboxes: ['MT6', 'AT8'],
  drives: ['4x2', '4x4'],
  versions: 1,
}

const derive = (source: Partial<ModelSource> = {}, traits: Partial<BrandTraits> = {}): Version[] => {
  const all = { ...amarok, ...source }
  const brand: Brand = {
    id: 1,
    Nombre: 'Volkswagen',
    codenames: ['volkswagen'],
    path: '/v3/marcas/1',
    models: [],
  }
  const model: Model = {
    id: 100,
    Nombre: all.Nombre,
    codenames: all.codenames,
    path: '/v3/modelos/100',
    brand,
    Carrocerias: all.bodies,
    Segmento: all.segment,
    versions: [],
  }
  return deriveVersions(model, { source: all, brand: { ...volkswagen, ...traits }, firstId: 10_001 })
}

it('equal source data give equal versions', () => {
  expect(derive()).toEqual(derive())
})

it('another codename gives another choice of versions', () => {
  const names = (versions: Version[]) => versions.map(({ Nombre, VersionYear }) => `${Nombre} ${VersionYear}`)
  expect(names(derive())).not.toEqual(names(derive({ codenames: ['saveiro'] })))
})

it('the newest year offers every trim once', () => {
  const newest = derive().filter((version) => version.VersionYear === NEWEST_MODEL_YEAR)
  const trims = newest.map((version) => amarok.trims.find((trim) => version.Nombre.includes(trim)))
  expect(trims).toEqual(amarok.trims)
})

it('the plainest trim has the small engine, a clutch and 4x2; the richest the big engine, an automatic gearbox and 4x4', () => {
  const versions = derive()
  const named = (trim: string) =>
    new Set(versions.filter((one) => one.Nombre.includes(trim)).map((one) => one.Nombre))
  expect(named('Trendline')).toEqual(new Set(['2.0 TDI Trendline 4x2 MT']))
  expect(named('Extreme')).toEqual(new Set(['V6 3.0 TDI Extreme 4x4 AT']))
})

it('a brand that puts the trim first is written so', () => {
  const engines: ModelSource['engines'] = [[1987, 170, 'Nafta']]
  const [version] = derive(
    { bodies: ['Sedán'], engines, trims: ['XEi'], gearboxes: ['CVT'], drives: undefined },
    { naming: 'trim first' },
  )
  expect(version).toMatchObject({ Nombre: 'XEi 2.0 CVT', Transmision: 'Automática', Cilindrada: '1987 cm3' })
})

it('a model with one manual gearbox and one body style says its doors', () => {
  const [version] = derive({
    bodies: ['Hatchback'],
    engines: [[1598, 101, 'Nafta']],
    gearboxes: ['MT5'],
    drives: undefined,
  })
  expect(version?.Nombre).toBe('1.6 Trendline 5P')
})

it('engines with the same name get their power added', () => {
  const engines: ModelSource['engines'] = [
    [1968, 140, 'Diésel', 'TDI'],
    [1968, 180, 'Diésel', 'TDI'],
  ]
  const names = derive({ engines }).map((version) => version.Nombre)
  expect(names.every((name) => /^2\.0 TDI (140|180)CV /.test(name))).toBe(true)
})

it('an electric car is automatic, has 0 cm3 and a technical sheet without cylinders', () => {
  const [version] = derive({ engines: [[0, 136, 'Eléctrico', '50 kWh']], gearboxes: ['MT5'] })
  expect(version).toMatchObject({ Transmision: 'Automática', Cilindrada: '0 cm3', Propulsion: 'Eléctrico' })
  const sheet = version ? technicalSheet(version) : []
  expect(sheet.map((row) => row.Datos)).not.toContain('Cilindros')
  expect(sheet.find((row) => row.Datos === 'Marchas')?.Valor).toBe('1')
})

it('only the newest year of a model on sale has a price and is available', () => {
  for (const version of derive()) {
    const isNew = version.VersionYear === NEWEST_MODEL_YEAR
    expect([version.ActualmenteDisponible, version.Precio !== null, version.Garantia !== null]).toEqual([
      isNew,
      isNew,
      isNew,
    ])
  }
})

it('a model that left the market has no price and no year after its last', () => {
  const versions = derive({ years: [2010, 2019] })
  expect(versions.map((version) => version.Precio)).toEqual(versions.map(() => null))
  expect(Math.max(...versions.map((version) => version.VersionYear ?? 0))).toBe(2019)
})

it('a richer trim of the same make-up costs more', () => {
  const engines: ModelSource['engines'] = [[1968, 180, 'Diésel']]
  const prices = derive({ engines, gearboxes: ['AT8'], drives: undefined }).flatMap(
    (version) => version.Precio?.Importe ?? [],
  )
  expect(prices).toEqual([...prices].sort((a, b) => a - b))
  expect(new Set(prices).size).toBe(amarok.trims.length)
})

it('the photo path names the body style and one of the colours as codenames', () => {
  for (const version of derive()) {
    const colour = versionPhotoPath(version).match(
      /^\/_playa\/photos\/1280x720\/pick-up\/([a-z-]+)\/1\.svg$/,
    )?.[1]
    expect(version.Colores.map(toCodename)).toContain(colour)
  }
})

it('accents, spaces and signs leave a codename', () => {
  expect(toCodename('Citroën  C4 Cactus')).toBe('citroen-c4-cactus')
  expect(toCodename('up!')).toBe('up')
})
