import { limits } from '../../src/api/wire/limits.ts'
import { clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { sameInAnyCase } from '../../src/lib/text/same-in-any-case.ts'
import { withLock } from '../support/lock.ts'
import { WebhookShape } from '../support/response-shapes.ts'
import {
  firstConfigurations,
  IDLE_CONFIGURATION,
  keepIdle,
  noteUnset,
  postConfiguration,
  readBeforeFirst,
  readTopics,
  secretForm,
  topicPath,
  withConfigurationRestored,
} from './topic-configuration.ts'

/** Configuration of the calling app's webhooks (EVT-01, EVT-02, EVT-03). */

const STANDARD = ['agencia-invitacion-aceptada', 'publicacion-consultada', 'publicacion-estado']
const UNKNOWN = '/v3/appnotificaciones/kit-no-such-topic'

/** Finds a topic that is available and has no configuration. */
const freeTopic = async (t: ClauseContext): Promise<string> => {
  const { available, configured } = await readTopics(t)
  const taken = configured.map(({ Topic }) => Topic)
  return available.find((topic) => !taken.includes(topic)) ?? t.skip('every topic is configured')
}

const MAX_TOPICS = 5

/** Clauses on the configuration of webhooks. */
export const webhookConfigurationClauses = [
  clause({
    id: 'webhooks/topics-are-listed',
    statements: ['EVT-01'],
    title:
      'GET /v3/appnotificaciones lists the available topics and the configured ones with their configuration',
    leaves: 'nothing',
    needs: [],
    check: async (t) => {
      const { list, available } = await readTopics(t)
      const usual = [...available].sort().join() === STANDARD.join()
      if (usual) t.learn('events/topics', 'standard', list)
      // A profile takes only names of these characters.
      else if (
        available.length > 0 &&
        available.every((topic) => /^[A-Za-z0-9][A-Za-z0-9._-]*$/.test(topic))
      ) {
        t.learn('events/topics', `list:${available.join()}`, list)
      }
    },
  }),
  clause({
    id: 'webhooks/configuration-is-read',
    statements: ['EVT-02'],
    title: 'GET of a configured topic returns the configuration that the list shows',
    leaves: 'nothing',
    needs: [],
    isLast: true,
    check: (t) =>
      withLock(t, 'webhooks', async () => {
        const [one] = (await readTopics(t)).configured
        if (!one) return t.skip('no topic is configured')
        const read = await t.get(topicPath(one.Topic))
        t.status(read, 200)
        const { _links: _, ...shown } = t.shape(read, WebhookShape)
        const { _links: __, ...listed } = one.Config
        for (const name of ['Callback', 'Description', 'Activo'] as const) {
          t.assert(shown[name] === listed[name], `${name} ${listed[name]} as listed`, shown[name], read)
        }
        // Null may mean that there is no secret.
        if (shown.Secret) t.learn('events/secret-shown', secretForm(shown.Secret), read)
      }),
  }),
  clause({
    id: 'webhooks/every-configured-topic-is-listed',
    statements: ['EVT-01', 'EVT-02'],
    title: 'A topic whose configuration can be read is in TopicsConfigurados, and no other is',
    leaves: 'nothing',
    needs: [],
    isLast: true,
    check: (t) =>
      withLock(t, 'webhooks', async () => {
        const topics = (await readTopics(t)).available.slice(0, MAX_TOPICS)
        const reads = await Promise.all(topics.map((topic) => t.get(topicPath(topic))))
        const { configured, list } = await readTopics(t)
        for (const [at, topic] of topics.entries()) {
          const read = reads[at]
          if (!read) continue
          const isListed = configured.some(({ Topic }) => Topic === topic)
          const { status } = read.response
          if (status === 200) t.assert(isListed, `${topic} in TopicsConfigurados`, 'it is missing', list)
          if (status === 404) t.assert(!isListed, `no ${topic}, which is not found`, 'it is listed', list)
        }
      }),
  }),
  clause({
    id: 'webhooks/letter-case-of-a-topic',
    statements: ['EVT-02'],
    title: 'A configured topic in another case shows the same configuration, or is not found',
    leaves: 'nothing',
    needs: [],
    isLast: true,
    check: (t) =>
      withLock(t, 'webhooks', async () => {
        const [one] = (await readTopics(t)).configured
        const other = one?.Topic.toUpperCase()
        if (!one || other === undefined || other === one.Topic) return t.skip('no topic is configured')
        const [plain, answer] = [await t.get(topicPath(one.Topic)), await t.get(topicPath(other))]
        if (plain.response.status !== 200) return t.skip('the configuration cannot be read')
        t.status(answer, 200, 400, 404)
        const isSame = answer.response.status === 200
        for (const name of isSame ? (['Callback', 'Description', 'Activo'] as const) : []) {
          const [expected, got] = [t.object(plain)[name], t.object(answer)[name]]
          t.assert(got === expected, `${name} ${expected}`, got, answer)
        }
        t.learn('events/topic-case', isSame ? 'same' : '404', answer)
      }),
  }),
  clause({
    id: 'webhooks/unconfigured-topic-is-missing',
    statements: ['EVT-02'],
    title: 'GET of a topic that was never configured returns 404',
    leaves: 'nothing',
    needs: [],
    check: (t) =>
      withLock(t, 'webhooks', async () => {
        const before = readBeforeFirst(t)
        if (before) t.exchanges.push(before)
        t.status(before ?? (await t.get(topicPath(await freeTopic(t)))), 404)
      }),
  }),
  clause({
    id: 'webhooks/unavailable-topic-is-not-configured',
    statements: ['EVT-03', 'ERR-04'],
    title: 'PUT of a topic that does not exist returns 404',
    leaves: 'any',
    needs: [],
    check: async (t) => t.status(await t.send('PUT', UNKNOWN, { body: IDLE_CONFIGURATION }), 404, 400, 403),
  }),
  clause({
    id: 'webhooks/first-configuration',
    statements: ['EVT-03'],
    title: 'PUT of a topic that was never configured returns 404, or configures it',
    leaves: 'any',
    needs: [],
    check: (t) =>
      withLock(t, 'webhooks', async () => {
        const topic = await freeTopic(t)
        const path = topicPath(topic)
        await noteUnset(t, path)
        const [first, ...others] = await firstConfigurations(t)
        let put = await t.send('PUT', path, { body: first })
        // The service may refuse a callback that it cannot resolve.
        for (const body of others) if (put.response.status === 400) put = await t.send('PUT', path, { body })
        if (put.response.status === 400) return t.skip('no callback without a receiver is accepted')
        // Any write may be forbidden to the app (ERR-08).
        if (put.response.status === 403) return t.skip('the app may not configure webhooks')
        t.status(put, 200, 201, 404)
        if (put.response.status === 404) {
          // A 404 to PUT alone may mean that topics are configured elsewhere.
          const post = await postConfiguration(t, topic)
          if (post.response.status < 300) t.learn('events/first-configuration', 'post', post)
          return
        }
        try {
          const { Callback, Secret } = t.shape(put, WebhookShape)
          const sent = String(JSON.parse(put.request.body ?? '{}').Callback)
          t.assert(Callback === sent, `Callback ${sent}`, Callback, put)
          t.learn('events/first-configuration', 'put', put)
          t.learn('events/secret-shown', secretForm(Secret), put)
          if (Secret === null) return
          // The secret is the kit's own, so it may be lost; this service shows whether it is kept.
          const again = await t.send('PUT', path, { body: { ...IDLE_CONFIGURATION, Callback: sent } })
          if (again.response.status === 400) return
          t.status(again, 200)
          t.learn(
            'events/secret-put',
            t.shape(again, WebhookShape).Secret === null ? 'removed' : 'kept',
            again,
          )
        } finally {
          await keepIdle(t, topic)
        }
      }),
  }),
  clause({
    id: 'webhooks/description-is-edited',
    statements: ['EVT-03', 'EVT-02'],
    title: 'PUT of a configured topic changes its Description, returns it and leaves the other members',
    leaves: 'any',
    needs: [],
    check: (t) =>
      withConfigurationRestored(t, async (body, path) => {
        const Description = 'Edited by the contract kit.'
        const put = await t.send('PUT', path, { body: { ...body, Description } })
        t.status(put, 200)
        for (const exchange of [put, await t.get(path)]) {
          const shown = t.shape(exchange, WebhookShape)
          t.assert(
            shown.Description === Description,
            `Description ${Description}`,
            shown.Description,
            exchange,
          )
          t.assert(
            shown.Callback === body.Callback,
            `Callback ${body.Callback} as before`,
            shown.Callback,
            exchange,
          )
          t.assert(shown.Activo === body.Activo, `Activo ${body.Activo} as before`, shown.Activo, exchange)
        }
      }),
  }),
  clause({
    id: 'webhooks/header-is-edited',
    statements: ['EVT-03', 'COM-09'],
    title: 'PUT of a configured topic accepts a custom header and returns it',
    leaves: 'any',
    needs: [],
    check: (t) =>
      withConfigurationRestored(t, async (body, path) => {
        const header = { Name: 'X-Kit', Value: 'one' }
        const put = await t.send('PUT', path, { body: { ...body, HeaderCustom03: header } })
        t.status(put, 200)
        const shown = t.shape(put, WebhookShape).HeaderCustom03
        t.assert(
          // Names of headers are case-insensitive.
          sameInAnyCase(shown?.Name, header.Name) && shown?.Value === header.Value,
          JSON.stringify(header),
          shown,
          put,
        )
      }),
  }),
  ...[
    {
      slug: 'a-short-secret',
      phrase: 'a Secret of 15 characters',
      wrong: { Secret: 's'.repeat(limits.secret.min - 1) },
    },
    {
      slug: 'a-long-secret',
      phrase: 'a Secret of 257 characters',
      wrong: { Secret: 's'.repeat(limits.secret.max + 1) },
    },
    { slug: 'a-long-callback', phrase: 'a Callback of 1025 characters', wrong: { Callback: longCallback() } },
    {
      slug: 'a-callback-that-is-no-uri',
      phrase: 'a sentence as Callback',
      wrong: { Callback: 'no es una direccion' },
    },
    {
      slug: 'a-long-description',
      phrase: 'a Description of 257 characters',
      wrong: { Description: 'd'.repeat(limits.description.max + 1) },
    },
    { slug: 'a-text-as-activo', phrase: 'a word as Activo', wrong: { Activo: 'quizas' } },
  ].map(({ slug, phrase, wrong }) =>
    clause({
      id: `webhooks/refuse-${slug}`,
      rule: 'webhooks/refuse-a-member-out-of-bounds',
      statements: ['EVT-03'],
      title: `PUT of a configured topic with ${phrase} is refused with 400`,
      leaves: 'any',
      needs: [],
      check: (t) =>
        withConfigurationRestored(t, async (body, path) =>
          t.status(await t.send('PUT', path, { body: { ...body, ...wrong } }), 400),
        ),
    }),
  ),
]

function longCallback(): string {
  const start = 'https://callback.playa.invalid/'
  return start + 'k'.repeat(limits.callback.max + 1 - start.length)
}
