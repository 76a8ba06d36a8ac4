import { type Body, invents, mishears, mislabels, misshows } from './operation-mistakes.ts'
import type { Mutant } from './wrong-server.ts'

const LIST = { method: 'GET', at: /\/appnotificaciones$/ }
const ONE = { method: 'GET', at: /\/appnotificaciones\/./ }
const PUT = { method: 'PUT', at: /\/appnotificaciones\/./ }
const FIRST = { 'events/first-configuration': 'put' }

const having =
  (more: Body) =>
  (body: Body): Body => ({ ...body, ...more })
const without =
  (name: string) =>
  ({ [name]: _, ...rest }: Body): Body =>
    rest

const forgiven = (word: string, right: Body): Mutant => ({
  clause: `webhooks/refuse-${word}`,
  name: 'it is quietly put right',
  serve: mishears(PUT, having(right)),
})

export const webhooksMutants: readonly Mutant[] = [
  {
    clause: 'webhooks/topics-are-listed',
    name: 'names alone',
    serve: misshows(LIST, (body) => ({ ...body, TopicsConfigurados: ['publicacion-consultada'] })),
  },
  {
    clause: 'webhooks/topics-are-listed',
    name: 'nothing available',
    serve: misshows(LIST, without('TopicsDisponibles')),
  },
  {
    clause: 'webhooks/configuration-is-read',
    name: 'another callback',
    serve: misshows(ONE, having({ Callback: 'https://other.example' })),
  },
  {
    clause: 'webhooks/configuration-is-read',
    name: 'no HeaderCustom02',
    serve: misshows(ONE, without('HeaderCustom02')),
  },
  { clause: 'webhooks/unavailable-topic-is-missing', name: 'an empty one', serve: invents(ONE, 200, {}) },
  { clause: 'webhooks/unconfigured-topic-is-missing', name: 'an empty one', serve: invents(ONE, 200, {}) },
  { clause: 'webhooks/unavailable-topic-is-not-configured', name: 'configured', serve: invents(PUT, 200, {}) },
  { clause: 'webhooks/first-configuration', name: 'breaks', serve: mislabels(PUT, 500) },
  {
    clause: 'webhooks/first-configuration',
    name: 'shown without its callback',
    profile: FIRST,
    serve: misshows(PUT, having({ Callback: null })),
  },
  { clause: 'webhooks/description-is-edited', name: 'not heard', serve: mishears(PUT, without('Description')) },
  {
    clause: 'webhooks/description-is-edited',
    name: 'it becomes active',
    serve: mishears(PUT, having({ Activo: true })),
  },
  {
    clause: 'webhooks/description-is-edited',
    name: 'reads show the former',
    serve: misshows(ONE, having({ Description: 'Aviso' })),
  },
  { clause: 'webhooks/header-is-edited', name: 'not heard', serve: mishears(PUT, without('HeaderCustom03')) },
  forgiven('a-short-secret', { Secret: null }),
  forgiven('a-long-secret', { Secret: null }),
  forgiven('a-long-callback', { Callback: 'https://callback.example/' }),
  forgiven('a-long-description', { Description: 'Corta.' }),
  forgiven('a-text-as-activo', { Activo: false }),
]
