import { type Answer, notFound, ok } from '../http/answers.ts'
import type { Call } from '../http/call.ts'
import { asking, block } from '../http/href.ts'
import { folded } from './best-match.ts'
import type { Brand, City, Model, Named, Trim } from './catalogue.ts'
import { brandShown, modelShown, refOf, selfOf, trimShown } from './view.ts'

interface Listing<T extends Named> {
  readonly path: readonly string[]
  readonly rows: (call: Call) => readonly T[]
  readonly show: (call: Call, row: T) => unknown
  /** Query parameter and owner by which the list is narrowed. */
  readonly owner?: readonly [string, (row: T) => Named]
}

const collection =
  <T extends Named>({ path, rows, show, owner }: Listing<T>) =>
  (call: Call): Answer => {
    const text = folded(call.query.get('texto') ?? '')
    const wanted = owner === undefined ? '' : (call.query.get(owner[0]) ?? '')
    const found = rows(call)
      .filter((row) => folded(row.name).includes(text))
      .filter(
        (row) => wanted === '' || owner === undefined || [owner[1](row)].some((own) => isOwner(own, wanted)),
      )
    const size = call.choices.catalogueListSize
    const page = Number(call.query.get('hoja') ?? 1)
    const cut = size === 0 ? found : found.slice((page - 1) * size, page * size)
    const more = size > 0 && page * size < found.length
    const next = asking({ ...Object.fromEntries(call.query), hoja: String(page + 1) }, ...path)
    const links = {
      self: asking(Object.fromEntries(call.query), ...path),
      ...(more ? { siguiente: next } : {}),
    }
    return ok({ _entries: cut.map((row) => show(call, row)), _links: links })
  }

const isOwner = ({ id, name }: Named, wanted: string): boolean =>
  String(id) === wanted || folded(name) === folded(wanted)

const item =
  <T extends Named>({ rows, show }: Listing<T>) =>
  (call: Call): Answer => {
    const found = rows(call).find(({ id }) => String(id) === call.params['number'])
    return found === undefined ? notFound(call, 'No existe.') : ok(show(call, found))
  }

const word = (call: Call, row: Named) =>
  call.form === 'ref' ? refOf(row) : { Nombre: row.name, Clave: row.codename, _links: selfOf(row) }

const region = (call: Call, row: Named) =>
  call.form === 'ref'
    ? refOf(row)
    : {
        Nombre: row.name,
        ...(call.choices.showsIso ? { Iso3166: row.iso } : {}),
        Localidades: block({ ciudades: asking({ 'en-region': String(row.id) }, 'territorio', 'ciudades') }),
        _links: selfOf(row),
      }

const city = (call: Call, row: City) =>
  call.form === 'ref' ? refOf(row) : { Nombre: row.name, Provincia: row.region.name, _links: selfOf(row) }

const brands: Listing<Brand> = { path: ['fabricantes'], rows: rowsOf('brands'), show: brandShown }
const models: Listing<Model> = {
  path: ['lineas'],
  rows: rowsOf('models'),
  show: modelShown,
  owner: ['de-fabricante', ({ brand }) => brand],
}
const trims: Listing<Trim> = {
  path: ['gamas'],
  rows: rowsOf('trims'),
  show: trimShown,
  owner: ['de-linea', ({ model }) => model],
}
const cities: Listing<City> = {
  path: ['territorio', 'ciudades'],
  rows: rowsOf('cities'),
  show: city,
  owner: ['en-region', (row) => row.region],
}
const regions: Listing<Named> = { path: ['territorio', 'regiones'], rows: rowsOf('regions'), show: region }
const fuels: Listing<Named> = { path: ['combustibles'], rows: rowsOf('fuels'), show: word }
const bodies: Listing<Named> = { path: ['siluetas'], rows: rowsOf('bodies'), show: word }
const currencies: Listing<Named> = { path: ['divisas'], rows: rowsOf('currencies'), show: word }

function rowsOf<K extends keyof Call['world']['catalogue']>(name: K) {
  return (call: Call): Call['world']['catalogue'][K] => call.world.catalogue[name]
}

type Handler = (call: Call) => Answer

const both = <T extends Named>(listing: Listing<T>): [string, Handler][] => [
  [listing.path.join('/'), collection(listing)],
  [`${listing.path.join('/')}/:number`, item(listing)],
]

/** Lists every catalogue list and item that links lead to. */
export const CATALOGUE_LISTS: readonly (readonly [string, Handler])[] = [
  ...both(brands),
  ...both(models),
  ...both(trims).slice(0, 1),
  ...both(regions),
  ...both(cities),
  ...both(fuels),
  ...both(bodies),
  ...both(currencies),
]
