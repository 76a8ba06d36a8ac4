import { having, type JsonBody, without } from '../support/body-changes.ts'
import {
  altersRequestBody,
  altersResponseBody,
  altersStatus,
  respondsWith,
} from '../support/operation-mistakes.ts'
import type { WrongServer } from '../support/wrong-server.ts'

const LIST = { method: 'GET', at: /\/appnotificaciones$/ }
const ONE = { method: 'GET', at: /\/appnotificaciones\/./ }
const PUT = { method: 'PUT', at: /\/appnotificaciones\/./ }
const FIRST = { 'events/first-configuration': 'put' }

const forgiven = (word: string, right: JsonBody): WrongServer => ({
  clause: `webhooks/refuse-${word}`,
  name: 'the wrong value is replaced silently',
  serve: altersRequestBody(PUT, having(right)),
})

export const webhooksMutants: readonly WrongServer[] = [
  {
    clause: 'webhooks/topics-are-listed',
    name: 'topics without their configuration',
    serve: altersResponseBody(LIST, (body) => ({ ...body, TopicsConfigurados: ['publicacion-consultada'] })),
  },
  {
    clause: 'webhooks/topics-are-listed',
    name: 'TopicsDisponibles is missing',
    serve: altersResponseBody(LIST, without('TopicsDisponibles')),
  },
  {
    clause: 'webhooks/configuration-is-read',
    name: 'another callback',
    serve: altersResponseBody(ONE, having({ Callback: 'https://other.example' })),
  },
  {
    clause: 'webhooks/configuration-is-read',
    name: 'no HeaderCustom02',
    serve: altersResponseBody(ONE, without('HeaderCustom02')),
  },
  {
    clause: 'webhooks/every-configured-topic-is-listed',
    name: 'no configured topic is listed',
    serve: altersResponseBody(LIST, having({ TopicsConfigurados: [] })),
  },
  {
    clause: 'webhooks/letter-case-of-a-topic',
    name: 'a topic in another case has an empty configuration',
    serve: respondsWith({ method: 'GET', at: /\/appnotificaciones\/[A-Z-]+$/ }, 200, {}),
  },
  {
    clause: 'webhooks/unconfigured-topic-is-missing',
    name: 'an empty object',
    serve: respondsWith(ONE, 200, {}),
  },
  {
    clause: 'webhooks/unavailable-topic-is-not-configured',
    name: 'answers 200',
    serve: respondsWith(PUT, 200, {}),
  },
  { clause: 'webhooks/first-configuration', name: 'answers 500', serve: altersStatus(PUT, 500) },
  {
    clause: 'webhooks/first-configuration',
    name: 'shown without its callback',
    profile: FIRST,
    serve: altersResponseBody(PUT, having({ Callback: null })),
  },
  {
    clause: 'webhooks/description-is-edited',
    name: 'the member is ignored',
    serve: altersRequestBody(PUT, without('Description')),
  },
  {
    clause: 'webhooks/description-is-edited',
    name: 'it becomes active',
    serve: altersRequestBody(PUT, having({ Activo: true })),
  },
  {
    clause: 'webhooks/description-is-edited',
    name: 'reads show the previous value',
    serve: altersResponseBody(ONE, having({ Description: 'Aviso' })),
  },
  {
    clause: 'webhooks/header-is-edited',
    name: 'the member is ignored',
    serve: altersRequestBody(PUT, without('HeaderCustom03')),
  },
  forgiven('a-short-secret', { Secret: null }),
  forgiven('a-long-secret', { Secret: null }),
  forgiven('a-long-callback', { Callback: 'https://callback.example/' }),
  forgiven('a-callback-that-is-no-uri', { Callback: 'https://callback.example/' }),
  forgiven('a-long-description', { Description: 'Corta.' }),
  forgiven('a-text-as-activo', { Activo: false }),
]
