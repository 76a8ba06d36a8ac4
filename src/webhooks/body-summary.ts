import * as z from 'zod'
import { unescapedMarkup } from '../lib/text/markup.ts'

/** Summary of a delivery's body. */
export interface BodySummary {
  /** One line. */
  readonly text: string
  /** The topic in the body, which no signature covers. */
  readonly topic: string | undefined
}

/** Summarizes a body in one line: a notification, an inquiry, an ADF document or other text. */
export const summarize = (contentType: string, body: string): BodySummary => {
  if (body.trim() === '') return { text: 'empty', topic: undefined }
  if (/\bxml\b/i.test(contentType) || body.trimStart().startsWith('<'))
    return { text: adfSummary(body), topic: undefined }
  try {
    return jsonSummary(JSON.parse(body))
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

const jsonSummary = (value: unknown): BodySummary => {
  const notification = Notification.safeParse(value)
  if (notification.success) {
    const { Topic, Momento, Entidad } = notification.data
    return { text: joinParts(Topic, entitySummary(Entidad), Momento && `of ${Momento}`), topic: Topic }
  }
  const inquiry = Inquiry.safeParse(value)
  if (inquiry.success) return { text: inquiryText(inquiry.data), topic: undefined }
  const text = entitySummary(value)
  return { text: text === '' ? oneLine(JSON.stringify(value), 80) : text, topic: undefined }
}

const entitySummary = (value: unknown): string => {
  const inquiry = Inquiry.safeParse(value)
  if (inquiry.success) return inquiryText(inquiry.data)
  const read = named.parse(value)
  if (!read) return ''
  const car = [read.Marca, read.Modelo].filter(Boolean).join(' ')
  const found = joinParts(
    read.ExternalId ?? read.AdminMail,
    read.EstadoActual,
    read.title ?? read.NombreComercial ?? car,
  )
  return found === '' ? `members ${Object.keys(read).slice(0, 8).join(', ')}` : found
}

const inquiryText = ({ Auto, Interesado, Momento }: z.infer<typeof Inquiry>): string => {
  const { Nombre, Apellido, Email } = Interesado
  const who = [Nombre, Apellido].filter(Boolean).join(' ') || Email || 'an unnamed person'
  const car = [Auto?.Marca, Auto?.Modelo].filter(Boolean).join(' ')
  const id = Auto?.ExternalId
  return joinParts(
    `inquiry of ${who}`,
    car && `about ${car}${id ? ` (${id})` : ''}`,
    Momento && `of ${Momento}`,
  )
}

/** Summarizes the lead of an ADF document; does not check that the document is well formed. */
const adfSummary = (whole: string): string => {
  // A lead takes a few kilobytes, so no more is searched.
  const xml = whole.slice(0, 65_536)
  if (!/<adf\b/i.test(xml)) return `XML, not ADF: ${oneLine(xml, 60)}`
  const within = (name: string) =>
    new RegExp(`<${name}\\b[^>]*>([\\s\\S]*?)</${name}>`, 'i').exec(xml)?.[1] ?? ''
  const [vehicle, customer, vendor] = [within('vehicle'), within('customer'), within('vendor')]
  const status = /<vehicle\b[^>]*\bstatus="([^"]*)"/i.exec(xml)?.[1]
  const car = [status, ...textsOf(vehicle, 'make'), ...textsOf(vehicle, 'model'), ...textsOf(vehicle, 'year')]
  const who = textsOf(customer, 'name').join(' ')
  return joinParts(
    `ADF: lead of ${who === '' ? 'an unnamed person' : who}`,
    textsOf(customer, 'email')[0] && `<${textsOf(customer, 'email')[0]}>`,
    car.some(Boolean) && `about ${car.filter(Boolean).join(' ')}`,
    textsOf(vendor, 'vendorname')[0] && `for ${textsOf(vendor, 'vendorname')[0]}`,
  )
}

const textsOf = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}\\b[^>]*>([^<]*)</${name}>`, 'gi'))].map(([, text = '']) =>
    unescapedMarkup(text.trim()),
  )

const joinParts = (...parts: readonly (string | false | undefined)[]): string =>
  oneLine(parts.filter((part) => part !== undefined && part !== false && part !== '').join(' '), 160)

const oneLine = (text: string, maxLength: number): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > maxLength ? `${line.slice(0, maxLength)}…` : line
}
