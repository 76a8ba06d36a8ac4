import type { Answer } from '../../http/answers.ts'
import { asText, bodyIn, type Document, set, without } from '../document-edits.ts'
import { changeProblem, changeRefusal, changeRefusalAt } from '../interceptors.ts'
import {
  ADMINISTRATOR,
  ARCHIVE,
  BRAND,
  CONFIGURE,
  CREATE,
  INQUIRIES,
  INQUIRY,
  MODEL,
  OPERATORS,
  PACKAGE,
  PATCH,
  PUT,
  READ,
  RENAME,
  SETTINGS,
  TRIM,
} from '../route-patterns.ts'
import { type WrongVariant, wrong } from '../variant.ts'

const REFUSING: readonly (readonly [string, RegExp, string])[] = [
  ['a create', CREATE, 'PUB-01'],
  ['a full edit', PUT, 'PUB-21'],
  ['a partial edit', PATCH, 'PUB-28'],
  ['the list of inquiries', INQUIRIES, 'INQ-04'],
  ['an edit of the administrator', ADMINISTRATOR, 'AGE-03'],
  ['a renaming', RENAME, 'AGE-05'],
  ['a configuration', CONFIGURE, 'EVT-03'],
  ['the search for a brand', BRAND, 'CAT-08'],
  ['the search for a model', MODEL, 'CAT-07'],
]

const plainText = (answer: Answer): Answer => ({ status: answer.status, text: 'No.', type: 'text/plain' })

const asJson = (answer: Answer): Answer => ({ ...answer, type: 'application/json' })

const withoutMember =
  (member: string) =>
  (answer: Answer): Answer => {
    const { [member]: _, ...document } = (answer.document ?? {}) as Document
    return { ...answer, document }
  }

const refusalsByRoute: readonly WrongVariant[] = REFUSING.flatMap(([words, at, statement]) => [
  wrong(`400 of ${words} is plain text`, `ERR-01 ${statement}`, 'A 400 is a problem.', {
    mistake: changeRefusalAt(at, 400, plainText),
  }),
  wrong(`400 of ${words} is JSON`, `ERR-01 ${statement}`, 'A 400 is application/problem+json.', {
    mistake: changeRefusalAt(at, 400, asJson),
  }),
  wrong(`400 of ${words} has no Errors`, `ERR-03 ${statement}`, 'A 400 has Errors.', {
    mistake: changeRefusalAt(at, 400, withoutMember('Errors')),
  }),
  wrong(`400 of ${words} has no Title`, `ERR-02 ${statement}`, 'A problem has Title.', {
    mistake: changeRefusalAt(at, 400, withoutMember('Title')),
  }),
  wrong(`400 of ${words} is 422`, `ERR-01 ${statement}`, 'Values that are not valid are answered 400.', {
    mistake: changeRefusalAt(at, 400, (answer) => ({ ...answer, status: 422 })),
  }),
  wrong(`400 of ${words} is 500`, `ERR-01 ${statement}`, 'Values that are not valid are answered 400.', {
    mistake: changeRefusalAt(at, 400, () => ({ status: 500, text: 'Error', type: 'text/plain' })),
  }),
])

const MISSING: readonly (readonly [string, RegExp, string])[] = [
  ['a publication', READ, 'PUB-20'],
  ['the list of inquiries', INQUIRIES, 'INQ-04'],
  ['an inquiry', INQUIRY, 'INQ-01'],
  ['operators', OPERATORS, 'AGE-01'],
  ['a package', PACKAGE, 'AGE-07'],
  ['settings', SETTINGS, 'AGE-10'],
  ['a topic', /^GET appnotificaciones\/:topic$/, 'EVT-02'],
  ['a version', TRIM, 'CAT-03'],
]

const notFoundByRoute: readonly WrongVariant[] = MISSING.flatMap(([words, at, statement]) => [
  wrong(`404 of ${words} has no message`, `ERR-04 ${statement}`, 'A 404 is a plain message.', {
    mistake: changeRefusalAt(at, 404, () => ({ status: 404 })),
  }),
  wrong(`404 of ${words} is 200 of nothing`, `${statement}`, 'What does not exist is answered 404.', {
    mistake: changeRefusalAt(at, 404, () => ({ status: 200, document: {} })),
  }),
  wrong(`404 of ${words} is 500`, `${statement}`, 'What does not exist is answered 404.', {
    mistake: changeRefusalAt(at, 404, () => ({ status: 500, text: 'Error', type: 'text/plain' })),
  }),
])

/** Refusals with another status, or with another body than a problem has. */
export const WRONG_REFUSALS: readonly WrongVariant[] = [
  wrong('412 as text', 'ERR-05', '412 is in a JSON media type.', { preconditionFault: 'plain' }),
  wrong('problems as application/json', 'ERR-01', 'Problems are application/problem+json.', {
    problemFault: 'type',
  }),
  wrong('Status 500 in problems', 'ERR-02', 'Status is the status.', { problemFault: 'status' }),
  wrong('no Errors', 'ERR-03', 'A validation problem has Errors.', { problemFault: 'errors' }),
  wrong('Errors of strings', 'ERR-03', 'Errors maps to arrays.', { problemFault: 'strings' }),
  wrong('Instance is the root', 'ERR-02', 'Instance is the path of the request.', {
    problemFault: 'instance',
  }),
  wrong('Extensions is an array', 'ERR-02', 'Extensions is an object.', { problemFault: 'extensions' }),
  wrong('Errors by numbered fields', 'ERR-03', 'A key is the name of a property.', { problemFault: 'keys' }),
  wrong('every error in _', 'ERR-03', 'The key _ is for errors of no property.', {
    problemFault: 'entryKey',
  }),
  wrong('404 without a message', 'ERR-04', '404 is a plain message.', { notFoundFault: 'empty' }),
  wrong('200 null for the unknown', 'PUB-20', 'The unknown is 404.', { notFoundFault: 'null' }),
  wrong('400 for an unknown agency', 'PUB-20 INQ-04 AGE-01', 'It is 404.', { notFoundFault: 'agency' }),
  wrong('200 for an unknown version', 'CAT-03', 'It is 404.', { notFoundFault: 'version' }),
  wrong('200 for an unconfigured topic', 'EVT-02', 'It is 404.', { notFoundFault: 'topic' }),
  wrong('no make is 404', 'CAT-08', 'What is required is 400.', {
    mistake: {
      at: BRAND,
      response: (answer, { query }) =>
        query.get('make') ? answer : { status: 404, text: 'No hay tal marca.', type: 'text/plain' },
    },
  }),
  wrong('an unknown version is 400', 'CAT-03', 'An unknown version is 404.', {
    mistake: {
      at: TRIM,
      response: (answer) => (answer.status === 404 ? { ...answer, status: 400 } : answer),
    },
  }),
  wrong('an unknown inquiry is 400', 'INQ-01', 'An unknown inquiry is 404.', {
    mistake: {
      at: INQUIRY,
      response: (answer) => (answer.status === 404 ? { ...answer, status: 400 } : answer),
    },
  }),
  wrong('problems without Title', 'ERR-02', 'A problem has Title.', {
    mistake: changeProblem(without('Title')),
  }),
  wrong('problems without Type', 'ERR-02', 'A problem has Type.', {
    mistake: changeProblem(without('Type')),
  }),
  wrong('Status is a text', 'ERR-02', 'Status is an integer.', { mistake: changeProblem(asText('Status')) }),
  wrong('Instance is a whole URL with another path', 'ERR-02', 'Instance is the path of the request.', {
    mistake: changeProblem(set('Instance', '/errores/17')),
  }),
  wrong('conflicts without Errors', 'ERR-03', 'A 409 is of the validation kind.', {
    mistake: changeRefusal(409, (answer) => ({
      ...answer,
      document: without('Errors')(answer.document as Document),
    })),
  }),
  wrong('conflicts as JSON', 'ERR-01', 'A 409 is application/problem+json.', {
    mistake: changeRefusal(409, (answer) => ({ ...answer, type: 'application/json' })),
  }),
  wrong('412 without a body', 'ERR-05', 'A 412 is a problem.', {
    mistake: changeRefusal(412, () => ({ status: 412, text: '' })),
  }),
  wrong('a 412 has Status 400', 'ERR-02 ERR-05', 'Status is the status.', {
    mistake: changeRefusal(412, (answer) => ({
      ...answer,
      document: set('Status', 400)(answer.document as Document),
    })),
  }),
  wrong('Errors is a list', 'ERR-03', 'Errors maps names to texts.', {
    mistake: changeRefusal(400, (answer) => ({
      ...answer,
      document: set('Errors', [{ Campo: 'x', Error: 'y' }])(answer.document as Document),
    })),
  }),
  wrong('Status of problems is a text', 'ERR-02', 'Status is an integer.', {
    mistake: changeProblem((document) => ({ ...document, Status: String(document['Status']) })),
  }),
  wrong('Errors of objects', 'ERR-03', 'Errors maps to arrays of strings.', {
    mistake: changeProblem((document) =>
      'Errors' in document ? { ...document, Errors: { Dato: [{ mensaje: 'No.' }] } } : document,
    ),
  }),
  wrong('Type is a sentence', 'ERR-02', 'Type is a URI.', {
    mistake: changeProblem((document) => ({ ...document, Type: 'Error de validación de datos' })),
  }),
  wrong('Errors is empty', 'ERR-03', 'Errors lists the problems.', {
    mistake: changeProblem((document) => ('Errors' in document ? { ...document, Errors: {} } : document)),
  }),
  wrong('problems without Detail', 'ERR-02', 'A problem has Detail.', {
    mistake: changeProblem(({ Detail: _, ...document }) => document),
  }),
  ...refusalsByRoute,
  ...notFoundByRoute,
  wrong('PUT creates what does not exist', 'PUB-21', 'PUT edits; only POST creates.', {
    mistake: {
      at: PUT,
      response: (answer, call) =>
        answer.status === 404
          ? { status: 200, document: { ...bodyIn(call), ExternalId: call.params['id'], _links: {} } }
          : answer,
    },
  }),
  wrong('PATCH of the unknown is 200', 'PUB-28', 'What does not exist is not edited.', {
    mistake: changeRefusalAt(PATCH, 404, () => ({ status: 200, document: { _links: {} } })),
  }),
  wrong('archivar of the unknown is 200', 'PUB-30', 'What does not exist is not archived.', {
    mistake: changeRefusalAt(ARCHIVE, 404, () => ({ status: 200, document: { _links: {} } })),
  }),
  wrong('a renaming of the unknown is 200', 'AGE-05', 'What does not exist is not renamed.', {
    mistake: changeRefusalAt(RENAME, 404, () => ({
      status: 200,
      document: { AdminMail: 'x@y.example', _links: {} },
    })),
  }),
  wrong('version 0 is the first', 'CAT-03', 'An unknown version is 404.', {
    mistake: {
      at: TRIM,
      request: (call) => {
        const { trims } = call.world.catalogue
        const isKnown = trims.some(({ id }) => String(id) === call.params['number'])
        return isKnown ? call : { ...call, params: { ...call.params, number: String(trims[0]?.id) } }
      },
    },
  }),
]
