import type { Call } from '../http/call.ts'
import { extended, withMemberFault } from '../http/document-changes.ts'
import { asking, block, Href, type Link, to } from '../http/href.ts'
import { titleOf } from '../publications/view.ts'
import type { Brand, Model, Named, Trim } from './catalogue.ts'

/** Links a row to itself. */
export const selfOf = (row: Named): { self: Link } => ({ self: to(...row.path) })
/** Shows a row in short. */
export const refOf = (row: Named, title = row.name) => ({ href: new Href(row.path), title })

/** Shows a brand. */
export const brandShown = (call: Call, brand: Brand) =>
  call.form === 'ref'
    ? withMemberFault(call, 'marcaRef', refOf(brand))
    : extended(
        call,
        withMemberFault(call, 'marca', {
          Nombre: brand.name,
          Codenames: call.choices.showsCodenames ? [...new Set([brand.codename, ...brand.aliases])] : [],
          Modelos: block({ lineas: asking({ 'de-fabricante': String(brand.id) }, 'lineas') }),
          _links: selfOf(brand),
        }),
      )

/** Shows a model. */
export const modelShown = (call: Call, model: Model) =>
  call.form === 'ref'
    ? withMemberFault(call, 'modeloRef', refOf(model, `${model.brand.name} ${model.name}`))
    : extended(
        call,
        withMemberFault(call, 'modelo', {
          Marca: model.brand.name,
          Nombre: model.name,
          Codename: model.codename,
          Carrocerias: model.bodies,
          Versiones: block({ gamas: asking({ 'de-linea': String(model.id) }, 'gamas') }),
          _links: selfOf(model),
        }),
      )

const identity = ({ model, name, codename, body }: Trim) => ({
  Marca: model.brand.name,
  Modelo: model.name,
  Nombre: name,
  Codename: codename,
  Carroceria: body,
  Segmento: body === 'SUV' || body === 'Pickup' ? 'Todo terreno' : 'Urbano',
})

const yearOf = ({ choices }: Call, { year }: Trim): number | null => (choices.versionYears ? year : null)

const detailShown = (call: Call, trim: Trim) => {
  const { detailNulls, detailPrice } = call.choices
  const price = { valor: { Moneda: 'USD', Importe: 24500 }, number: 24500, null: null }[detailPrice]
  return withMemberFault(call, 'detalle', {
    VersionYear: yearOf(call, trim),
    Origen: detailNulls ? null : 'Brasil',
    Garantia: detailNulls ? null : '3 años o 100.000 km',
    Foto: `https://fotos.vidriera.example/gamas/${trim.id}.jpg`,
    Precio: trim.isSold ? price : null,
    Colores: detailNulls ? [] : ['Blanco', 'Gris Perla'],
    ActualmenteDisponible: trim.isSold,
    InfoTecnica: [
      { Seccion: 'Motor', Valor: 'Potencia', Datos: trim.power },
      { Seccion: 'Motor', Valor: 'Cilindrada', Datos: trim.displacement },
    ],
    ...identity(trim),
    _links: selfOf(trim),
  })
}

/** Shows a version in short, in sum or in detail. */
export const trimShown = (call: Call, trim: Trim) => {
  const { choices, form } = call
  const { model, name } = trim
  const title = titleOf(choices, [model.brand.name, model.name, name, trim.year])
  const own = { Marca: model.brand.name, Modelo: model.name, Version: name, VersionYear: yearOf(call, trim) }
  if (form === 'ref') return withMemberFault(call, 'versionRef', { ...own, ...refOf(trim, title) })
  const isAsked =
    form === 'detail' || (choices.versionDetail === 'query' && call.query.get('ficha') === 'larga')
  if (isAsked || (choices.versionDetail === 'available' && trim.isSold)) return detailShown(call, trim)
  return extended(
    call,
    withMemberFault(call, 'version', {
      VersionYear: yearOf(call, trim),
      Propulsion: trim.fuel,
      Transmision: trim.gearbox,
      Potencia: trim.power,
      Cilindrada: trim.displacement,
      ...identity(trim),
      _links: choices.versionDetail === 'query' ? { ...selfOf(trim), ficha: ficha(trim) } : selfOf(trim),
    }),
  )
}

const ficha = ({ path }: Trim): Link => asking({ ficha: 'larga' }, ...path)
