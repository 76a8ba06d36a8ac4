import { Refusal } from '../../http/answers.ts'
import {
  ADMINISTRATOR,
  ARCHIVE,
  BRAND,
  CONDITIONAL,
  INQUIRY,
  MODEL,
  PATCH,
  PUT,
  READ,
  RENAME,
  SUSPEND,
  TRIM,
} from '../route-patterns.ts'
import { type WrongVariant, wrong } from '../variant.ts'

/** Media types that give another form than the one that they stand for. */
export const WRONG_FORMS: readonly WrongVariant[] = [
  wrong('ref of operators is full', 'COM-10', 'Accept chooses the ref form.', { formFault: 'refFull' }),
  wrong('ref of a listing is full', 'COM-10', 'Accept chooses the ref form.', {
    formFault: 'refPublication',
  }),
  wrong('ref of a creation is full', 'COM-10', 'Accept chooses the ref form for 201 too.', {
    formFault: 'create',
  }),
  wrong('ref with _links', 'COM-03', 'A ref has no _links.', { formFault: 'refLinks' }),
  wrong('text/json refused', 'COM-10', 'text/json gives the full form.', { formFault: 'textJson' }),
  wrong('entry type refused', 'COM-10', 'The entry type gives the full form.', { formFault: 'entry' }),
  wrong('text/json without the price', 'COM-10', 'Each media type shows the same listing.', {
    formFault: 'textOld',
  }),
  ...(
    [
      [PUT, 'PUT'],
      [PATCH, 'PATCH'],
      [SUSPEND, 'suspender'],
      [ARCHIVE, 'archivar'],
    ] as const
  ).map(([at, name]) =>
    wrong(`${name} answers in full always`, 'COM-10', 'Accept chooses the ref form.', {
      mistake: { at, request: (call) => ({ ...call, form: 'full' }) },
    }),
  ),
  wrong('suspender has no ref form', 'COM-10', 'Accept chooses the ref form.', {
    mistake: {
      at: SUSPEND,
      request: (call) => {
        if (call.form === 'ref') throw new Refusal({ status: 406, text: '' })
        return call
      },
    },
  }),
  wrong('a ref of an inquiry in full', 'COM-10', 'Accept chooses the ref form.', {
    mistake: { at: INQUIRY, request: (call) => ({ ...call, form: 'full' }) },
  }),
  wrong('a ref of a brand in full', 'COM-10', 'Accept chooses the ref form.', {
    mistake: { at: BRAND, request: (call) => ({ ...call, form: 'full' }) },
  }),
  wrong('a ref of a model in full', 'COM-10', 'Accept chooses the ref form.', {
    mistake: { at: MODEL, request: (call) => ({ ...call, form: 'full' }) },
  }),
  wrong('a ref of a version in full', 'COM-10', 'Accept chooses the ref form.', {
    mistake: { at: TRIM, request: (call) => ({ ...call, form: 'full' }) },
  }),
  wrong('a renamed agency in full always', 'COM-10', 'Accept chooses the ref form.', {
    mistake: { at: RENAME, request: (call) => ({ ...call, form: 'full' }) },
  }),
  wrong('an edited administrator in full always', 'COM-10', 'Accept chooses the ref form.', {
    mistake: { at: ADMINISTRATOR, request: (call) => ({ ...call, form: 'full' }) },
  }),
  wrong('the ref form is never 304', 'PUB-20 ERR-10', 'If-None-Match is answered 304.', {
    mistake: {
      at: READ,
      request: (call) =>
        call.form === 'ref' ? { ...call, headers: { ...call.headers, 'if-none-match': undefined } } : call,
    },
  }),
  wrong('answers are text/html', 'COM-01', 'Bodies are JSON.', {
    mistake: {
      at: /^GET (operadores|consultas)/,
      response: (answer) => (answer.status === 200 ? { ...answer, type: 'text/html' } : answer),
    },
  }),
  wrong('writes answer text/plain', 'COM-01', 'Bodies are JSON.', {
    mistake: {
      at: CONDITIONAL,
      response: (answer) => (answer.status === 200 ? { ...answer, type: 'text/plain' } : answer),
    },
  }),
]
