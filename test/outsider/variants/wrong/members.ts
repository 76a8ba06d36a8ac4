import type { Call } from '../../http/call.ts'
import { type Document, isRecord, without } from '../document-edits.ts'
import { type Interceptor, memoryOf } from '../interceptors.ts'
import { PUBLICATION } from '../route-patterns.ts'
import { type WrongVariant, wrong } from '../variant.ts'

/**
 * Mistakes in each member of each document: left out, of another type, as it was first shown, or as a sibling
 * is.
 */

interface Shown {
  /** Name of the document. */
  readonly of: string
  /** Statements that give its members. */
  readonly violates: string
  readonly at: RegExp
  readonly form?: 'full' | 'ref' | 'detail'
  /** Member of the document, or of each entry, that holds the members. */
  readonly inside?: readonly string[]
  readonly members: readonly string[]
  /** Members that an edit or a transition changes. */
  readonly changing?: readonly string[]
  /** Members of one type that a mapping may swap. */
  readonly pairs?: readonly (readonly [string, string])[]
}

const AMOUNTS = ['Precio', 'Adelanto', 'Cuota']
const TEXTS = 'RefStock Vin OperadorResponsable Color Descripcion Telefono'.split(' ')
const CAR = 'Marca Modelo Version Transmision Propulsion'.split(' ')

const DOCUMENTS: readonly Shown[] = [
  {
    of: 'publication',
    violates: 'PUB-02',
    at: PUBLICATION,
    form: 'full',
    members: [
      'ExternalId',
      'EstadoActual',
      'Exposicion',
      ...TEXTS,
      ...CAR,
      'VersionYear',
      'Kilometraje',
      'DatosTecnicosCustom',
      ...AMOUNTS,
      'Fotos',
      'CertificadoDeGarantiaUsado',
      'Locacion',
      'Consultas',
      '_links',
    ],
    changing: ['EstadoActual', ...TEXTS, 'VersionYear', 'Kilometraje', ...AMOUNTS, 'Fotos', 'Locacion'],
    pairs: [
      ['Precio', 'Adelanto'],
      ['Adelanto', 'Cuota'],
      ['Marca', 'Modelo'],
      ['Modelo', 'Version'],
      ['Transmision', 'Propulsion'],
      ['VersionYear', 'Kilometraje'],
      ['RefStock', 'ExternalId'],
      ['Color', 'Descripcion'],
    ],
  },
  {
    of: 'publication ref',
    violates: 'PUB-02 COM-06',
    at: PUBLICATION,
    form: 'ref',
    members: ['etag', 'ExternalId', 'EstadoActual', 'href', 'title'],
    changing: ['etag', 'EstadoActual'],
    pairs: [['ExternalId', 'title']],
  },
  {
    of: 'inquiry',
    violates: 'INQ-02',
    at: /^GET consultas/,
    form: 'full',
    members: ['Momento', 'OrigenLead', 'TipoAnuncio', 'Auto', 'Interesado', 'OperadorResponsable', '_links'],
    pairs: [['OrigenLead', 'TipoAnuncio']],
  },
  {
    of: 'inquiry ref',
    violates: 'INQ-02',
    at: /^GET consultas/,
    form: 'ref',
    members: ['href', 'title'],
  },
  {
    of: 'car of an inquiry',
    violates: 'INQ-02',
    at: /^GET consultas/,
    form: 'full',
    inside: ['Auto'],
    members: [
      'ExternalId',
      'RefStock',
      'Marca',
      'Modelo',
      'Version',
      'VersionYear',
      'Kilometraje',
      'Color',
      'BodyType',
      'Estado',
      'Precio',
      'Anticipo',
      'Cuota',
    ],
    pairs: [
      ['Marca', 'Modelo'],
      ['ExternalId', 'RefStock'],
      ['VersionYear', 'Kilometraje'],
    ],
  },
  {
    of: 'person',
    violates: 'INQ-02',
    at: /^GET consultas/,
    form: 'full',
    inside: ['Interesado'],
    members: [
      'Interes',
      'Nombre',
      'Apellido',
      'Email',
      'Telefono',
      'DocIdentidad',
      'Provincia',
      'Ciudad',
      'Comentario',
      'InfoOperacion',
    ],
  },
  {
    of: 'operation',
    violates: 'INQ-02',
    at: /^GET consultas/,
    form: 'full',
    inside: ['Interesado', 'InfoOperacion'],
    members: ['EntregaVehiculo', 'FinanciacionDeseada', 'QuiereCotizacionSeguro'],
  },
  {
    of: 'page of inquiries',
    violates: 'INQ-04',
    at: /^GET consultas\/:mail$/,
    inside: ['.'],
    members: ['Desde', 'Hasta', 'Pagina', 'Total', 'PerPagina', '_entries', '_links'],
    pairs: [
      ['Desde', 'Hasta'],
      ['Total', 'PerPagina'],
    ],
  },
  {
    of: 'operator',
    violates: 'AGE-02',
    at: /^(GET|PUT) operadores/,
    form: 'full',
    members: [
      'Nombre',
      'Apellido',
      'Email',
      'Telefonos',
      'Direcciones',
      'EsAdministradorAgencia',
      'Publicaciones',
      'Consultas',
      '_links',
    ],
    changing: ['Nombre', 'Apellido', 'Telefonos', 'Direcciones'],
    pairs: [
      ['Nombre', 'Apellido'],
      ['Publicaciones', 'Consultas'],
    ],
  },
  {
    of: 'operator ref',
    violates: 'AGE-02 COM-06',
    at: /^(GET|PUT) operadores/,
    form: 'ref',
    members: ['href', 'title'],
  },
  {
    of: 'agency',
    violates: 'AGE-06',
    at: /^(GET|PUT) (agencias\/(ficha\/:number|:mail)|directorio)$/,
    form: 'full',
    members: [
      'AdminMail',
      'NombreComercial',
      'Productos',
      'Operadores',
      'Sucursales',
      'Notificaciones',
      'Publicaciones',
      'Consultas',
      'Visitas',
      '_links',
    ],
    changing: ['NombreComercial'],
    pairs: [
      ['Operadores', 'Productos'],
      ['Publicaciones', 'Consultas'],
      ['AdminMail', 'NombreComercial'],
    ],
  },
  {
    of: 'agency ref',
    violates: 'AGE-06 COM-06',
    at: /^(GET|PUT) (agencias\/(ficha\/:number|:mail)|directorio)$/,
    form: 'ref',
    members: ['AdminMail', 'href', 'title'],
  },
  {
    of: 'package',
    violates: 'AGE-07',
    at: /productos$/,
    inside: ['.'],
    members: ['Baja', 'Media', 'Alta', '_links'],
    changing: ['Baja', 'Media', 'Alta'],
    pairs: [['Baja', 'Alta']],
  },
  {
    of: 'level of the package',
    violates: 'AGE-07 AGE-08',
    at: /productos$/,
    inside: ['Media'],
    members: ['Pack', 'Activas', 'Disponibles'],
    pairs: [['Activas', 'Disponibles']],
  },
  ...[
    ['WebHook', 'Callback Secret Activo HeaderCustom01 HeaderCustom02 HeaderCustom03'],
    ['AdfHook', 'Callback Activo HeaderCustom01'],
    ['AdfMail', 'Email Activo'],
    ['HtmlMail', 'EmailsCCO Activo'],
  ].map(([name = '', members = '']) => ({
    of: `channel ${name}`,
    violates: 'AGE-10',
    at: /^GET notificaciones/,
    inside: [`PublicacionConsultada${name}`],
    members: members.split(' '),
  })),
  {
    of: 'settings',
    violates: 'AGE-10',
    at: /^GET notificaciones/,
    inside: ['.'],
    members: [
      ...['WebHook', 'AdfHook', 'AdfMail', 'HtmlMail'].map((name) => `PublicacionConsultada${name}`),
      '_links',
    ],
  },
  {
    of: 'configuration',
    violates: 'EVT-02',
    at: /^(GET|PUT|POST) appnotificaciones\/:topic$/,
    inside: ['.'],
    members: [
      'Callback',
      'Secret',
      'Description',
      'Activo',
      'HeaderCustom01',
      'HeaderCustom02',
      'HeaderCustom03',
      '_links',
    ],
    changing: ['Callback', 'Description', 'Activo', 'HeaderCustom01'],
    pairs: [
      ['Callback', 'Description'],
      ['HeaderCustom01', 'HeaderCustom02'],
    ],
  },
  {
    of: 'topics',
    violates: 'EVT-01',
    at: /^GET appnotificaciones$/,
    inside: ['.'],
    members: ['TopicsDisponibles', 'TopicsConfigurados', '_links'],
    changing: ['TopicsConfigurados'],
  },
  {
    of: 'brand',
    violates: 'CAT-09',
    at: /^GET (marcas|fabricantes)/,
    form: 'full',
    members: ['Nombre', 'Codenames', 'Modelos', '_links'],
  },
  {
    of: 'brand ref',
    violates: 'CAT-09 COM-06',
    at: /^GET (marcas|fabricantes)/,
    form: 'ref',
    members: ['href', 'title'],
  },
  {
    of: 'model',
    violates: 'CAT-09',
    at: /^GET (modelos|lineas)/,
    form: 'full',
    members: ['Marca', 'Nombre', 'Codename', 'Carrocerias', 'Versiones', '_links'],
    pairs: [['Marca', 'Nombre']],
  },
  {
    of: 'model ref',
    violates: 'CAT-09 COM-06',
    at: /^GET (modelos|lineas)/,
    form: 'ref',
    members: ['href', 'title'],
  },
  {
    of: 'version',
    violates: 'CAT-04',
    at: /^GET versiones/,
    form: 'full',
    members: [
      'VersionYear',
      'Propulsion',
      'Transmision',
      'Potencia',
      'Cilindrada',
      'Marca',
      'Modelo',
      'Nombre',
      'Codename',
      'Carroceria',
      'Segmento',
      '_links',
    ],
    pairs: [
      ['Marca', 'Modelo'],
      ['Nombre', 'Modelo'],
      ['Propulsion', 'Transmision'],
    ],
  },
  {
    of: 'version detail',
    violates: 'CAT-05',
    at: /^GET versiones/,
    form: 'detail',
    members: [
      'VersionYear',
      'Origen',
      'Garantia',
      'Foto',
      'Precio',
      'Colores',
      'ActualmenteDisponible',
      'InfoTecnica',
      'Marca',
      'Modelo',
      'Nombre',
      'Codename',
      'Carroceria',
      'Segmento',
      '_links',
    ],
    pairs: [['Marca', 'Modelo']],
  },
  {
    of: 'version ref',
    violates: 'CAT-06',
    at: /^GET versiones/,
    form: 'ref',
    members: ['Marca', 'Modelo', 'Version', 'VersionYear', 'href', 'title'],
    pairs: [
      ['Marca', 'Modelo'],
      ['Modelo', 'Version'],
    ],
  },
  {
    of: 'entry point',
    violates: 'CAT-01',
    at: /^GET $/,
    inside: ['.'],
    members: [
      'Agencias',
      'Regiones',
      'Ciudades',
      'Monedas',
      'Propulsiones',
      'Carrocerias',
      'Marcas',
      'Modelos',
      'Versiones',
      'AppNotificaciones',
      '_links',
    ],
    pairs: [
      ['Marcas', 'Monedas'],
      ['Propulsiones', 'Carrocerias'],
      ['AppNotificaciones', 'Agencias'],
    ],
  },
]

/** Changes the object at `path`, if there is one. */
const below = (
  document: unknown,
  path: readonly string[],
  change: (found: Document) => Document,
): unknown => {
  if (!isRecord(document)) return document
  const [first, ...rest] = path
  if (first === undefined) return change(document)
  return { ...document, [first]: below(document[first], rest, change) }
}

/** Changes the documents of one kind, alone and as entries. */
const changeShown = (
  { at, form, inside = [] }: Shown,
  change: (found: Document, call: Call) => Document,
): Interceptor => ({
  at,
  response: (answer, call) => {
    const { document } = answer
    if (answer.status >= 300 || !isRecord(document) || (form && call.form !== form)) return answer
    const each = (one: unknown) => below(one, inside[0] === '.' ? [] : inside, (found) => change(found, call))
    const entries = document['_entries']
    const changed =
      Array.isArray(entries) && inside[0] !== '.'
        ? { ...document, _entries: entries.map(each) }
        : each(document)
    return { ...answer, document: changed }
  },
})

/** Returns a value of an unexpected JSON type. */
const mistyped = (value: unknown): unknown => {
  if (typeof value === 'string') return { texto: value }
  if (typeof value === 'number' || typeof value === 'boolean') return `${value}`
  if (value === null) return ['nada']
  return Array.isArray(value) ? { lista: value } : [value]
}

const otherCase = (member: string): string => {
  const first = member.charAt(0)
  return (first === first.toLowerCase() ? first.toUpperCase() : first.toLowerCase()) + member.slice(1)
}

/** Members whose types, or some of them, the description does not give. */
const UNTYPED: readonly string[] = [
  'CertificadoDeGarantiaUsado',
  'QuiereCotizacionSeguro',
  ...['VersionYear', 'Origen', 'Garantia', 'Foto', 'Precio'].map((name) => `version detail: ${name}`),
]

const keyOf = (call: Call, found: Document, of: string, member: string): string => {
  const own = found['ExternalId'] ?? found['Email'] ?? found['AdminMail'] ?? ''
  return [of, member, call.params['topic'], call.params['mail'], String(own).toLowerCase()].join(' ')
}

const variantsOf = (shown: Shown): readonly WrongVariant[] => {
  const { of, violates, members, changing = [], pairs = [] } = shown
  return [
    ...members.map((member) =>
      wrong(`${of}: no ${member}`, violates, `${member} is a member.`, {
        mistake: changeShown(shown, (found) => without(member)(found)),
      }),
    ),
    ...members
      .filter((member) => !UNTYPED.some((name) => `${of}: ${member}`.endsWith(name)))
      .map((member) =>
        wrong(`${of}: ${member} of another type`, `${violates} COM-14`, `${member} has the type given.`, {
          mistake: changeShown(shown, (found) =>
            member in found ? { ...found, [member]: mistyped(found[member]) } : found,
          ),
        }),
      ),
    ...members
      .filter((member) => !member.startsWith('_'))
      .map((member) =>
        wrong(`${of}: ${member} in another case`, `COM-01 ${violates}`, 'Members are named exactly so.', {
          mistake: changeShown(shown, (found) =>
            member in found ? { ...without(member)(found), [otherCase(member)]: found[member] } : found,
          ),
        }),
      )
      .filter((_, at) => at % 3 === 0),
    ...changing.map((member) =>
      wrong(`${of}: ${member} as it was first shown`, violates, `${member} is the current one.`, {
        mistake: changeShown(shown, (found, call) => {
          const key = keyOf(call, found, of, member)
          if (!memoryOf(call).has(key)) memoryOf(call).set(key, found[member])
          return { ...found, [member]: memoryOf(call).get(key) }
        }),
      }),
    ),
    ...pairs.map(([one, other]) =>
      wrong(`${of}: ${one} and ${other} swapped`, violates, `${one} and ${other} are two members.`, {
        mistake: changeShown(shown, (found) => ({ ...found, [one]: found[other], [other]: found[one] })),
      }),
    ),
  ]
}

/** Mistakes in each member of each document, made by rule. */
export const WRONG_MEMBERS: readonly WrongVariant[] = DOCUMENTS.flatMap(variantsOf)
