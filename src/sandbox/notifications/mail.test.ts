import { XMLValidator } from 'fast-xml-parser'
import PostalMime from 'postal-mime'
import { expect, it } from 'vitest'
import { agency as firstAgency, NOW } from '../../../test/support/miniature-world.ts'
import {
  BASE,
  CHANNELS,
  inquiryOn,
  inquiryReceived,
  mail,
  queuedFor,
  render,
  worldWithListing,
} from '../../../test/support/notification-world.ts'
import { agencyTable, type NotificationSettings } from '../../model/world/agency.ts'
import { emptyOutbox, type Mail, mailByNumber, withMail } from '../../model/world/outbox.ts'
import type { World } from '../../model/world/world.ts'
import { messageOf } from './mime.ts'

const channelled = (
  who: Parameters<typeof inquiryOn>[1] = {},
  channels: NotificationSettings = CHANNELS,
  listing = {},
) => {
  const world = worldWithListing({ channels, listing })
  return queuedFor(world, inquiryReceived(inquiryOn(world, who)))
}

const adfMail = (world: World): Mail => ({ ...mail(render(world, 3)), number: 1 })
const htmlMail = (world: World): Mail => ({ ...mail(render(world, 4)), number: 1 })
const readBack = async (sent: Mail) => PostalMime.parse(await messageOf(sent))
const NASTY = '"><script>alert(1)</script>&\r\nBcc: x@evil.example\u0000\u2028'

it('the ADF mail goes to its address, with the document as text and as an attachment (events/adf)', async () => {
  const sent = adfMail(channelled())
  expect(sent).toMatchObject({ to: ['crm@agencia.example'], bcc: [], html: null, delivery: 3, atMs: NOW })
  const { to, subject, text, html, attachments } = await readBack(sent)
  expect(to).toEqual([{ address: 'crm@agencia.example', name: '' }])
  expect(subject).toMatch(/^ADF: Consulta por Volkswagen Gol Trend .*2018 de María José D'Angelo$/)
  expect(html).toBeUndefined()
  expect(text).toContain('<make>Volkswagen</make>')
  const [attachment] = attachments
  expect(attachment).toMatchObject({ filename: 'consulta-1000001.xml', mimeType: 'application/xml' })
  const xml = new TextDecoder().decode(attachment?.content as ArrayBuffer)
  expect(xml).toBe(sent.text)
  expect(XMLValidator.validate(xml)).toBe(true)
})

it('the HTML mail goes to the responsible operator, with blind copies, in text and HTML with a picture (events/html-mail)', async () => {
  const sent = htmlMail(channelled())
  expect(sent.to).toEqual(['raul@taller.example'])
  expect(sent.bcc).toEqual(['a@otra.example', 'b@otra.example'])
  const { from, to, bcc, subject, text = '', html = '', date, messageId, attachments } = await readBack(sent)
  expect(from?.address).toBe('consultas@playa.example')
  expect(to).toEqual([{ address: 'raul@taller.example', name: '' }])
  expect(bcc).toBeUndefined()
  expect(subject).toMatch(/^Consulta por Volkswagen Gol Trend .*2018 de María José D'Angelo$/)
  expect(date).toBe('2026-03-01T15:00:00.000Z')
  expect(messageId).toBe(sent.messageId)
  expect(attachments).toEqual([])
  expect(text).toContain('El Taller recibió una consulta el 01/03/2026 12:00.')
  expect(text).toContain('¿Sigue disponible?')
  expect(text).toContain('Precio: ARS 15.500.000')
  expect(text).toContain('Kilometraje: 61.000 km')
  expect(html).toContain('<html lang="es">')
  expect(html).toContain('<img src="https://cdn.example/gol-1.jpg"')
  expect(html).toContain('maria@correo.example')
})

it('pictures of the service itself are shown by their absolute address, and other schemes not at all', async () => {
  const shown = (photo: string) => {
    const world = worldWithListing({ channels: CHANNELS })
    const { car } = inquiryOn(world)
    const inquiry = inquiryOn(world, {}, { car: { ...car, Fotos: [photo] } as typeof car })
    return htmlMail(queuedFor(world, inquiryReceived(inquiry))).html
  }
  expect(shown('/_playa/photos/1280x720/suv/rojo/1.svg')).toContain(
    `src="${new URL(BASE).origin}/_playa/photos/1280x720/suv/rojo/1.svg"`,
  )
  expect(shown('javascript:alert(1)')).not.toContain('<img')
  expect(shown('https://cdn.example/"onerror="x')).not.toContain('"onerror="')
})

it('nothing that people write becomes markup, a header or another receiver', async () => {
  const who = {
    Nombre: NASTY,
    Apellido: NASTY,
    Comentario: NASTY,
    Email: NASTY,
    Ciudad: NASTY,
    Interes: NASTY,
  }
  const listing = { Color: '<b>rojo', Descripcion: NASTY, RefStock: '<i>&amp;' }
  for (const sent of [
    htmlMail(channelled(who, CHANNELS, listing)),
    adfMail(channelled(who, CHANNELS, listing)),
  ]) {
    expect(sent.subject).not.toMatch(/[\p{Cc}\u2028\u2029]/u)
    const raw = new TextDecoder().decode(await messageOf(sent))
    const { headers, to, html = '' } = await readBack(sent)
    expect(to).toHaveLength(1)
    expect(headers.map(({ key }) => key)).not.toContain('bcc')
    expect(raw.slice(0, raw.indexOf('\r\n\r\n'))).not.toMatch(/^Bcc:/im)
    expect(html).not.toMatch(/<script|<b>|<i>/)
    expect(html).not.toContain('\u0000')
  }
})

it('a line break in a comment stays one, in text and in HTML', () => {
  const { text, html } = htmlMail(channelled({ Comentario: 'uno\r\ndos\rtres' }))
  expect(text).toContain('Comentario:\nuno\ndos\ntres\n')
  expect(html).toContain('uno<br>\ndos<br>\ntres')
})

it('EmailsCCO is a list: spaces, doubles, empty parts, the receiver and what is not a plain mailbox are left out', () => {
  const EmailsCCO =
    ' a@x.example ,, b@x.example,a@x.example,raul@taller.example,"x"<c@x.example>,d@x.example;e@x.example'
  const channels = { ...CHANNELS, PublicacionConsultadaHtmlMail: { EmailsCCO, Activo: true } }
  expect(htmlMail(channelled({}, channels)).bcc).toEqual(['a@x.example', 'b@x.example'])
  const none = { ...CHANNELS, PublicacionConsultadaHtmlMail: { EmailsCCO: null, Activo: true } }
  expect(htmlMail(channelled({}, none)).bcc).toEqual([])
})

it('an ADF mail without a usable address is void', () => {
  const world = channelled()
  const channels = { ...CHANNELS, PublicacionConsultadaAdfMail: { Email: 'x@y>,<z@w', Activo: true } }
  const changed = { ...world, agencies: agencyTable([{ ...firstAgency, notifications: channels }]) }
  expect(render(changed, 3)).toEqual({ kind: 'void', why: 'There is no valid address to send the mail to.' })
})

it('equal mails are equal bytes, and every attempt has a message id of its own', async () => {
  const sent = htmlMail(channelled())
  expect(await messageOf(sent)).toEqual(await messageOf({ ...sent }))
  const raw = new TextDecoder().decode(await messageOf(sent))
  // Lines end as RFC 5322 has it.
  expect(raw.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const world = channelled()
  const [first, ...rest] = [...world.deliveries.all]
  expect(rest).toHaveLength(3)
  expect(first?.attempts).toEqual([])
  const ids = [2, 3, 4].flatMap((number) => {
    const message = render(world, number)
    return message.kind === 'mail' ? [message.mail.messageId] : []
  })
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.every((id) => /^<[^<>@\s]+@playa\.example>$/.test(id))).toBe(true)
})

it('an outbox numbers its mails, and forgets the oldest beyond a thousand', () => {
  const { number: _, ...sent } = htmlMail(channelled())
  let outbox = emptyOutbox
  for (let i = 0; i < 1_003; i++) outbox = withMail(outbox, { ...sent, subject: `${i + 1}` })
  expect([outbox.mails.size, mailByNumber(outbox, 3), mailByNumber(outbox, 4)?.subject]).toEqual([
    1_000,
    undefined,
    '4',
  ])
})
