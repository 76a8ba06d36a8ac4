import type { AssumptionId } from '../../src/api/assumptions/profile.ts'
import { MAIL, send } from '../support/miniature-world.ts'
import { succeeded, validationKeys } from './case-steps.ts'
import type { OptionCases } from './option-case.ts'

const TOPIC = 'publicacion-consultada'
const PATH = `/v3/appnotificaciones/${TOPIC}`
const SECRET = 'a-secret-of-24-characters'
const HOOK = { Callback: 'https://app.example/hook', Secret: SECRET }

export const eventCases: OptionCases = {
  'events/topics': {
    seen: (world) => [
      send(world, 'GET', '/v3/appnotificaciones').json.TopicsDisponibles,
      send(world, 'POST', '/v3/appnotificaciones/otro', { body: HOOK }).status,
    ],
    under: {
      standard: [['agencia-invitacion-aceptada', 'publicacion-consultada', 'publicacion-estado'], 404],
      'list:uno,otro': [['uno', 'otro'], 201],
    },
  },
  'events/topic-case': {
    seen: (world) => {
      const after = send(world, 'PUT', PATH, { body: HOOK }).world
      const other = PATH.replace(TOPIC, TOPIC.toUpperCase())
      const read = send(after, 'GET', other)
      const edited = send(after, 'PUT', other, { body: { ...HOOK, Description: 'another' } })
      return [
        read.status,
        read.json?._links?.self.href,
        edited.status,
        send(edited.world, 'GET', PATH).json.Description,
      ]
    },
    under: { '404': [404, undefined, 404, null], same: [200, PATH, 200, 'another'] },
  },
  'events/first-configuration': {
    seen: (world) => {
      const put = send(world, 'PUT', PATH, { body: HOOK })
      const post = send(world, 'POST', PATH, { body: HOOK })
      const twice = send(post.world, 'POST', PATH, { body: HOOK })
      const { configurar } = send(world, 'GET', '/v3/appnotificaciones').json._links
      return [
        put.status,
        post.status,
        post.headers.Location,
        twice.status,
        validationKeys(twice),
        configurar.method,
      ]
    },
    under: {
      put: [200, 201, PATH, 409, ['_'], 'PUT'],
      post: [404, 201, PATH, 409, ['_'], 'POST'],
    },
  },
  'events/secret-shown': {
    seen: (world) => {
      const after = succeeded(send(world, 'POST', PATH, { body: HOOK }), 201)
      const agency = send(after, 'PUT', `/v3/notificaciones/${MAIL}`, {
        body: { PublicacionConsultadaWebHook: HOOK },
      })
      return [send(after, 'GET', PATH).json.Secret, agency.json.PublicacionConsultadaWebHook.Secret]
    },
    under: { null: [null, null], masked: ['********', '********'], 'as-stored': [SECRET, SECRET] },
  },
  'events/secret-put': {
    given: { 'events/secret-shown': 'as-stored' },
    seen: (world) => {
      const after = succeeded(send(world, 'POST', PATH, { body: HOOK }), 201)
      return [{}, { Secret: null }, { Secret: 'another-secret-of-it' }].map(
        (change) => send(after, 'PUT', PATH, { body: { Callback: HOOK.Callback, ...change } }).json.Secret,
      )
    },
    under: { kept: [SECRET, SECRET, 'another-secret-of-it'], removed: [null, null, 'another-secret-of-it'] },
  },
}

/** Options that show in deliveries only, not in responses of the API. */
export const DELIVERY_ONLY = [
  'events/signature-join',
  'events/signature-encoding',
  'events/timestamp',
  'events/body',
  'events/agency-body',
  'events/retries',
  'events/after-last',
  'events/gone',
  'events/hook-id',
  'events/href-form',
  'events/method',
  'events/signature-algorithm',
  'events/topic-header',
  'events/agency-hooks',
  'events/catalogue-inquiry',
  'events/state-topic',
  'events/inquiry-recipients',
] as const satisfies readonly AssumptionId[]
