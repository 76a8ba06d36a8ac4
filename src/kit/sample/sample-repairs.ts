import { LEVELS } from '../../api/wire/exposure-level.ts'
import { membersSent, PUBLICATION_MEMBERS, type SentMember } from '../../api/wire/publication-members.ts'
import { sameInAnyCase } from '../../lib/text/same-in-any-case.ts'
import { membersOf } from '../../lib/unknown-values.ts'
import type { CatalogueCar } from './catalogue-car.ts'
import { entriesBehind, type LinkReader } from './catalogue-links.ts'

/** Values for members of a create that a target requires or refuses. */

/** The sources of alternatives. */
export interface RepairSource {
  readonly run: LinkReader
  readonly agency: string
  readonly car: CatalogueCar | undefined
  readonly year: number
  /** URLs of photos that the user knows to be public and large enough. */
  readonly photos: readonly string[]
  /** Returns photos that the run serves, where the service may reach it. */
  readonly servedPhotos?: (() => Promise<readonly string[]>) | undefined
}

/** Removes a member from the create. */
export const ABSENT = Symbol('absent')
/** A member that needs another value in every create. */
export const FRESH = Symbol('fresh')

type Alternatives = (source: RepairSource) => readonly unknown[] | Promise<readonly unknown[]>

/**
 * Photos on a host that does not exist; a service that downloads photos may refuse them
 * (`publications/photos`).
 */
const MADE_UP_PHOTOS = ['https://images.example/1280x720/1.jpg', 'https://images.example/1280x720/2.jpg']

/** Returns the photos that creates send: the user's, else made-up ones. */
export const samplePhotos = ({ photos }: Pick<RepairSource, 'photos'>): readonly string[] =>
  photos.length > 0 ? photos : MADE_UP_PHOTOS

/** Returns values to try for a member that the target blames, in this order; none for other members. */
export const alternativesFor = async (member: string, source: RepairSource): Promise<readonly unknown[]> => {
  const name = createMember(member)
  if (name === undefined) return []
  const row = PUBLICATION_MEMBERS[name]
  return (await ALTERNATIVES[name]?.(source)) ?? ('usual' in row ? row.usual : [])
}

// The names are the keys of that literal.
const CREATE_MEMBERS = Object.keys(membersSent('create')) as SentMember<'create'>[]

/** Returns the spelling of a member of a create; undefined when there is no such member. */
export const createMember = (key: string): SentMember<'create'> | undefined =>
  CREATE_MEMBERS.find((one) => sameInAnyCase(one, key))

/** Returns the currencies that the target lists, each with the texts that name it. */
export const listedCurrencies = async (run: LinkReader): Promise<readonly (readonly string[])[]> => {
  const entry = membersOf((await run.send('GET', '/v3', {})).json)
  const listed = await entriesBehind(run, entry['Monedas'])
  return listed.map(({ Codename, Nombre, title }) =>
    [Codename, Nombre, title].filter((one) => typeof one === 'string'),
  )
}

/** Currencies to try when the target lists none: those of neighbouring countries, and the euro. */
const FREQUENT_CURRENCIES = ['EUR', 'BRL', 'CLP', 'UYU', 'PYG', 'MXN', 'COP', 'PEN']

const amounts = async ({ run }: RepairSource, Importe: number): Promise<readonly unknown[]> => {
  const listed = (await listedCurrencies(run)).flat()
  const names = [...new Set(['ARS', 'USD', ...(listed.length > 0 ? listed : FREQUENT_CURRENCIES)])]
  return [1, 10, 1_000].flatMap((by) => names.map((Moneda) => ({ Moneda, Importe: Importe / by })))
}

const operatorData = async ({ run, agency }: RepairSource) => {
  const { json } = await run.send('GET', `/v3/operadores/${encodeURIComponent(agency)}`, {})
  const { _entries: entries } = membersOf(json)
  const operators = (Array.isArray(entries) ? entries : []).map(membersOf)
  const isAdministrator = (one: (typeof operators)[number]) => one['EsAdministradorAgencia'] === true
  const sorted = [...operators.filter(isAdministrator), ...operators.filter((one) => !isAdministrator(one))]
  const listIn = (name: string) => sorted.flatMap((one) => (Array.isArray(one[name]) ? one[name] : []))
  return { phones: listIn('Telefonos'), places: listIn('Direcciones') }
}

const freeLevels = async ({ run, agency }: RepairSource): Promise<readonly string[]> => {
  const { json } = await run.send('GET', `/v3/agencias/${encodeURIComponent(agency)}/productos`, {})
  const free = (level: string) => Number(membersOf(membersOf(json)[level])['Disponibles']) > 0
  return [...LEVELS.filter(free), ...LEVELS.filter((level) => !free(level))]
}

const known = (...values: readonly unknown[]): readonly unknown[] =>
  values.filter((value) => value !== undefined)

const places = async ({ run }: RepairSource): Promise<readonly unknown[]> => {
  const entry = membersOf((await run.send('GET', '/v3', {})).json)
  const [region] = await entriesBehind(run, entry['Regiones'])
  if (typeof region?.['Nombre'] !== 'string') return []
  const block = Object.values(region).find((value) => '_links' in membersOf(value))
  const [city] = await entriesBehind(run, block)
  return [{ Region: region['Nombre'], Ciudad: city?.['Nombre'] ?? null, Direccion: 'San Martín 1200' }]
}

const ALTERNATIVES: { readonly [M in SentMember<'create'>]?: Alternatives } = {
  Vin: () => [FRESH],
  Activa: () => [ABSENT],
  Exposicion: freeLevels,
  OperadorResponsable: ({ agency }) => [agency],
  Version: ({ car }) => known(car?.version?.name, 'Edicion Zzyzx Xq'),
  VersionYear: ({ car, year }) => known(car?.version?.year, year - 1, year - 3),
  Transmision: ({ car }) => known(car?.version?.transmission, 'Manual', 'M', ABSENT),
  Propulsion: ({ car }) => known(car?.version?.fuel, 'Nafta', ABSENT),
  Carroceria: ({ car }) => known(car?.version?.bodyStyle, ABSENT),
  DatosTecnicosCustom: () => [[], [{ Seccion: 'Kit', Valor: 'Dato', Datos: '1' }], ['Dato 1'], ABSENT],
  Precio: (source) => amounts(source, 25_000),
  Adelanto: (source) => amounts(source, 5_000),
  Cuota: (source) => amounts(source, 1_000),
  Fotos: async (source) => {
    const own = (await source.servedPhotos?.()) ?? []
    return known(samplePhotos(source), own.length > 0 ? own : undefined, ABSENT)
  },
  Locacion: async (source) => [...(await operatorData(source)).places.slice(0, 2), ...(await places(source))],
  Telefono: async (source) => [...(await operatorData(source)).phones.slice(0, 2), '+54 11 5555 5555'],
}
