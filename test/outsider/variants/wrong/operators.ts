import type { Call } from '../../http/call.ts'
import { Href } from '../../http/href.ts'
import {
  asText,
  bodyIn,
  type Document,
  entriesIn,
  textIn,
  without,
  withoutAccents,
} from '../document-edits.ts'
import { changeBody, changeDocument, changeEntries, changeQuery, memoryOf } from '../interceptors.ts'
import { ADMINISTRATOR, OPERATORS } from '../route-patterns.ts'
import { type WrongVariant, wrong } from '../variant.ts'

// The description does not say where WhatsApp is shown, so a service that never shows it is allowed.
const OPERATOR = ['Nombre', 'Apellido', 'TelefonoLaboral']

const unsaved = OPERATOR.map((member) =>
  wrong(`PUT of the administrator ignores ${member}`, 'AGE-03', `It edits ${member}.`, {
    putIgnores: [`operador.${member}`],
  }),
)

/** Names a place that this service knows. */
const PLACE = { Region: 'Río Negro', Ciudad: 'Viedma' } as const

const withRegion = (shown: unknown, call: Call): unknown => {
  const Region = memoryOf(call).get('region')
  const document: Document = Object(shown)
  const entries = entriesIn(document).map((entry) =>
    entry['EsAdministradorAgencia'] === true && Region !== undefined
      ? { ...entry, Direcciones: [{ ...Object(entry['Direcciones'])[0], Region }] }
      : entry,
  )
  return entries.length > 0 ? { ...document, _entries: entries } : shown
}

/** Operators that are lost, or edited or shown wrongly. */
export const WRONG_OPERATORS: readonly WrongVariant[] = [
  ...unsaved,
  wrong('two administrators', 'AGE-13', 'One operator is the administrator.', { administratorFault: 'two' }),
  wrong('administrator’s edit is lost', 'AGE-03', 'The edit is kept.', { administratorFault: 'unsaved' }),
  wrong('new name touches the surname', 'AGE-03', 'An edit changes the members that it sends.', {
    administratorFault: 'other',
  }),
  wrong('operador of operators is ignored', 'AGE-01', 'operador picks the collaborator.', {
    mistake: changeQuery(OPERATORS, (query) => query.delete('operador')),
  }),
  wrong('EsAdministradorAgencia is a word', 'AGE-02 COM-14', 'EsAdministradorAgencia is a boolean.', {
    mistake: changeEntries(OPERATORS, asText('EsAdministradorAgencia')),
  }),
  wrong('no administrator', 'AGE-13', 'One operator is the administrator.', {
    mistake: changeEntries(OPERATORS, (entry) => ({
      ...entry,
      ...('EsAdministradorAgencia' in entry ? { EsAdministradorAgencia: false } : {}),
    })),
  }),
  wrong('an operator without Email', 'AGE-02', 'An operator has Email.', {
    mistake: changeEntries(OPERATORS, without('Email')),
  }),
  wrong('addresses are texts', 'AGE-02', 'Direcciones is an array of places.', {
    mistake: changeEntries(OPERATORS, (entry) => ({
      ...entry,
      ...('Direcciones' in entry ? { Direcciones: ['San Martín 100'] } : {}),
    })),
  }),
  wrong('PUT of the administrator ignores Direccion', 'AGE-03', 'It edits Direccion.', {
    mistake: changeBody(ADMINISTRATOR, without('Direccion')),
  }),
  wrong('PUT of the administrator ignores Region', 'AGE-03', 'It edits Region.', {
    mistake: changeBody(ADMINISTRATOR, ({ Region: _r, Ciudad: _c, ...body }) => body),
  }),
  wrong('a WhatsApp of any form', 'AGE-03', 'It begins with a plus sign.', {
    mistake: changeBody(ADMINISTRATOR, (body) => ({
      ...body,
      ...(typeof body['WhatsApp'] === 'string' &&
      body['WhatsApp'].length >= 8 &&
      !body['WhatsApp'].startsWith('+')
        ? { WhatsApp: '+54 351 5550000' }
        : {}),
    })),
  }),
  wrong('only the administrator is listed', 'AGE-01 AGE-13', 'The list has the collaborators.', {
    mistake: changeDocument(OPERATORS, (document, { query }) =>
      query.has('operador') ? document : { ...document, _entries: entriesIn(document).slice(0, 1) },
    ),
  }),
  wrong('operator names without accents', 'AGE-03', 'The name is shown as it was sent.', {
    mistake: changeBody(ADMINISTRATOR, textIn('Nombre', withoutAccents)),
  }),
  wrong('links of operators lead to all inquiries', 'AGE-02 INQ-05', 'Consultas are those of the operator.', {
    mistake: changeEntries(OPERATORS, (entry, { params }) =>
      'Consultas' in entry
        ? {
            ...entry,
            Consultas: { _links: { contactos: { href: new Href(['consultas', params['mail'] ?? '']) } } },
          }
        : entry,
    ),
  }),
  wrong('operators of another agency are listed', 'AGE-01 AGE-13', 'They are those of the agency.', {
    mistake: changeDocument(OPERATORS, (document) => ({
      ...document,
      _entries: [...entriesIn(document), ...entriesIn(document).slice(0, 1)],
    })),
  }),
  wrong('the edited administrator is another one', 'AGE-03', 'The response is the administrator.', {
    mistake: changeDocument(ADMINISTRATOR, (document, { world, params }) => {
      const other = world.agencies.get((params['mail'] ?? '').toLowerCase())?.operators[1]
      return 'Email' in document && other ? { ...document, Email: other.mail } : document
    }),
  }),
  ...(['Region', 'Ciudad'] as const).map((name) =>
    wrong(`a ${name} of any length`, 'AGE-03', `${name} has 200 characters at most.`, {
      mistake: changeBody(
        ADMINISTRATOR,
        textIn(name, (text) => (text.length > 200 ? PLACE[name] : text)),
      ),
    }),
  ),
  wrong('an empty Nombre is refused', 'AGE-03', 'Nombre has 0 to 50 characters.', {
    mistake: changeBody(
      ADMINISTRATOR,
      textIn('Nombre', (text) => (text === '' ? 5 : text)),
    ),
  }),
  wrong('an edit renames everybody', 'AGE-03', 'It edits the data of the administrator.', {
    mistake: {
      at: /operadores/,
      response: (answer, call) => {
        const { Nombre } = bodyIn(call)
        if (Nombre !== undefined && answer.status < 300) memoryOf(call).set('name', Nombre)
        const name = memoryOf(call).get('name')
        const document: Document = Object(answer.document)
        const entries = entriesIn(document).map((entry) => ({ ...entry, Nombre: name }))
        return name && entries.length > 0
          ? { ...answer, document: { ...document, _entries: entries } }
          : answer
      },
    },
  }),
  wrong('the region of the administrator is shown as it was sent', 'COM-08 AGE-03', 'It is a name.', {
    mistake: {
      at: /operadores/,
      response: (answer, call) => {
        const { Region } = bodyIn(call)
        if (Region !== undefined && answer.status < 300) memoryOf(call).set('region', Region)
        return { ...answer, document: withRegion(answer.document, call) }
      },
    },
  }),
]
