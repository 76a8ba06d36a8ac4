import { type Answer, Findings, notFound, ok } from '../http/answers.ts'
import type { Call } from '../http/call.ts'
import { extended, withMemberFault } from '../http/document-changes.ts'
import { asking, block, template, to } from '../http/href.ts'
import { brandOf, modelOf } from '../publications/vehicle.ts'
import { folded, matched } from './best-match.ts'
import { brandShown, modelShown, trimShown } from './view.ts'

/** Shows the entry point: GET /v3. */
export const readEntry = (call: Call): Answer =>
  ok(
    extended(
      call,
      withMemberFault(call, 'entrada', {
        Agencias: block({ directorio: to('directorio'), buscar: template(['texto'], 'directorio') }),
        Regiones: block({ regiones: to('territorio', 'regiones') }),
        Ciudades: block({ ciudades: template(['en-region', 'texto'], 'territorio', 'ciudades') }),
        Monedas: block({ divisas: to('divisas') }),
        Propulsiones: block({ combustibles: to('combustibles') }),
        Carrocerias: block({ siluetas: to('siluetas') }),
        Marcas: block({
          fabricantes: to('fabricantes'),
          parecida: template(['make'], 'marcas', 'bestmatch'),
        }),
        Modelos: block({
          lineas: template(['de-fabricante', 'texto'], 'lineas'),
          parecido: template(['make', 'model', 'bodystyle'], 'modelos', 'bestmatch'),
        }),
        Versiones: block({
          gamas: template(['de-linea', 'texto'], 'gamas'),
          parecida: template(['marca', 'modelo', 'anio', 'caja', 'combustible'], 'gamas', 'parecida'),
        }),
        AppNotificaciones: block({ temas: to('appnotificaciones') }),
        _links: { self: to() },
      }),
    ),
  )

/** Shows a version: GET /v3/versiones/{id}. */
export const readTrim = (call: Call): Answer => {
  const found = call.world.catalogue.trims.find(({ id }) => String(id) === call.params['number'])
  const isEmpty = found === undefined && call.choices.notFoundFault === 'version'
  if (isEmpty) return ok({ Marca: null, Modelo: null, Nombre: null, _links: {} })
  return found === undefined ? notFound(call, 'No hay tal versión.') : ok(trimShown(call, found))
}

const unmatched = (call: Call, name: string): never => {
  if (call.choices.noMatch === 404) notFound(call, 'Nada se le parece.')
  const findings = new Findings(call)
  findings.add(name, 'Nada se le parece.')
  findings.settle()
  throw new Error('findings refuse')
}

const needed = (call: Call, ...names: string[]): string[] => {
  const findings = new Findings(call)
  for (const name of names) if ((call.query.get(name) ?? '').trim() === '') findings.add(name, 'Se necesita.')
  findings.settle()
  return names.map((name) => call.query.get(name) ?? '')
}

const nearest = <T>(call: Call, rows: readonly T[]): T | undefined =>
  call.choices.noMatch === 'nearest' ? rows[0] : undefined

/** Finds the best brand: GET /v3/marcas/bestmatch. */
export const bestBrand = (call: Call): Answer => {
  const [make = ''] = needed(call, 'make')
  const found = brandOf(call, make, 'make') ?? nearest(call, call.world.catalogue.brands)
  return ok(brandShown(call, found ?? unmatched(call, 'make')))
}

/** Finds the best model: GET /v3/modelos/bestmatch. */
export const bestModel = (call: Call): Answer => {
  const [make = '', model = ''] = needed(call, 'make', 'model')
  const { catalogue } = call.world
  const brand = brandOf(call, make, 'make') ?? nearest(call, catalogue.brands) ?? unmatched(call, 'make')
  const rows = catalogue.models.filter((row) => row.brand === brand)
  const search = { asker: 'model', isPartAllowed: true }
  const found = modelOf(call, model, brand, search) ?? nearest(call, rows) ?? unmatched(call, 'model')
  const style = call.query.get('bodystyle') ?? ''
  const body = matched(call.world, catalogue.bodies, style, { asker: 'bodystyle' })
  const isStray = style !== '' && !found.bodies.includes(body?.name ?? '')
  if (isStray && call.choices.bodystyleNoMatch === 'refused') unmatched(call, 'bodystyle')
  return ok(modelShown(call, found))
}

/** Finds versions by technical data, at an address of this service's own. */
export const bestTrims = (call: Call): Answer => {
  const [make = '', model = ''] = needed(call, 'marca', 'modelo')
  const brand = brandOf(call, make) ?? unmatched(call, 'marca')
  const found = modelOf(call, model, brand, { isPartAllowed: true }) ?? unmatched(call, 'modelo')
  const is = (name: string, value: string | number | null): boolean => {
    const asked = folded(call.query.get(name) ?? '')
    return asked === '' || folded(String(value)).startsWith(asked)
  }
  const rows = call.world.catalogue.trims.filter(
    ({ model: own, year, gearbox, fuel }) =>
      own === found && is('anio', year) && is('caja', gearbox) && is('combustible', fuel),
  )
  const entries = rows.map((trim) => trimShown(call, trim))
  const links = { self: asking(Object.fromEntries(call.query), 'gamas', 'parecida') }
  if (call.choices.trimMatch === 'single') return ok({ Elegida: entries[0] ?? null, _links: links })
  return ok({ _entries: entries, _links: links })
}
