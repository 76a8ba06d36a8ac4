import { having, mapsMember, without } from '../support/body-changes.ts'
import {
  altersAnswersWithStatus,
  altersBodyWithStatus,
  altersHeadersAt,
  altersStatusAt,
  respondsAt,
} from '../support/exchange-mistakes.ts'
import { type WrongServer, withStatusOrHeaders } from '../support/wrong-server.ts'

const bodyMutants: readonly WrongServer[] = [
  {
    clause: 'errors/texts-that-name-nothing-are-no-fault-of-the-service',
    name: 'a long id is too much for the database',
    serve: altersStatusAt(/\/publicaciones\/[^/]+\/a{256,}$/, 500),
  },
  {
    clause: 'errors/a-refusal-is-problem-json',
    name: 'problems are application/json',
    serve: altersAnswersWithStatus(400, { headers: { 'Content-Type': 'application/json' } }),
  },
  { clause: 'errors/a-problem-has-type', name: 'no Type', serve: altersBodyWithStatus(400, without('Type')) },
  {
    clause: 'errors/a-problem-has-title',
    name: 'Title is empty of text',
    serve: altersBodyWithStatus(400, having({ Title: null })),
  },
  {
    clause: 'errors/a-problem-has-status',
    name: 'Status is a text',
    serve: altersBodyWithStatus(400, mapsMember('Status', String)),
  },
  {
    clause: 'errors/a-problem-has-detail',
    name: 'Detail is an array',
    serve: altersBodyWithStatus(400, having({ Detail: [] })),
  },
  {
    clause: 'errors/a-problem-has-instance',
    name: 'no Instance',
    serve: altersBodyWithStatus(400, without('Instance')),
  },
  {
    clause: 'errors/a-problem-has-extensions',
    name: 'Extensions is an array',
    serve: altersBodyWithStatus(400, having({ Extensions: [] })),
  },
  {
    clause: 'errors/type-is-a-uri',
    name: 'Type is a sentence',
    serve: altersBodyWithStatus(400, having({ Type: 'Bad request' })),
  },
  {
    clause: 'errors/status-is-the-status',
    name: 'Status 500',
    serve: altersBodyWithStatus(400, having({ Status: 500 })),
  },
  {
    clause: 'errors/instance-is-the-request-path',
    name: 'Instance is a trace',
    serve: altersBodyWithStatus(400, having({ Instance: '0HM5' })),
  },
  {
    clause: 'errors/errors-map-names-to-texts',
    name: 'Errors is a list',
    serve: altersBodyWithStatus(400, having({ Errors: ['make'] })),
  },
  {
    clause: 'errors/errors-map-names-to-texts',
    name: 'one text for a name',
    serve: altersBodyWithStatus(400, having({ Errors: { make: 'missing' } })),
  },
  {
    clause: 'errors/errors-name-what-is-missing',
    name: 'another parameter is blamed',
    serve: altersBodyWithStatus(400, having({ Errors: { model: ['It is missing.'] } })),
  },
  {
    clause: 'errors/errors-name-the-member',
    name: 'everything under _',
    serve: altersBodyWithStatus(400, having({ Errors: { _: ['A wrong year.'] } })),
  },
  {
    clause: 'errors/errors-name-the-member',
    name: 'keys begin with a small letter',
    serve: altersBodyWithStatus(400, ({ Errors: errors, ...rest }) => ({
      ...rest,
      Errors: Object.fromEntries(
        Object.entries(Object(errors)).map(([key, texts]) => [
          key.slice(0, 1).toLowerCase() + key.slice(1),
          texts,
        ]),
      ),
    })),
  },
  { clause: 'errors/several-faults', name: 'no Errors', serve: altersBodyWithStatus(400, without('Errors')) },
  {
    clause: 'errors/several-faults',
    name: 'another member is blamed',
    serve: altersBodyWithStatus(400, having({ Errors: { Vin: ['?'] } })),
  },
  {
    clause: 'errors/entry-level-problems',
    name: 'a broken body is under $',
    serve: altersBodyWithStatus(400, ({ Errors, ...rest }) => ({
      ...rest,
      Errors: { $: Object.values(Object(Errors))[0] },
    })),
  },
  {
    clause: 'errors/entry-level-problems',
    name: 'answers 500',
    serve: altersAnswersWithStatus(400, { status: 500 }),
  },
]

const missing: Readonly<Record<string, RegExp>> = {
  'unknown-version': /\/versiones\//,
  'unknown-publication': /\/publicaciones\//,
  'unknown-inquiry': /\/consultas\//,
  'unknown-topic': /\/appnotificaciones\//,
  'unknown-agency-publicacion': /\/publicaciones\/\w+%40agency/,
  'unknown-agency-consultas': /\/consultas\/\w+%40agency/,
  'unknown-agency-operadores': /\/operadores\/\w+%40agency/,
  'unknown-agency-productos': /\/\w+%40agency.*\/productos/,
  'unknown-agency-notificaciones': /\/notificaciones\/\w+%40agency/,
}

const similarMutants: readonly WrongServer[] = [
  {
    clause: 'errors/unknown-agency-operadores',
    name: 'the beginning of the mail names the agency',
    serve: (request, next) =>
      next(
        new Request(request.url.replace(/ventas(?!%40lospinos)[^/?]*/, 'ventas%40lospinos.example'), request),
      ),
  },
]

const missingMutants = Object.entries(missing).flatMap(([words, at]): WrongServer[] => [
  { clause: `errors/${words}`, name: 'answers 403', serve: altersStatusAt(at, 403) },
  { clause: `errors/${words}`, name: 'an empty object', serve: respondsAt(at, () => new Response('{}')) },
  {
    clause: `errors/${words}`,
    name: 'a 404 without a message',
    serve: respondsAt(at, () => new Response(null, { status: 404 })),
  },
])

const statusMutants: readonly WrongServer[] = [
  {
    clause: 'errors/write-to-nothing',
    name: 'answers 200',
    serve: altersAnswersWithStatus(404, { status: 200 }),
  },
  {
    clause: 'errors/write-to-nothing',
    name: 'forbidden in plain text',
    profile: { 'common/write-to-unknown': '403' },
    serve: altersAnswersWithStatus(403, { headers: { 'Content-Type': 'text/plain' } }),
  },
  {
    clause: 'errors/a-conflict-is-a-validation-problem',
    name: 'a conflict without Errors',
    serve: altersBodyWithStatus(409, without('Errors')),
  },
  {
    clause: 'errors/a-conflict-is-a-validation-problem',
    name: 'a conflict with Status 500',
    serve: altersBodyWithStatus(409, having({ Status: 500 })),
  },
  {
    clause: 'errors/a-conflict-is-a-validation-problem',
    name: 'a conflict in application/json',
    serve: altersAnswersWithStatus(409, { headers: { 'Content-Type': 'application/json' } }),
  },
  {
    clause: 'errors/a-stale-tag-is-a-problem',
    name: 'no Title',
    serve: altersBodyWithStatus(412, without('Title')),
  },
  {
    clause: 'errors/a-stale-tag-is-a-problem',
    name: 'a 412 in plain text',
    serve: altersAnswersWithStatus(412, { headers: { 'Content-Type': 'text/plain' } }),
  },
  {
    clause: 'errors/a-412-has-an-accepted-media-type',
    name: 'a 412 is a problem type always',
    serve: altersAnswersWithStatus(412, { headers: { 'Content-Type': 'application/problem+json' } }),
  },
  {
    clause: 'errors/a-412-has-an-accepted-media-type',
    name: 'a 412 is application/json if only text/json is accepted, else as accepted',
    serve: async (request, next) => {
      const response = await next(request)
      const isText = request.headers.get('accept') === 'text/json'
      return response.status === 412 && isText
        ? withStatusOrHeaders(response, { headers: { 'Content-Type': 'application/json' } })
        : response
    },
  },
  {
    clause: 'errors/not-modified-has-no-body',
    name: 'If-None-Match is ignored',
    serve: altersHeadersAt(/\/publicaciones\//, { 'If-None-Match': null }),
  },
]

export const errorsMutants: readonly WrongServer[] = [
  ...bodyMutants,
  ...similarMutants,
  ...missingMutants,
  ...statusMutants,
]
