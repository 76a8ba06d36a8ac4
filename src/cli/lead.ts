import * as z from 'zod'
import { LeadSeriesView, LeadView } from '../control-api/calls/leads.ts'
import { type Arguments, type Command, numberOption, textOption } from './command.ts'
import type { Option } from './remote.ts'
import { remoteCommand } from './remote-command.ts'
import { oneLine, painter } from './terminal-text.ts'

const MOST = 100_000

/** Options that fill a member of Interesado. */
const PERSON = {
  name: ['Nombre', 'first name of who asks'],
  surname: ['Apellido', 'surname'],
  mail: ['Email', 'e-mail'],
  phone: ['Telefono', 'telephone'],
  comment: ['Comentario', 'what they write'],
} as const

const personOptions: Readonly<Record<string, Option>> = Object.fromEntries(
  Object.entries(PERSON).map(([name, [, help]]) => [name, { type: 'string', help: `${help} (default drawn)` }]),
)

/** A lead that arrives, or many. */
export const lead: Command = remoteCommand({
  name: 'lead',
  summary:
    'Let a lead arrive on a listing, or without its ExternalId on a car of the catalogue; or many over a period.',
  otherwise: {
    takes: '[EXTERNALID]',
    summary: 'Let a lead arrive.',
    example: 'playa lead --count 200 --over P30D --agency ventas@lospinos.example',
    options: {
      agency: { type: 'string', help: 'e-mail of its administrator (default the first agency)' },
      operator: { type: 'string', help: 'e-mail of the operator who is responsible' },
      car: { type: 'string', help: 'words of the catalogue entry, without EXTERNALID (default drawn)' },
      at: { type: 'string', help: 'ISO 8601 instant at which it came (default now, in the world)' },
      ...personOptions,
      count: { type: 'string', help: 'so many at once, drawn from the seed' },
      over: { type: 'string', help: 'with --count: the period up to now over which they are spread (default P7D)' },
      notify: { type: 'boolean', help: 'tell webhooks and channels, even of a lead of the past or of many' },
      silent: { type: 'boolean', help: 'tell nobody' },
    },
    run: ({ remote, args, words: [externalid] }) =>
      remote.tell(
        { method: 'POST', path: remote.inWorld('inquiries'), body: leadOf(args, externalid) },
        z.union([LeadView, LeadSeriesView]),
        leadText,
      ),
  },
})

const leadOf = (args: Arguments, externalid: string | undefined): object => {
  const person = Object.entries(PERSON).flatMap(([option, [member]]) => {
    const value = textOption(args, option)
    return value === undefined ? [] : [[member, value]]
  })
  return {
    externalid,
    adminMail: textOption(args, 'agency'),
    operador: textOption(args, 'operator'),
    car: textOption(args, 'car'),
    momento: textOption(args, 'at'),
    interesado: person.length === 0 ? undefined : Object.fromEntries(person),
    count: numberOption(args, 'count', 1, MOST),
    over: textOption(args, 'over'),
    notify: args.values['notify'] === true ? true : args.values['silent'] === true ? false : undefined,
  }
}

const leadText = (answer: z.infer<typeof LeadView> | z.infer<typeof LeadSeriesView>): string => {
  const paint = painter()
  const told = answer.notify ? '' : ', nobody was told'
  if ('count' in answer)
    return `${paint('bold', `${answer.count} leads`)} for ${oneLine(answer.adminMail)}, from ${answer.first} to ${answer.last}${told}`
  const { sid, href, adminMail, externalid, momento, operador } = answer
  const on = externalid === null ? 'a car of the catalogue' : oneLine(externalid)
  return `${paint('bold', `Lead ${sid}`)} on ${on} for ${oneLine(adminMail)}, to ${oneLine(operador)}, ${momento}${told}\n  ${oneLine(href)}`
}
