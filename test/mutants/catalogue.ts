import {
  accepts,
  bodyAt,
  everywhere,
  having,
  heardAt,
  relabelledAs,
  saidAt,
  statusAt,
  without,
} from './exchange-mistakes.ts'
import type { Mutant } from './wrong-server.ts'

const BRANDS = /\/marcas\/bestmatch/
const MODELS = /\/modelos\/bestmatch/
const VERSION = /\/versiones\/\d+$/

const json = (body: unknown) => () =>
  new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } })

const searchMutants: readonly Mutant[] = [
  {
    clause: 'catalogue/a-listed-brand-is-found-by-name',
    name: 'full names are not known',
    serve: statusAt(BRANDS, 400),
  },
  {
    clause: 'catalogue/a-listed-brand-is-found-by-name',
    name: 'the first brand always',
    serve: bodyAt(BRANDS, having({ Nombre: 'Audi' })),
  },
  {
    clause: 'catalogue/a-brand-is-found-by-codename',
    name: 'codenames are not known',
    serve: statusAt(/bestmatch\?make=volkswagen/, 400),
  },
  {
    clause: 'catalogue/a-brand-is-found-by-address',
    name: 'addresses are not known',
    serve: statusAt(/bestmatch\?make=.*v3/, 404),
  },
  {
    clause: 'catalogue/a-brand-is-found-by-address',
    name: 'whole addresses are not known',
    serve: statusAt(/bestmatch\?make=http/, 400),
  },
  {
    clause: 'catalogue/a-model-is-found-by-codename',
    name: 'codenames of models are not known',
    serve: statusAt(/model=polo/, 400),
  },
  {
    clause: 'catalogue/a-model-is-found-by-address',
    name: 'paths of models are not known',
    serve: statusAt(/model=%2F/, 400),
  },
  {
    clause: 'catalogue/a-model-is-found-within-its-brand',
    name: 'the brand is not regarded',
    serve: bodyAt(MODELS, having({ Marca: 'Seat' })),
  },
  {
    clause: 'catalogue/a-model-is-found-with-its-body-style',
    name: 'bodystyle finds nothing',
    serve: statusAt(/bodystyle=Hatchback/, 400),
  },
  {
    clause: 'catalogue/a-body-style-that-matches-nothing',
    name: 'an unknown body style is a fault',
    serve: statusAt(/bodystyle=/, 500),
  },
  {
    clause: 'catalogue/brand-needs-make',
    name: 'any brand without make',
    serve: saidAt(/\/marcas\/bestmatch$/, json({ Nombre: 'Audi' })),
  },
  { clause: 'catalogue/model-needs-make', name: 'a fault without make', serve: relabelledAs(400, { status: 500 }) },
  {
    clause: 'catalogue/model-needs-model',
    name: 'a conflict without model',
    serve: relabelledAs(400, { status: 409 }),
  },
  {
    clause: 'catalogue/brand-without-a-match',
    name: 'null without a match',
    serve: saidAt(/zzqxjvkw/, json(null)),
  },
  { clause: 'catalogue/model-without-a-match', name: '204 without a match', serve: relabelledAs(400, { status: 204 }) },
]

const versionMutants: readonly Mutant[] = [
  {
    clause: 'catalogue/a-version-is-a-summary-or-a-detail',
    name: 'a summary without Potencia',
    serve: bodyAt(VERSION, without('Potencia')),
  },
  {
    clause: 'catalogue/a-version-is-a-summary-or-a-detail',
    name: 'a detail without Colores',
    profile: { 'catalogue/detail-media-type': 'json' },
    serve: bodyAt(VERSION, without('Colores')),
  },
  {
    clause: 'catalogue/a-summary-has-its-members',
    name: 'VersionYear is a text',
    serve: bodyAt(VERSION, everywhere('VersionYear', String)),
  },
  {
    clause: 'catalogue/a-detail-has-its-members',
    name: 'InfoTecnica is one text',
    serve: bodyAt(VERSION, (body) => ('InfoTecnica' in body ? { ...body, InfoTecnica: 'Motor 1.6' } : body)),
  },
  {
    clause: 'catalogue/a-detail-has-its-members',
    name: 'ActualmenteDisponible is a text',
    serve: bodyAt(VERSION, everywhere('ActualmenteDisponible', String)),
  },
  {
    clause: 'catalogue/a-version-ref-has-its-members',
    name: 'the ref is any ref',
    serve: bodyAt(VERSION, ({ href, title }) => ({ href, title })),
  },
  {
    clause: 'catalogue/a-version-is-of-its-model',
    name: 'versions of another model',
    serve: bodyAt(VERSION, having({ Modelo: 'Gol' })),
  },
  {
    clause: 'catalogue/the-version-search-answers',
    name: 'the search is a fault',
    serve: statusAt(/\/versiones\/bestmatch/, 500),
  },
]

const lists: Readonly<Record<string, RegExp>> = {
  'agencias-are-listed': /\/agencias$/,
  'regiones-are-listed': /\/regiones$/,
  'monedas-are-listed': /\/monedas$/,
  'propulsiones-are-listed': /\/propulsiones$/,
  'carrocerias-are-listed': /\/carrocerias$/,
  'marcas-are-listed': /\/marcas$/,
  'models-are-listed-by-brand': /\/modelos\?marca=/,
  'versions-are-listed-by-model': /\/versiones\?modelo=/,
  'cities-are-listed-by-region': /\/ciudades\?region=/,
}

const listMutants = Object.entries(lists).flatMap(([words, at]): Mutant[] => [
  { clause: `catalogue/${words}`, name: 'a bare array', serve: saidAt(at, json([])) },
  {
    clause: `catalogue/${words}`,
    name: 'entries that are names',
    serve: bodyAt(at, (body) => ({ ...body, _entries: ['one', 'two'] })),
  },
  { clause: `catalogue/${words}`, name: 'nothing there', serve: statusAt(at, 404) },
])

export const catalogueMutants: readonly Mutant[] = [
  ...searchMutants,
  ...versionMutants,
  ...listMutants,
  {
    clause: 'catalogue/a-version-ref-has-its-members',
    name: 'refs are full forms',
    serve: heardAt(VERSION, { Accept: 'application/json' }, accepts(/ref/)),
  },
]
