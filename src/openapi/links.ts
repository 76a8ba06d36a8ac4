import type { Json } from './schemas.ts'

/** What an answer lets a client ask next, as far as OpenAPI can say it: values from the request or the body become parameters. */
interface Following {
  readonly to: string
  readonly parameters: Readonly<Record<string, string>>
}

const samePath = { adminmail: '$request.path.adminmail' }
const onPublication = { ...samePath, externalid: '$response.body#/ExternalId' }
const ofAgency = { adminmail: '$response.body#/AdminMail' }
const firstAgency = { adminmail: '$response.body#/_entries/0/AdminMail' }

const follow = (parameters: Following['parameters'], ...ids: readonly string[]): Following[] =>
  ids.map((to) => ({ to, parameters }))

const publicationSteps = ['read', 'edit', 'amend', 'suspend', 'archive'].map((verb) => `publications.${verb}`)
const afterWrite = follow(onPublication, ...publicationSteps)

const FOLLOWING: Readonly<Record<string, readonly Following[]>> = {
  'entry.read': follow(
    {},
    'agencies.list',
    'regions.list',
    'currencies.list',
    'fuels.list',
    'body-styles.list',
    'brands.list',
    'webhooks.list',
  ),
  'publications.create': afterWrite,
  'publications.read': afterWrite,
  'publications.edit': afterWrite,
  'publications.amend': afterWrite,
  'publications.suspend': follow(onPublication, 'publications.read', 'publications.amend', 'publications.archive'),
  'publications.archive': follow(onPublication, 'publications.read'),
  'publications.list': follow(
    { ...samePath, externalid: '$response.body#/_entries/0/ExternalId' },
    'publications.read',
  ),
  'agencies.list': follow(firstAgency, 'agencies.read', 'publications.list'),
  'agencies.read': follow(
    ofAgency,
    'agencies.edit',
    'agencies.products',
    'operators.list',
    'branches.list',
    'notifications.read',
    'publications.list',
    'publications.create',
    'inquiries.list',
    'visits.list',
  ),
  'agencies.edit': follow(ofAgency, 'agencies.read'),
  'operators.edit': follow(samePath, 'operators.list'),
  'branches.create': follow(samePath, 'branches.list'),
  'notifications.edit': follow(samePath, 'notifications.read'),
  'webhooks.create': follow({ topic: '$request.path.topic' }, 'webhooks.read', 'webhooks.edit'),
  'webhooks.edit': follow({ topic: '$request.path.topic' }, 'webhooks.read'),
  'webhooks.list': [
    ...follow({ topic: '$response.body#/TopicsConfigurados/0/Topic' }, 'webhooks.read'),
    ...follow({ topic: '$response.body#/TopicsDisponibles/0' }, 'webhooks.create'),
  ],
}

/** The links of an operation's success, by the operation that they lead to. */
export const linksOf = (operation: string): Json =>
  Object.fromEntries((FOLLOWING[operation] ?? []).map(({ to, parameters }) => [to, { operationId: to, parameters }]))
