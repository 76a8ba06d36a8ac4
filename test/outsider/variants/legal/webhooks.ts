import { changeMembers } from '../document-edits.ts'
import { changeObjects } from '../interceptors.ts'
import { type LegalVariant, legal } from '../variant.ts'

const CONFIGURATIONS = /appnotificaciones/

/** Other ways to configure webhooks and to deliver. */
export const LEGAL_WEBHOOKS: readonly LegalVariant[] = [
  legal('topics of other names', 'Names of topics are not shown.', {
    topics: ['lead.created', 'stock.v2:updated'],
  }),
  legal('one topic', 'Names of topics are not shown.', { topics: ['consultas'] }),
  legal('no topics', 'Names of topics are not shown.', { topics: [] }, { unobservable: 'webhooks' }),
  legal('PUT makes the first configuration', 'How a first one is made is not shown.', {
    firstConfiguration: 'put',
  }),
  legal('topics configured beforehand', 'How a first one is made is not shown.', {
    firstConfiguration: 'preset',
  }),
  legal(
    'first configuration made elsewhere',
    'PUT answers 404 when never configured.',
    { firstConfiguration: 'fixed' },
    { unobservable: 'webhooks' },
  ),
  legal('Secret masked', 'The example shows null, no sentence says always.', { secretShown: 'masked' }),
  legal('Secret as stored', 'The example may show one that was never set.', { secretShown: 'stored' }),
  legal('Secret removed when absent', 'The description does not mention absent members.', {
    secretAbsent: 'removed',
  }),
  legal('Activo required', 'What a configuration needs is not shown.', { hookRequires: ['Activo'] }),
  legal('Description and Secret required', 'What a configuration needs is not shown.', {
    hookRequires: ['Description', 'Secret'],
  }),
  legal(
    'callbacks by https only',
    'Values not valid are 400.',
    { callbackRule: 'https' },
    { unobservable: 'deliveries' },
  ),
  legal('callbacks that resolve', 'Values not valid are 400.', { callbackRule: 'resolvable' }),
  legal(
    'public callbacks only',
    'Values not valid are 400.',
    { callbackRule: 'public' },
    { unobservable: 'deliveries' },
  ),
  legal('reserved header names left out', 'Names that collide are not spoken of.', {
    reservedHeaders: 'leftOut',
  }),
  legal('signature of joined values', 'Joining is not shown.', { signatureJoin: '' }),
  legal('signature of values with dots', 'Joining is not shown.', { signatureJoin: '.' }),
  legal('signature in base64', 'Encoding is not shown.', { signatureCoding: 'base64' }),
  legal('signature in base64url', 'Encoding is not shown.', { signatureCoding: 'base64url' }),
  legal('signature with its algorithm', 'Encoding is not shown.', { signatureCoding: 'prefixed' }),
  legal('secret as base64 key', 'The key is not shown.', { signatureKey: 'base64' }),
  legal('ISO timestamps', 'The form of the timestamp is not shown.', { timestamps: 'iso' }),
  legal('HTTP-date timestamps', 'The form of the timestamp is not shown.', { timestamps: 'http' }),
  legal('deliveries in full', 'The body is not shown.', { deliveryBody: 'full' }),
  legal('deliveries as a form', 'The body is not shown.', { deliveryBody: 'form' }),
  legal('deliveries without a body', 'The body is not shown.', { deliveryBody: 'none' }),
  legal('deliveries by PUT', 'The method is not shown.', { deliveryMethod: 'PUT' }),
  legal('slow deliveries', 'No time is promised.', { deliveryDelayMs: 700 }),
  legal('deliveries tried again', 'Retries are not shown.', { deliveryTries: 3 }),
  legal('deliveries that come twice', 'Retries are not shown.', {
    deliveryTries: 2,
    repeatsDeliveries: true,
  }),
  legal('one hook id a configuration', 'What the id names is not shown.', { hookId: 'configuration' }),
  legal('no topic header', 'The topic is signed only when present.', { topicHeader: false }),
  legal('topics with spaces and accents', 'Names of topics are not shown.', {
    topics: ['consulta nueva', 'publicación.estado', 'a%b'],
  }),
  legal('callbacks asked by HEAD', 'The description does not say whether a callback is tried.', {
    callbackProbe: 'HEAD',
  }),
  legal('callbacks asked by GET', 'The description does not say whether a callback is tried.', {
    callbackProbe: 'GET',
  }),
  legal('names of own headers in lower case', 'Names of headers have no case.', {
    interceptors: [
      changeObjects(CONFIGURATIONS, (object) =>
        'Value' in object ? changeMembers(object, ['Name'], (name) => String(name).toLowerCase()) : object,
      ),
    ],
  }),
  legal('callbacks written as URLs are', 'A URI means the same when normalised.', {
    interceptors: [
      changeObjects(CONFIGURATIONS, (object) =>
        changeMembers(object, ['Callback'], (text) =>
          typeof text === 'string' && URL.canParse(text) ? new URL(text).href : text,
        ),
      ),
    ],
  }),
  legal('deliveries compressed', 'The body of a delivery is not shown.', { deliveryBody: 'gzip' }),
  legal('deliveries in XML', 'The body of a delivery is not shown.', { deliveryBody: 'xml' }),
  legal('timestamps in milliseconds', 'The form of the timestamp is not shown.', { timestamps: 'millis' }),
  legal('signature in capitals', 'The encoding is not shown.', { signatureCoding: 'upper' }),
  legal('signature in capitals with its algorithm', 'The encoding is not shown.', {
    signatureCoding: 'upperPrefixed',
  }),
  legal('signature of values with bars', 'The joining is not shown.', { signatureJoin: '|' }),
  legal('signature of lines', 'The joining is not shown.', { signatureJoin: '\r\n' }),
]
