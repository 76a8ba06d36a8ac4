import { changeQuery } from '../interceptors.ts'
import { INQUIRIES } from '../route-patterns.ts'
import { type WrongVariant, wrong } from '../variant.ts'

const EDGES: readonly (readonly [string, 'min' | 'max', 1 | -1, string])[] = [
  ['ExternalId', 'min', -1, 'PUB-03'],
  ['ExternalId', 'min', 1, 'PUB-03'],
  ['ExternalId', 'max', -1, 'PUB-03'],
  ['ExternalId', 'max', 1, 'PUB-03'],
  ['RefStock', 'max', 1, 'PUB-04'],
  ['RefStock', 'max', -1, 'PUB-04'],
  ['Descripcion', 'max', 1, 'PUB-04'],
  ['Descripcion', 'max', -1, 'PUB-04'],
  ['OperadorResponsable', 'max', 1, 'PUB-04'],
  ['Version', 'max', 1, 'PUB-04'],
  ['Version', 'max', -1, 'PUB-04'],
  ['Vin', 'min', -1, 'PUB-05'],
  ['Vin', 'max', 1, 'PUB-05'],
  ['VersionYear', 'min', -1, 'PUB-11'],
  ['VersionYear', 'min', 1, 'PUB-11'],
  ['VersionYear', 'max', 1, 'PUB-11'],
  ['VersionYear', 'max', -1, 'PUB-11'],
  ['Kilometraje', 'min', -1, 'PUB-14'],
  ['Kilometraje', 'max', 1, 'PUB-14'],
  ['Kilometraje', 'max', -1, 'PUB-14'],
  ['DatosTecnicosCustom', 'max', 1, 'PUB-16'],
  ['DatosTecnicosCustom', 'max', -1, 'PUB-16'],
  ['Color', 'min', -1, 'PUB-15'],
  ['Callback', 'max', 1, 'EVT-03'],
  ['Callback', 'max', -1, 'EVT-03'],
  ['Secret', 'min', -1, 'EVT-03'],
  ['Secret', 'max', 1, 'EVT-03'],
  ['Secret', 'min', 1, 'EVT-03'],
  ['Description', 'max', 1, 'EVT-03'],
  ['Description', 'max', -1, 'EVT-03'],
  ['Nombre', 'max', 1, 'AGE-03'],
  ['Apellido', 'max', -1, 'AGE-03'],
  ['TelefonoLaboral', 'min', -1, 'AGE-03'],
  ['TelefonoLaboral', 'max', 1, 'AGE-03'],
  ['WhatsApp', 'max', 1, 'AGE-03'],
  ['Direccion', 'max', 1, 'AGE-03'],
  ['NombreComercial', 'min', -1, 'AGE-05'],
  ['NombreComercial', 'max', 1, 'AGE-05'],
  ['NombreComercial', 'max', -1, 'AGE-05'],
]

const shiftedEdges = EDGES.map(([member, edge, by, id]) =>
  wrong(
    `${edge} of ${member} ${by > 0 ? 'one more' : 'one less'}`,
    id,
    `The ${edge} of ${member} is the one given.`,
    { bounds: { [member]: { [edge]: by } } },
    // An unknown operator would be refused for another reason.
    member === 'OperadorResponsable' ? { unknownOperator: 'administrator' } : {},
  ),
)

/** Bounds of lengths, numbers, pages and days that are not those given. */
export const WRONG_LIMITS: readonly WrongVariant[] = [
  ...shiftedEdges,
  wrong('lengths in bytes', 'PUB-04 AGE-03 AGE-05', 'A length counts characters.', { countsBytes: true }),
  wrong('page 100', 'INQ-06', 'pagina is at most 99.', { pageFault: 'tooFar' }),
  wrong('no page 99', 'INQ-06', 'pagina may be 99.', { pageFault: 'lastRefused' }),
  wrong('desde of 92 days ago', 'INQ-06', 'desde is not earlier than 90 days ago.', { dayFault: 'tooFar' }),
  wrong('no desde of 90 days ago', 'INQ-06', 'desde may be 90 days ago.', { dayFault: 'minimum' }),
  wrong('page 100 beside a filter', 'INQ-06', 'pagina is 99 at most.', {
    mistake: changeQuery(INQUIRIES, (query) => {
      if (query.has('externalid') && Number(query.get('pagina')) > 99) query.set('pagina', '99')
    }),
  }),
  wrong('page 100 of refs', 'INQ-06', 'pagina is 99 at most.', {
    mistake: {
      at: INQUIRIES,
      request: (call) => {
        const query = new URLSearchParams(call.query)
        if (call.form === 'ref' && Number(query.get('pagina')) > 99) query.set('pagina', '99')
        return { ...call, query }
      },
    },
  }),
]
