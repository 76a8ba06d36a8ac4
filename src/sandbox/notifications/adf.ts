import type { Consulta } from '../../api/wire/response-schemas.ts'
import { carTitle, type InquiryDetails, inquirerName } from './inquiry-details.ts'
import { branch, leaf, printElement, requiredLeaf, type XmlElement } from './xml.ts'

/**
 * Renders an inquiry as an Auto-lead Data Format 1.0 document (`events/adf`, EVT-06), elements in DTD order.
 */
export const adfOf = (details: InquiryDetails): string => {
  const [prospect] = branch(
    'prospect',
    { status: 'new' },
    leaf('id', details.sid, { sequence: '1', source: PROVIDER }),
    leaf('requestdate', details.Momento),
    vehicle(details),
    tradeIn(details),
    customer(details),
    vendor(details),
    provider(details),
  )
  const body = prospect ? printElement(prospect, '  ') : ''
  return `<?xml version="1.0" encoding="UTF-8"?>\n<?adf version="1.0"?>\n<adf>\n${body}\n</adf>\n`
}

const PROVIDER = 'Playa'

type Elements = readonly XmlElement[]

const vehicle = (details: InquiryDetails): Elements => {
  const { car, listing } = details
  return branch(
    'vehicle',
    { interest: 'buy', status: car.Estado === 'nuevo' ? 'new' : 'used' },
    leaf('id', car.ExternalId, { sequence: '1', source: PROVIDER }),
    requiredLeaf('year', car.VersionYear),
    requiredLeaf('make', car.Marca),
    requiredLeaf('model', car.Modelo),
    leaf('vin', listing?.Vin),
    leaf('stock', car.RefStock),
    leaf('trim', car.Version),
    leaf('bodystyle', car.BodyType),
    leaf('transmission', listing?.Transmision ? GEARBOXES[listing.Transmision] : null),
    leaf('odometer', car.Kilometraje, { status: 'original', units: 'km' }),
    branch('colorcombination', {}, leaf('exteriorcolor', car.Color), car.Color ? leaf('preference', 1) : []),
    leaf('imagetag', listing?.photo, { alttext: carTitle(details) }),
    amount('price', 'asking', car.Precio),
    finance(details),
    leaf('comments', listing?.Descripcion),
  )
}

/** ADF has two transmission codes. */
const GEARBOXES: Readonly<Record<string, string>> = { Automática: 'A', Manual: 'M' }

const amount = (name: string, type: string, money: Consulta['Auto']['Precio']): Elements =>
  money ? leaf(name, money.Importe, { type, currency: money.Moneda }) : []

const finance = ({ inquirer }: InquiryDetails): Elements => {
  const wanted = inquirer.InfoOperacion?.FinanciacionDeseada
  const amounts = [
    ...amount('amount', 'downpayment', wanted?.Adelanto ?? null),
    ...amount('amount', 'monthly', wanted?.Cuota ?? null),
  ]
  // ADF requires an amount.
  return amounts.length === 0 ? [] : branch('finance', {}, leaf('method', 'finance'), amounts)
}

interface Place {
  readonly Direccion?: string | null
  readonly Ciudad: string | null
  readonly Region: string | null
}

/** Returns an address, nothing without any part. ADF requires a street: without one it is empty. */
const addressOf = (type: 'home' | 'work', { Direccion = null, Ciudad, Region }: Place): Elements => {
  const parts = [...leaf('city', Ciudad), ...leaf('regioncode', Region)]
  const street = leaf('street', Direccion, { line: '1' })
  if (street.length === 0 && parts.length === 0) return []
  return branch('address', { type }, street.length === 0 ? requiredLeaf('street', '') : street, parts)
}

/** Returns e-mail and phone. ADF requires one of them: without any, the e-mail is empty. */
const contactDetails = (email: string | null, phone: string | null): Elements => {
  const ways = [...leaf('email', email), ...leaf('phone', phone, { type: 'voice' })]
  return ways.length === 0 ? requiredLeaf('email', '') : ways
}

/** The car that the customer offers as a trade-in. */
const tradeIn = ({ inquirer }: InquiryDetails): Elements => {
  const tradeInCar = inquirer.InfoOperacion?.EntregaVehiculo
  if (!tradeInCar) return []
  return branch(
    'vehicle',
    { interest: 'trade-in', status: 'used' },
    requiredLeaf('year', tradeInCar.VersionYear),
    requiredLeaf('make', tradeInCar.Marca),
    requiredLeaf('model', tradeInCar.Modelo),
  )
}

const customer = (details: InquiryDetails): Elements => {
  const { inquirer } = details
  return branch(
    'customer',
    {},
    branch(
      'contact',
      {},
      leaf('name', inquirer.Nombre, { part: 'first', type: 'individual' }),
      leaf('name', inquirer.Apellido, { part: 'last', type: 'individual' }),
      // ADF requires a name in every contact.
      inquirerName(details) === '' ? leaf('name', 'Sin nombre', { part: 'full', type: 'individual' }) : [],
      contactDetails(inquirer.Email, inquirer.Telefono),
      addressOf('home', { Ciudad: inquirer.Ciudad, Region: inquirer.Provincia }),
    ),
    leaf('id', inquirer.DocIdentidad, { sequence: '1', source: 'DocIdentidad' }),
    leaf('comments', commentsOf(details)),
  )
}

/** The customer's comment, and the members that ADF has no element for. */
const commentsOf = ({ inquirer }: InquiryDetails): string =>
  [
    inquirer.Comentario,
    inquirer.Interes === 'compra' ? null : `Interés: ${inquirer.Interes}.`,
    inquirer.InfoOperacion?.QuiereCotizacionSeguro ? 'Quiere cotización de seguro.' : null,
  ]
    .filter(Boolean)
    .join('\n')

const vendor = ({ agency, operator }: InquiryDetails): Elements => {
  const { address } = operator
  return branch(
    'vendor',
    {},
    leaf('id', agency.adminMail, { sequence: '1', source: PROVIDER }),
    requiredLeaf('vendorname', agency.NombreComercial),
    branch(
      'contact',
      { primarycontact: '1' },
      leaf('name', operator.name || agency.NombreComercial, { part: 'full', type: 'individual' }),
      contactDetails(operator.email, operator.phone),
      address ? addressOf('work', address) : [],
    ),
  )
}

const provider = ({ base }: InquiryDetails): Elements =>
  branch(
    'provider',
    {},
    leaf('name', PROVIDER, { part: 'full', type: 'business' }),
    leaf('service', 'Consultas de publicaciones'),
    leaf('url', base),
  )
