import type { Call } from '../../http/call.ts'
import type { Operator } from '../../world.ts'
import { changeMembers, isRecord } from '../document-edits.ts'
import {
  changeDocument,
  changeObjects,
  type Interceptor,
  refuseWhen,
  rotateEntries,
} from '../interceptors.ts'
import { ADMINISTRATOR, OPERATORS, PACKAGE } from '../route-patterns.ts'
import { type LegalVariant, legal } from '../variant.ts'

const administratorIn = ({ world, params }: Call): Operator | undefined =>
  world.agencies.get(params['mail']?.toLowerCase() ?? '')?.operators.find((one) => one.isAdministrator)

/** Leaves a member of the administrator as it was: an edit of it is kept elsewhere. */
const keeping = (shown: 'Telefonos' | 'Direcciones', kept: 'phones' | 'places'): Interceptor => ({
  at: ADMINISTRATOR,
  before: (call) => ({ ...administratorIn(call) }),
  response: (answer, call, before) => {
    const operator = administratorIn(call)
    // `before` gave a copy of the operator.
    const { [kept]: previous } = before as Operator
    if (answer.status >= 300 || !operator || !isRecord(answer.document)) return answer
    Object.assign(operator, { [kept]: previous })
    return shown in answer.document
      ? { ...answer, document: { ...answer.document, [shown]: previous } }
      : answer
  },
})

const capitals = (value: unknown): unknown =>
  typeof value === 'string' && value.includes('@') ? value.charAt(0).toUpperCase() + value.slice(1) : value

/** Other ways to keep agencies, their operators and their settings. */
export const LEGAL_AGENCIES: readonly LegalVariant[] = [
  legal('operators with one phone', 'Telefonos is an array of any length.', { phones: 'one' }),
  legal('operators without phones', 'Telefonos is an array of any length.', { phones: 'none' }),
  legal('agency of one operator', 'One of them is the administrator.', { operators: 'one' }),
  legal('400 for an unknown operator in the query', 'An unknown one is not spoken of.', {
    unknownOperatorQuery: 400,
  }),
  legal('404 for an unknown operator in the query', 'An unknown one is not spoken of.', {
    unknownOperatorQuery: 404,
  }),
  legal(
    'administrator made elsewhere, 403',
    'Only one created through this API can be modified.',
    { administratorEdit: 403 },
    { unobservable: 'operator edit' },
  ),
  legal(
    'administrator made elsewhere, 400',
    'Only one created through this API can be modified; 400 is listed.',
    { administratorEdit: 400 },
    { unobservable: 'operator edit' },
  ),
  legal('agencies addressed by mail', 'Their address is only a link.', { agencyAddress: 'mail' }),
  legal('renaming forbidden', 'A write may answer 403.', { agencyRename: 403 }),
  legal('renaming to nothing changes nothing', 'An absent name is not spoken of.', { nameAbsent: 200 }),
  legal('settings may not be edited', 'A write may answer 403.', { settingsEdit: 403 }),
  legal('settings have no edit', 'The PUT is only a link.', { settingsEdit: 405 }),
  legal('unset channels are null', 'A channel never configured is not spoken of.', { settingsUnset: 'null' }),
  legal('absent operator members cleared', 'The description does not mention absent members.', {
    operatorAbsent: 'cleared',
  }),
  legal('absent operator members refused', 'The description does not mention absent members.', {
    operatorAbsent: 'refused',
  }),
  legal('WhatsApp is not among the phones', 'How phones follow an edit is not shown.', {
    whatsAppListed: false,
  }),
  legal('no branches and visits', 'Link-only lists may be empty.', { branchesAndVisits: false }),
  legal('mails with plus and ñ', 'An e-mail may hold them.', { mailStyle: 'plus' }),
  legal('agencies list of one', 'The description does not say which agencies it shows.', {
    agenciesListed: 'first',
  }),
  legal('phones shown as digits', 'How phones follow an edit is not shown.', { phonesShown: 'digits' }),
  legal('operators in another order', 'The order is not shown.', { operatorOrder: 'reversed' }),
  legal('operators in a new order each time', 'The order is not shown.', {
    interceptors: [rotateEntries(OPERATORS)],
  }),
  legal('operators without addresses', 'Direcciones is an array of any length.', { operatorPlaces: false }),
  legal('a package with a fourth level', 'No sentence says that there are no others.', {
    interceptors: [
      changeDocument(PACKAGE, (document) => ({
        ...document,
        Premium: { Pack: 3, Activas: 1, Disponibles: 2 },
      })),
    ],
  }),
  legal('phones of an edit kept elsewhere', 'The description does not say where an edit shows.', {
    interceptors: [keeping('Telefonos', 'phones')],
  }),
  legal('address of an edit kept elsewhere', 'The main branch has it.', {
    interceptors: [keeping('Direcciones', 'places')],
  }),
  legal('mails with capitals', 'Mails of one person in other letters are his.', {
    interceptors: [
      changeObjects(/^(?!.*appnotificaciones)/, (object) =>
        changeMembers(object, ['AdminMail', 'Email', 'OperadorResponsable'], capitals),
      ),
    ],
  }),
  legal('WhatsApp without separators', 'Plus sign and numbers are its parts.', {
    interceptors: [
      refuseWhen(ADMINISTRATOR, 400, 'WhatsApp', ({ WhatsApp: phone }) => /[^+\d]/.test(String(phone ?? ''))),
    ],
  }),
]
