import { isChosen, type Profile } from '../api/assumptions/profile.ts'
import { RESPONSE_MEMBERS } from '../api/wire/publication-members.ts'
import type {
  Agencia,
  AgenciaRef,
  Consulta,
  Publicacion,
  PublicacionRef,
} from '../api/wire/response-schemas.ts'
import { stateLiteral } from '../api/wire/state-literal.ts'
import { dateTime } from '../lib/calendar/date-time.ts'

/** Builds delivery bodies about invented entities, so that a probe needs no world. */

const ADMIN_MAIL = 'ventas@ejemplo.example'
const OPERATOR = 'ana@ejemplo.example'
const EXTERNAL_ID = 'PLAYA-PROBE-1'
const AGENCY_PATH = encodeURIComponent(ADMIN_MAIL)
const PUBLICATION = `/v3/publicaciones/${AGENCY_PATH}/${EXTERNAL_ID}`
const INQUIRY = `/v3/consultas/${AGENCY_PATH}/999000001`
const AGENCY = `/v3/agencias/${AGENCY_PATH}`
const ARGENTINA_MINUTES = -180

/** Subject of a sample body. */
export interface Sample {
  readonly topic: string
  /** Milliseconds since the epoch. */
  readonly atMs: number
  readonly profile: Profile
  /** Free text of the entity, if it has any. */
  readonly text?: string
  readonly suspended?: boolean
}

/** Builds the body of a delivery to an app (`events/body`). */
export const appBody = (sample: Sample): Record<string, unknown> => {
  const { topic, profile } = sample
  const [ref, full] = entitiesByKind[kindOf(topic)]
  const Entidad = isChosen(profile, 'events/body', 'ref') ? ref(sample) : full(sample)
  return { Topic: topic, Momento: momentOf(sample), Entidad }
}

/** Builds the body of an agency's webhook (`events/agency-body`). */
export const agencyBody = (sample: Sample): object =>
  isChosen(sample.profile, 'events/agency-body', 'full') ? consulta(sample) : consultaRef(sample)

type Kind = 'agency' | 'inquiry' | 'publication'

/** Kind of entity of a topic. Unknown topics use a publication, as most topics do. */
const kindOf = (topic: string): Kind =>
  topic === 'agencia-invitacion-aceptada'
    ? 'agency'
    : topic === 'publicacion-consultada'
      ? 'inquiry'
      : 'publication'

const momentOf = ({ atMs, profile }: Sample): string =>
  dateTime(atMs, isChosen(profile, 'common/time-zone', 'utc') ? 0 : ARGENTINA_MINUTES)

const self = (href: string) => ({ self: { href } })

const agenciaRef = ({ text }: Sample): AgenciaRef => ({
  AdminMail: ADMIN_MAIL,
  href: AGENCY,
  title: text ?? 'Automotores Ejemplo',
})

const agencia = (sample: Sample): Agencia => {
  const block = (path: string) => ({ _links: self(path) })
  return {
    AdminMail: ADMIN_MAIL,
    NombreComercial: agenciaRef(sample).title,
    Productos: block(`${AGENCY}/productos`),
    Operadores: block(`/v3/operadores/${AGENCY_PATH}`),
    Sucursales: block(`/v3/sucursales/${AGENCY_PATH}`),
    Notificaciones: block(`/v3/notificaciones/${AGENCY_PATH}`),
    Publicaciones: block(`/v3/publicaciones/${AGENCY_PATH}`),
    Consultas: block(`/v3/consultas/${AGENCY_PATH}`),
    Visitas: block(`/v3/visitas/${AGENCY_PATH}`),
    _links: self(AGENCY),
  }
}

const stateOf = ({ profile, suspended }: Sample): string =>
  stateLiteral(profile, suspended ? 'suspended' : 'active')

const publicacionRef = (sample: Sample): PublicacionRef => ({
  etag: sample.suspended ? '"probe-2"' : '"probe-1"',
  ExternalId: EXTERNAL_ID,
  EstadoActual: stateOf(sample),
  href: PUBLICATION,
  title: sample.text ?? 'Volkswagen Gol Trend 2018',
})

const publicacion = (sample: Sample): Publicacion => {
  const members: Partial<Publicacion> = {
    ExternalId: EXTERNAL_ID,
    EstadoActual: stateOf(sample),
    Exposicion: 'Media',
    OperadorResponsable: OPERATOR,
    Marca: 'Volkswagen',
    Modelo: 'Gol Trend',
    Version: '1.6 Trendline',
    VersionYear: 2018,
    Transmision: 'Manual',
    Propulsion: 'Nafta',
    Kilometraje: 61_000,
    Color: 'Blanco',
    Descripcion: sample.text ?? 'Único dueño, ñandú en el baúl: “impecable”.',
    DatosTecnicosCustom: [],
    Precio: { Moneda: 'ARS', Importe: 15_500_000 },
    Fotos: [],
    Consultas: { _links: self(`/v3/consultas/${AGENCY_PATH}?externalid=${EXTERNAL_ID}`) },
    _links: self(PUBLICATION),
  }
  // The others may be null.
  return Object.fromEntries(RESPONSE_MEMBERS.map((name) => [name, members[name] ?? null])) as Publicacion
}

const consultaRef = ({ text }: Sample) => ({
  href: INQUIRY,
  title: text ?? 'María Núñez, Volkswagen Gol Trend',
})

const consulta = (sample: Sample): Consulta => ({
  Momento: momentOf(sample),
  OrigenLead: 'form',
  TipoAnuncio: 'publicacion',
  Auto: {
    ExternalId: EXTERNAL_ID,
    RefStock: null,
    Marca: 'Volkswagen',
    Modelo: 'Gol Trend',
    Version: '1.6 Trendline',
    VersionYear: 2018,
    Kilometraje: 61_000,
    Color: 'Blanco',
    BodyType: 'Hatchback',
    Estado: 'usado',
    Precio: { Moneda: 'ARS', Importe: 15_500_000 },
    Anticipo: null,
    Cuota: null,
  },
  Interesado: {
    Interes: 'compra',
    Nombre: 'María',
    Apellido: 'Núñez',
    Email: 'maria@ejemplo.example',
    Telefono: null,
    DocIdentidad: null,
    Provincia: null,
    Ciudad: null,
    Comentario: sample.text ?? '¿Sigue disponible? Saludos.',
    InfoOperacion: null,
  },
  OperadorResponsable: OPERATOR,
  _links: self(INQUIRY),
})

const entitiesByKind: Readonly<
  Record<Kind, readonly [(sample: Sample) => object, (sample: Sample) => object]>
> = {
  agency: [agenciaRef, agencia],
  inquiry: [consultaRef, consulta],
  publication: [publicacionRef, publicacion],
}
