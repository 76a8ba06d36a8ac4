import { isChosen } from '../../api/assumptions/profile.ts'
import type { AppWebhookUpsert } from '../../api/wire/request-bodies.ts'
import { sameInAnyCase } from '../../lib/text/same-in-any-case.ts'
import { missingRefusal } from '../domain/access.ts'
import type { Refusal } from '../domain/refusal.ts'
import { refusal } from '../domain/refusal.ts'
import { availableTopics, configureWebhook, visibleSecret } from '../domain/webhooks/webhook-rules.ts'
import { handlers, type Outcome, type ParsedBody, type RequestContext } from '../http/operation.ts'
import { paths } from '../http/paths.ts'
import { link, type RenderContext } from '../http/render-context.ts'
import { representationOf } from '../http/representation.ts'
import { type Webhook, webhookKey } from '../world/webhook.ts'

const webhookObject = (webhook: Webhook, render: RenderContext) => ({
  Callback: webhook.Callback,
  Secret: visibleSecret(webhook.Secret, render.profile),
  Description: webhook.Description,
  Activo: webhook.Activo,
  HeaderCustom01: webhook.HeaderCustom01,
  HeaderCustom02: webhook.HeaderCustom02,
  HeaderCustom03: webhook.HeaderCustom03,
  _links: {
    self: link(render, paths.topic(webhook.topic)),
    topics: link(render, paths.topics),
    editar: link(render, paths.topic(webhook.topic), 'PUT'),
  },
})

/** Representation of a webhook configuration (EVT-02). */
const webhookRepresentation = representationOf<Webhook>()({
  schemas: { full: 'AppWebhook' },
  full: webhookObject,
})

/**
 * Representation of the app's topics (EVT-01). It links to the first configuration of a topic
 * (`events/first-configuration`).
 */
const topicsRepresentation = representationOf<{ configured: readonly Webhook[] }>()({
  schemas: { full: 'AppNotificaciones' },
  full: ({ configured }, render) => {
    const available = availableTopics(render.profile)
    const first = isChosen(render.profile, 'events/first-configuration', 'put') ? 'PUT' : 'POST'
    const one = { href: `${render.base}${paths.topics}/{topic}`, templated: true }
    return {
      TopicsDisponibles: available,
      TopicsConfigurados: configured.map((webhook) => ({
        Topic: webhook.topic,
        Config: webhookObject(webhook, render),
      })),
      _links: {
        self: link(render, paths.topics),
        ...(configured.length > 0 && { topic: one }),
        ...(configured.length < available.length && {
          configurar: { ...one, method: first },
          crear: { ...one, method: 'POST' },
        }),
      },
    }
  },
})

const configuredWebhooks = (context: RequestContext): Webhook[] =>
  availableTopics(context.render.profile).flatMap(
    (name) => context.world.webhooks.get(webhookKey(context.app.name, name)) ?? [],
  )

/** An available topic with its configuration, if any. */
interface Topic {
  readonly name: string
  readonly webhook: Webhook | undefined
}

const findTopic = (context: RequestContext): Topic | Refusal => {
  const asked = String(context.path['topic'])
  const isAnyCase = isChosen(context.render.profile, 'events/topic-case', 'same')
  const name = availableTopics(context.render.profile).find(
    (topic) => topic === asked || (isAnyCase && sameInAnyCase(topic, asked)),
  )
  if (name === undefined) return missingRefusal(`El webhook ${asked} no está disponible.`)
  return { name, webhook: context.world.webhooks.get(webhookKey(context.app.name, name)) }
}

const findConfigured = (context: RequestContext): Topic | Refusal => {
  const found = findTopic(context)
  if ('refused' in found || found.webhook) return found
  return missingRefusal(`El webhook ${found.name} nunca fue configurado.`)
}

const configureTopic = (
  { name, webhook }: Topic,
  context: RequestContext,
  { body, issues }: ParsedBody,
): { outcome: Outcome } | Refusal => {
  const target = { app: context.app.name, topic: name, before: webhook, profile: context.render.profile }
  // `body` holds the well-formed members of that schema.
  const record = configureWebhook(issues, target, body as AppWebhookUpsert)
  if (issues.hasIssues) return issues.toRefusal()
  return {
    outcome: {
      result: { record },
      world: { ...context.world, webhooks: context.world.webhooks.put(record) },
    },
  }
}

const list = handlers<null>({
  representation: topicsRepresentation,
  find: () => null,
  decide: (_, context) => ({ result: { record: { configured: configuredWebhooks(context) } } }),
})

const read = handlers<Topic>({
  representation: webhookRepresentation,
  find: findConfigured,
  decide: ({ webhook }) => ({ result: { record: webhook } }),
})

const edit = handlers<Topic>({
  representation: webhookRepresentation,
  find: (context) =>
    isChosen(context.render.profile, 'events/first-configuration', 'put')
      ? findTopic(context)
      : findConfigured(context),
  decide: (found, context, parsed) => {
    const made = configureTopic(found, context, parsed)
    return 'refused' in made ? made : made.outcome
  },
})

const create = handlers<Topic>({
  representation: webhookRepresentation,
  find: findTopic,
  decide: (found, context, parsed) => {
    const made = configureTopic(found, context, parsed)
    if ('refused' in made) return made
    if (!found.webhook) return { ...made.outcome, createdPath: paths.topic(found.name) }
    const detail = `El webhook ${found.name} ya está configurado; se edita con PUT.`
    return refusal('duplicate', detail, ['events/first-configuration'], { _: [detail] })
  },
})

/** Operations on the calling app's webhooks. */
export const appWebhookOperations = {
  'webhooks.list': list,
  'webhooks.read': read,
  'webhooks.edit': edit,
  'webhooks.create': create,
}
