import type { Consulta } from '../wire/answers.ts'
import { carTitle, type LeadSheet, nameOf } from './lead-sheet.ts'
import { branch, type Element, leaf, needed, printed } from './xml.ts'

/** The inquiry as a document of the Auto-lead Data Format 1.0 (`events/adf`, EVT-06), members in the order of its definition. */
export const adfOf = (sheet: LeadSheet): string => {
  const [prospect] = branch(
    'prospect',
    { status: 'new' },
    leaf('id', sheet.sid, { sequence: '1', source: PROVIDER }),
    leaf('requestdate', sheet.Momento),
    vehicle(sheet),
    tradeIn(sheet),
    customer(sheet),
    vendor(sheet),
    provider(sheet),
  )
  const body = prospect ? printed(prospect, '  ') : ''
  return `<?xml version="1.0" encoding="UTF-8"?>\n<?adf version="1.0"?>\n<adf>\n${body}\n</adf>\n`
}

const PROVIDER = 'Playa'

type Elements = readonly Element[]

const vehicle = (sheet: LeadSheet): Elements => {
  const { car, listing } = sheet
  return branch(
    'vehicle',
    { interest: 'buy', status: car.Estado === 'nuevo' ? 'new' : 'used' },
    leaf('id', car.ExternalId, { sequence: '1', source: PROVIDER }),
    needed('year', car.VersionYear),
    needed('make', car.Marca),
    needed('model', car.Modelo),
    leaf('vin', listing?.Vin),
    leaf('stock', car.RefStock),
    leaf('trim', car.Version),
    leaf('bodystyle', car.BodyType),
    leaf('transmission', listing?.Transmision ? GEARBOXES[listing.Transmision] : null),
    leaf('odometer', car.Kilometraje, { status: 'original', units: 'km' }),
    branch('colorcombination', {}, leaf('exteriorcolor', car.Color), car.Color ? leaf('preference', 1) : []),
    leaf('imagetag', listing?.photo, { alttext: carTitle(sheet) }),
    amount('price', 'asking', car.Precio),
    finance(sheet),
    leaf('comments', listing?.Descripcion),
  )
}

/** ADF knows two letters. */
const GEARBOXES: Readonly<Record<string, string>> = { Automática: 'A', Manual: 'M' }

const amount = (name: string, type: string, money: Consulta['Auto']['Precio']): Elements =>
  money ? leaf(name, money.Importe, { type, currency: money.Moneda }) : []

const finance = ({ who }: LeadSheet): Elements => {
  const wanted = who.InfoOperacion?.FinanciacionDeseada
  if (!wanted) return []
  return branch(
    'finance',
    {},
    leaf('method', 'finance'),
    amount('amount', 'downpayment', wanted.Adelanto),
    amount('amount', 'monthly', wanted.Cuota),
  )
}

/** The car that the customer would hand over. */
const tradeIn = ({ who }: LeadSheet): Elements => {
  const handed = who.InfoOperacion?.EntregaVehiculo
  if (!handed) return []
  return branch(
    'vehicle',
    { interest: 'trade-in', status: 'used' },
    needed('year', handed.VersionYear),
    needed('make', handed.Marca),
    needed('model', handed.Modelo),
  )
}

const customer = (sheet: LeadSheet): Elements => {
  const { who } = sheet
  return branch(
    'customer',
    {},
    branch(
      'contact',
      {},
      leaf('name', who.Nombre, { part: 'first', type: 'individual' }),
      leaf('name', who.Apellido, { part: 'last', type: 'individual' }),
      // A contact has a name, whatever it is.
      nameOf(sheet) === '' ? leaf('name', 'Sin nombre', { part: 'full', type: 'individual' }) : [],
      leaf('email', who.Email),
      leaf('phone', who.Telefono, { type: 'voice' }),
      branch('address', { type: 'home' }, leaf('city', who.Ciudad), leaf('regioncode', who.Provincia)),
    ),
    leaf('id', who.DocIdentidad, { sequence: '1', source: 'DocIdentidad' }),
    leaf('comments', commentsOf(sheet)),
  )
}

/** What the customer wrote, and what ADF has no member for. */
const commentsOf = ({ who }: LeadSheet): string =>
  [
    who.Comentario,
    who.Interes === 'compra' ? null : `Interés: ${who.Interes}.`,
    who.InfoOperacion?.QuiereCotizacionSeguro ? 'Quiere cotización de seguro.' : null,
  ]
    .filter(Boolean)
    .join('\n')

const vendor = ({ agency, operator }: LeadSheet): Elements => {
  const { address } = operator
  return branch(
    'vendor',
    {},
    leaf('id', agency.adminMail, { sequence: '1', source: PROVIDER }),
    needed('vendorname', agency.NombreComercial),
    branch(
      'contact',
      { primarycontact: '1' },
      leaf('name', operator.name || agency.NombreComercial, { part: 'full', type: 'individual' }),
      leaf('email', operator.email),
      leaf('phone', operator.phone, { type: 'voice' }),
      address
        ? branch(
            'address',
            { type: 'work' },
            leaf('street', address.Direccion, { line: '1' }),
            leaf('city', address.Ciudad),
            leaf('regioncode', address.Region),
          )
        : [],
    ),
  )
}

const provider = ({ base }: LeadSheet): Elements =>
  branch(
    'provider',
    {},
    leaf('name', PROVIDER, { part: 'full', type: 'business' }),
    leaf('service', 'Consultas de publicaciones'),
    leaf('url', base),
  )
