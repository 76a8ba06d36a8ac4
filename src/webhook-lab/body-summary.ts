import * as z from 'zod'

/** What is told of a delivery's body. */
export interface BodySummary {
  /** One line. */
  readonly text: string
  /** The topic that the body itself names: no signature covers it. */
  readonly topic: string | undefined
}

/** One line on a body: a notification of a topic, an inquiry, ADF, or whatever it is. */
export const summarize = (contentType: string, body: string): BodySummary => {
  if (body.trim() === '') return { text: 'empty', topic: undefined }
  if (/\bxml\b/i.test(contentType) || body.trimStart().startsWith('<')) return { text: adf(body), topic: undefined }
  try {
    return json(JSON.parse(body))
  } catch {
    return { text: `neither JSON nor XML: ${oneLine(body, 60)}`, topic: undefined }
  }
}

const optional = z.string().optional().catch(undefined)
const named = z
  .looseObject({
    ExternalId: optional,
    EstadoActual: optional,
    AdminMail: optional,
    title: optional,
    Marca: optional,
    Modelo: optional,
    NombreComercial: optional,
  })
  .optional()
  .catch(undefined)
const Notification = z.looseObject({ Topic: z.string(), Momento: optional, Entidad: z.unknown() })
const Inquiry = z.looseObject({
  Momento: optional,
  Auto: named,
  Interesado: z.looseObject({ Nombre: optional, Apellido: optional, Email: optional }),
})

const json = (value: unknown): BodySummary => {
  const notification = Notification.safeParse(value)
  if (notification.success) {
    const { Topic, Momento, Entidad } = notification.data
    return { text: said(Topic, entity(Entidad), Momento && `of ${Momento}`), topic: Topic }
  }
  const inquiry = Inquiry.safeParse(value)
  if (inquiry.success) return { text: inquiryText(inquiry.data), topic: undefined }
  const text = entity(value)
  return { text: text === '' ? oneLine(JSON.stringify(value), 80) : text, topic: undefined }
}

const entity = (value: unknown): string => {
  const inquiry = Inquiry.safeParse(value)
  if (inquiry.success) return inquiryText(inquiry.data)
  const read = named.parse(value)
  if (!read) return ''
  const car = [read.Marca, read.Modelo].filter(Boolean).join(' ')
  const found = said(read.ExternalId ?? read.AdminMail, read.EstadoActual, read.title ?? read.NombreComercial ?? car)
  return found === '' ? `members ${Object.keys(read).slice(0, 8).join(', ')}` : found
}

const inquiryText = ({ Auto, Interesado, Momento }: z.infer<typeof Inquiry>): string => {
  const { Nombre, Apellido, Email } = Interesado
  const who = [Nombre, Apellido].filter(Boolean).join(' ') || Email || 'somebody'
  const car = [Auto?.Marca, Auto?.Modelo].filter(Boolean).join(' ')
  const id = Auto?.ExternalId
  return said(`inquiry of ${who}`, car && `about ${car}${id ? ` (${id})` : ''}`, Momento && `of ${Momento}`)
}

/** The lead in an ADF document, by its elements; no judge of whether the document is well formed. */
const adf = (whole: string): string => {
  // A lead takes a few kilobytes; what comes after is not worth the search.
  const xml = whole.slice(0, 65_536)
  if (!/<adf\b/i.test(xml)) return `XML, not ADF: ${oneLine(xml, 60)}`
  const within = (name: string) => new RegExp(`<${name}\\b[^>]*>([\\s\\S]*?)</${name}>`, 'i').exec(xml)?.[1] ?? ''
  const [vehicle, customer, vendor] = [within('vehicle'), within('customer'), within('vendor')]
  const status = /<vehicle\b[^>]*\bstatus="([^"]*)"/i.exec(xml)?.[1]
  const car = [status, ...textsOf(vehicle, 'make'), ...textsOf(vehicle, 'model'), ...textsOf(vehicle, 'year')]
  const who = textsOf(customer, 'name').join(' ')
  return said(
    `ADF: lead of ${who === '' ? 'somebody' : who}`,
    textsOf(customer, 'email')[0] && `<${textsOf(customer, 'email')[0]}>`,
    car.some(Boolean) && `about ${car.filter(Boolean).join(' ')}`,
    textsOf(vendor, 'vendorname')[0] && `for ${textsOf(vendor, 'vendorname')[0]}`,
  )
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', apos: "'", '#39': "'", amp: '&' }

const textsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}\\b[^>]*>([^<]*)</${name}>`, 'gi'))].map(([, text = '']) =>
    text.trim().replace(/&(#?\w+);/g, (whole, entity: string) => ENTITIES[entity] ?? whole),
  )

const said = (...parts: readonly (string | false | undefined)[]): string =>
  oneLine(parts.filter((part) => part !== undefined && part !== false && part !== '').join(' '), 160)

const oneLine = (text: string, most: number): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > most ? `${line.slice(0, most)}…` : line
}
