import type { Json } from './schemas.ts'

/** An operation that a response links to; parameters take values from the request or the response body. */
interface LinkedOperation {
  readonly to: string
  readonly parameters: Readonly<Record<string, string>>
}

const samePath = { adminmail: '$request.path.adminmail' }
const onPublication = { ...samePath, externalid: '$response.body#/ExternalId' }
const ofAgency = { adminmail: '$response.body#/AdminMail' }
const firstAgency = { adminmail: '$response.body#/_entries/0/AdminMail' }

const linkTo = (parameters: LinkedOperation['parameters'], ...ids: readonly string[]): LinkedOperation[] =>
  ids.map((to) => ({ to, parameters }))

const publicationSteps = ['read', 'edit', 'amend', 'suspend', 'archive'].map((verb) => `publications.${verb}`)
const afterWrite = linkTo(onPublication, ...publicationSteps)

const LINKED_OPERATIONS: Readonly<Record<string, readonly LinkedOperation[]>> = {
  'entry.read': linkTo(
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
  'publications.suspend': linkTo(
    onPublication,
    'publications.read',
    'publications.amend',
    'publications.archive',
  ),
  'publications.archive': linkTo(onPublication, 'publications.read'),
  'publications.list': linkTo(
    { ...samePath, externalid: '$response.body#/_entries/0/ExternalId' },
    'publications.read',
  ),
  'agencies.list': linkTo(firstAgency, 'agencies.read', 'publications.list'),
  'agencies.read': linkTo(
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
  'agencies.edit': linkTo(ofAgency, 'agencies.read'),
  'operators.edit': linkTo(samePath, 'operators.list'),
  'branches.create': linkTo(samePath, 'branches.list'),
  'notifications.edit': linkTo(samePath, 'notifications.read'),
  'webhooks.create': linkTo({ topic: '$request.path.topic' }, 'webhooks.read', 'webhooks.edit'),
  'webhooks.edit': linkTo({ topic: '$request.path.topic' }, 'webhooks.read'),
  'webhooks.list': [
    ...linkTo({ topic: '$response.body#/TopicsConfigurados/0/Topic' }, 'webhooks.read'),
    ...linkTo({ topic: '$response.body#/TopicsDisponibles/0' }, 'webhooks.create'),
  ],
}

/** Returns the links of an operation's success, by target operation. */
export const responseLinks = (operation: string): Json =>
  Object.fromEntries(
    (LINKED_OPERATIONS[operation] ?? []).map(({ to, parameters }) => [to, { operationId: to, parameters }]),
  )
