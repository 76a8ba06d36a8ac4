import type { Brand, Catalogue, Model, Version } from '../../src/model/world/catalogue.ts'

/** Source of a test catalogue: brands (`Name codename`), models, and versions as `Name|year|cm3|CV|fuel`. */
type Sketch = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>

/** Builds a small catalogue for tests. Ids count from 1 for brands, 205 for models and 1001 for versions. */
export function catalogueOf(sketch: Sketch): Catalogue {
  const brands: Brand[] = []
  const models: Model[] = []
  const versions: Version[] = []
  for (const [title, modelSketches] of Object.entries(sketch)) {
    const [Nombre = '', codename = ''] = title.split(' ')
    const own: Model[] = []
    const brand = { ...named(brands.length + 1, Nombre, 'marcas'), codenames: [codename], models: own }
    brands.push(brand)
    for (const [name, lines] of Object.entries(modelSketches)) {
      const ofModel: Version[] = []
      const place = {
        ...named(205 + models.length, name, 'modelos'),
        Carrocerias: ['Sedán'],
        Segmento: 'Mediano',
      }
      const model: Model = { ...place, brand, versions: ofModel }
      for (const line of lines) ofModel.push(versionOf(model, line, 1001 + versions.length + ofModel.length))
      versions.push(...ofModel)
      own.push(model)
      models.push(model)
    }
  }
  return { brands, models, versions, fuels: [], bodyStyles: [], regions: [], cities: [], currencies: [] }
}

function versionOf(model: Model, line: string, id: number): Version {
  const [Nombre = '', year = '', volume = '0', power = '0', Propulsion = 'Nafta'] = line.split('|')
  return {
    ...named(id, Nombre, 'versiones'),
    model,
    VersionYear: year === '' ? null : Number(year),
    Propulsion,
    Transmision: /\b(AT|CVT|DSG)\b/.test(Nombre) ? 'Automática' : 'Manual',
    Potencia: `${power} CV`,
    Cilindrada: `${volume} cm3`,
    Carroceria: 'Sedán',
    Segmento: model.Segmento,
    Origen: null,
    Garantia: null,
    Precio: null,
    Colores: [],
    ActualmenteDisponible: false,
  }
}

const named = (id: number, Nombre: string, noun: string) => ({
  id,
  Nombre,
  codenames: [Nombre.toLowerCase().replace(/[^a-z0-9]+/g, '-')],
  path: `/v3/${noun}/${id}`,
})
