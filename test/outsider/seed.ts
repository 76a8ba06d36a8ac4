import { levelAtRest } from './agencies/package.ts'
import type { Trim } from './catalogue/catalogue.ts'
import type { Choices } from './choices.ts'
import {
  type Agency,
  type App,
  hookKey,
  type Inquiry,
  type Operator,
  type Publication,
  type World,
} from './world.ts'

const PEOPLE = [
  ['Ramona', 'Ayala'],
  ['Saúl', 'Iturbe'],
  ['Nélida', 'Ponce'],
  ['Tomás', "O'Farrell"],
  ['Inés', 'Müller'],
] as const

const operator = (choices: Choices, mail: string, at: number, isMadeByApi: boolean): Operator => {
  const [name, surname] = PEOPLE[at % PEOPLE.length] ?? PEOPLE[0]
  const written = [`294 4${at}1 2233`, `+54 9 294 4${at}1 7788`, `0800-${at}55-4455`]
  const all =
    choices.phonesShown === 'digits' ? written.map((phone) => phone.replace(/[^+\d]/g, '')) : written
  return {
    name,
    surname,
    mail,
    isMadeByApi,
    isAdministrator: at % 3 === 0,
    phones: choices.phones === 'none' ? [] : choices.phones === 'one' ? all.slice(0, 1) : all,
    places: choices.operatorPlaces
      ? [{ Region: 'Río Negro', Ciudad: 'Viedma', Direccion: `Mitre ${100 + at}` }]
      : [],
  }
}

const agency = (world: World, number: number, domain: string, apps: readonly App[]): Agency => {
  const { choices } = world
  const first = choices.mailStyle === 'plus' ? `dueño+ventas.${number}@${domain}` : `encargada@${domain}`
  const others = choices.operators === 'one' ? [] : [`vendedor.1@${domain}`, `vendedor.2@${domain}`]
  const operators = [first, ...others].map((mail, at) => operator(choices, mail, at, number === 1))
  const made: Agency = {
    number,
    mail: first,
    name: `Automotores del ${number === 1 ? 'Lago' : 'Valle'}`,
    operators,
    apps,
    enabled: apps.slice(0, 1),
    settings: {
      PublicacionConsultadaHtmlMail: { EmailsCCO: `copia@${domain},archivo@${domain}`, Activo: true },
    },
    packs: choices.packs,
    drift: { Alta: 0, Media: 0, Baja: 0 },
  }
  world.agencies.set(first.toLowerCase(), made)
  return made
}

const publication = (world: World, owner: Agency, app: App, at: number): Publication => {
  const trim = world.catalogue.trims[at % world.catalogue.trims.length]
  if (trim === undefined) throw new Error('the catalogue has trims')
  const serial = world.nextNumber()
  const responsible = owner.operators[at % owner.operators.length] ?? owner.operators[0]
  const level = levelAtRest(owner, at % 3 === 0 ? 'Baja' : null)
  const made: Publication = {
    serial,
    agency: owner,
    app,
    revision: 1,
    isTrimKnown: true,
    body: trim.body,
    phase: at % 7 === 6 ? 'suspended' : 'active',
    members: {
      ExternalId: `${app.name}-${owner.number}-${at}`,
      RefStock: `S${at}`,
      Vin: null,
      Exposicion: level,
      ...carOf(trim),
      OperadorResponsable: responsible?.mail ?? owner.mail,
      Telefono: responsible?.phones[0] ?? null,
      VersionYear: trim.year ?? 2018,
      Kilometraje: 12_000 + at * 777,
      Color: 'Gris',
      Descripcion: 'Único dueño.',
      Precio: { Moneda: 'ARS', Importe: 9_500_000 + at * 1000 },
      Adelanto: null,
      Cuota: null,
      DatosTecnicosCustom: [],
      CertificadoDeGarantiaUsado: null,
      Fotos: [`https://fotos.vidriera.example/semilla/${at}.jpg`],
      Locacion: responsible?.places[0] ?? null,
    },
  }
  world.publications.set(serial, made)
  return made
}

const carOf = ({ model, name, gearbox, fuel }: Trim) => ({
  Marca: model.brand.name,
  Modelo: model.name,
  Version: name,
  Transmision: gearbox,
  Propulsion: fuel,
})

const numbered = ({ choices }: World, number: number): string =>
  ({ letters: `c-${number}`, number: String(number), odd: `c:${number}=ñ@x` })[choices.sid]

/** Adds an inquiry on a listing, or on a trim of the catalogue when `about` is none. */
export const addInquiry = (world: World, owner: Agency, about: Publication | null, atMs: number): Inquiry => {
  const number = world.nextNumber()
  const { inquiryNulls, inquiryWords } = world.choices
  const members = about?.members
  const trim = world.catalogue.trims[number % world.catalogue.trims.length]
  const absent = inquiryNulls ? null : undefined
  const named = members ?? (trim === undefined ? undefined : { ...carOf(trim), VersionYear: trim.year })
  const [name, surname] = PEOPLE[number % PEOPLE.length] ?? PEOPLE[0]
  const made: Inquiry = {
    sid: numbered(world, number),
    agency: owner,
    atMs,
    publication: about,
    origin: inquiryWords === 'many' ? (['form', 'telefono', 'chat'][number % 3] ?? 'form') : 'form',
    operator: members?.OperadorResponsable ?? owner.mail,
    car: {
      ExternalId: members?.ExternalId ?? '',
      RefStock: members?.RefStock ?? null,
      Marca: named?.Marca ?? null,
      Modelo: named?.Modelo ?? null,
      Version: named?.Version ?? null,
      VersionYear: named?.VersionYear ?? null,
      Kilometraje: members?.Kilometraje ?? null,
      Color: members?.Color ?? null,
      BodyType: about?.body ?? null,
      Estado: members === undefined || members.Kilometraje === 0 ? 'nuevo' : 'usado',
      Precio: members?.Precio ?? null,
      Anticipo: members?.Adelanto ?? null,
      Cuota: members?.Cuota ?? null,
    },
    person: {
      Interes: inquiryWords === 'many' && number % 2 ? 'permuta' : 'compra',
      Nombre: absent ?? name,
      Apellido: absent ?? surname,
      Email: absent ?? `p${number}@correo.example`,
      Telefono: absent ?? '294 455 6677',
      DocIdentidad: null,
      Provincia: absent ?? 'Salta',
      Ciudad: absent ?? 'Cafayate',
      Comentario: absent ?? '¿Sigue disponible?',
      InfoOperacion: number % 2 || inquiryNulls ? null : OPERATION,
    },
  }
  world.inquiries.push(made)
  return made
}

const OPERATION = {
  EntregaVehiculo: { Marca: 'Suzuki', Modelo: 'Fun', VersionYear: 2009 },
  FinanciacionDeseada: { Adelanto: { Moneda: 'ARS', Importe: 4_000_000 }, Cuota: null },
  QuiereCotizacionSeguro: true,
}

const HOUR_MS = 3_600_000

/** Fills a world: two agencies, listings of both apps, and inquiries of the last 80 days. */
export const seed = (world: World): void => {
  const [first, second] = world.apps
  if (first === undefined || second === undefined) throw new Error('a world has two apps')
  const lago = agency(world, 1, 'lago.example', [first, second])
  const valle = agency(world, 2, 'valle.invalid', [first])
  // Small packages stay free for publications of clients.
  const size = Math.min(
    30,
    Math.max(0, Object.values(world.choices.packs).reduce((sum, pack) => sum + pack, 0) - 20),
  )
  const own = Array.from({ length: size }, (_, at) => publication(world, lago, first, at))
  const others =
    size === 0 ? [] : [publication(world, lago, second, 40), publication(world, valle, first, 41)]
  const count = { many: 330, few: 12, none: 0 }[world.choices.inquiries]
  for (let at = 0; at < count; at++) {
    const atMs = world.now() - at * (count > 20 ? 5.5 : 40) * HOUR_MS - 60_000
    const about = at % 12 === 11 ? null : at % 12 === 10 ? others[0] : own[at % Math.max(own.length, 1)]
    addInquiry(world, lago, about ?? null, atMs)
  }
  if (count > 0) addInquiry(world, valle, others[1] ?? null, world.now() - HOUR_MS)
  if (world.choices.firstConfiguration !== 'preset') return
  for (const app of world.apps)
    for (const topic of world.choices.topics) {
      const values = { Callback: 'https://gancho.example/espera', Activo: false, Description: 'De fábrica' }
      world.hooks.set(hookKey(app, topic), { app, topic, values, secret: null, previous: null })
    }
}
