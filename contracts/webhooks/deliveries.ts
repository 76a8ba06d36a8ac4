import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import { type ClauseContext, truncated } from '../../src/kit/runner/clause-context.ts'
import type { ReceivedDelivery } from '../../src/kit/runner/deliveries.ts'
import { tryParseJson } from '../../src/kit/target/exchange.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import {
  CUSTOM_HEADERS,
  concerns,
  misnamedDelivery,
  type ObservedConfiguration,
  type ObservedDeliveries,
  observedDeliveries,
  strayDelivery,
} from './delivery-observation.ts'
import {
  deliveryTimestamp,
  signatureHeader,
  signatureMistake,
  signatureSchemeOf,
} from './delivery-signature.ts'

/** Deliveries of the calling app's webhooks (EVT-04, EVT-05), as they arrive at the receiver of the run. */

interface DeliveryClause extends Pick<Clause, 'id' | 'statements' | 'title' | 'rule'> {
  judge(t: ClauseContext, observed: ObservedDeliveries): void
}

const deliveryClause = ({ judge, ...declared }: DeliveryClause): Clause =>
  clause({
    ...declared,
    leaves: 'any',
    needs: ['write', 'callback'],
    check: async (t) => judge(t, await observedDeliveries(t)),
  })

/** Asserts a property of every delivery. A violation refers to the create that triggered them. */
const judgeEach = (
  t: ClauseContext,
  { active }: Pick<ObservedDeliveries, 'active'>,
  judge: (delivery: ReceivedDelivery) => { holds: boolean; expected: string; got: unknown },
): void => judgeConfiguration(t, active, judge)

const judgeConfiguration = (
  t: ClauseContext,
  { arrived, created }: ObservedConfiguration,
  judge: (delivery: ReceivedDelivery) => { holds: boolean; expected: string; got: unknown },
): void => {
  for (const delivery of arrived) {
    const { holds, expected, got } = judge(delivery)
    t.assert(holds, expected, got ?? 'none', created)
  }
}

/** Clauses on deliveries. */
export const deliveryClauses: readonly Clause[] = [
  clause({
    id: 'deliveries/go-to-the-callback',
    statements: ['EVT-04'],
    title: 'A delivery goes to the latest Callback, including its query',
    leaves: 'any',
    needs: ['write', 'callback'],
    check: async (t) => {
      const observed = await observedDeliveries(t).finally(() => {
        const { expected, got, created } = strayDelivery(t) ?? {}
        t.assert(expected === undefined, `a delivery to ${expected}`, got, created)
      })
      judgeEach(t, observed, ({ target }) => ({
        holds: target === observed.active.target,
        expected: `a delivery to ${observed.active.target}`,
        got: target,
      }))
    },
  }),
  deliveryClause({
    id: 'deliveries/are-posted',
    statements: ['EVT-04'],
    // Either of the two is legal (`events/method`).
    title: 'A delivery is a POST or a PUT',
    judge: (t, observed) =>
      judgeEach(t, observed, ({ method }) => ({
        holds: method === 'POST' || method === 'PUT',
        expected: 'POST or PUT',
        got: method,
      })),
  }),
  deliveryClause({
    id: 'deliveries/have-a-body-in-json',
    statements: ['EVT-04'],
    title: 'The body of a delivery is JSON if its Content-Type says so',
    judge: (t, observed) => {
      judgeEach(t, observed, ({ body, headers }) => ({
        // The description does not show the body; one that is labelled JSON must be JSON.
        holds: body === '' || !isJsonType(headers['content-type']) || tryParseJson(body) !== undefined,
        expected: 'a body in JSON, as its Content-Type says',
        got: truncated(body),
      }))
      const form = bodyForm(observed.active.first)
      if (form) t.learn('events/body', form, observed.active.created)
      const href = /"href"\s*:\s*"(.)/.exec(observed.active.first.body)?.[1]
      const hrefForm = href === '/' ? 'as-in-responses' : 'absolute'
      if (href) t.learn('events/href-form', hrefForm, observed.active.created)
    },
  }),
  ...Object.entries(CUSTOM_HEADERS).map(([member, { Name, Value }]) =>
    deliveryClause({
      id: `deliveries/carry-custom-header-${member.slice(-2)}`,
      rule: 'deliveries/carry-custom-header-{number}',
      statements: ['EVT-04', 'COM-09'],
      title: `A delivery has the header that ${member} names, with its value`,
      judge: (t, { active, unsigned }) => {
        // Headers do not depend on a Secret.
        for (const configuration of unsigned ? [active, unsigned] : [active])
          judgeConfiguration(t, configuration, ({ headers }) => ({
            holds: headers[Name.toLowerCase()] === Value,
            expected: `${Name}: ${Value}`,
            got: headers[Name.toLowerCase()],
          }))
      },
    }),
  ),
  deliveryClause({
    id: 'deliveries/have-their-body-without-a-secret',
    statements: ['EVT-04', 'EVT-05'],
    title: 'A delivery without a Secret has a body of the same kind as one with it',
    judge: (t, { active, unsigned }) => {
      const [one] = unsigned?.arrived ?? []
      // A service may deliver nothing then.
      if (!one || !unsigned) return t.skip('nothing was delivered without a Secret')
      const kindOf = ({ body, headers }: ReceivedDelivery) =>
        body === '' ? 'no body' : `a body of ${headers['content-type']}`
      const kinds = active.arrived.map(kindOf)
      t.assert(kinds.includes(kindOf(one)), `${kinds[0]}`, kindOf(one), unsigned.created)
    },
  }),
  deliveryClause({
    id: 'deliveries/stop-while-activo-is-false',
    statements: ['EVT-04'],
    title: 'Nothing is delivered while Activo is false',
    judge: (t, { suspended }) => {
      const [one] = suspended.arrived
      t.assert(
        one === undefined,
        'nothing delivered',
        one && `${one.method} ${one.target}`,
        suspended.created,
      )
    },
  }),
  deliveryClause({
    id: 'deliveries/come-while-activo-is-true-again',
    statements: ['EVT-04', 'EVT-03'],
    title: 'Deliveries resume when Activo is true again',
    judge: (t, { active, resumed }) =>
      t.assert(
        resumed.arrived.length > 0,
        `a delivery to ${resumed.target}, as to ${active.target} before`,
        'none',
        resumed.created,
      ),
  }),
  deliveryClause({
    id: 'deliveries/signature-stays-when-a-secret-is-refused',
    statements: ['EVT-05', 'EVT-03'],
    title: 'The Secret of a configuration that was refused because of another member signs nothing',
    judge: (t, observed) => {
      const secret = knownSecret(t, observed)
      const { resumed } = observed
      if (!resumed.wasRefused) t.skip('the wrong configuration is not refused')
      for (const delivery of resumed.arrived.filter(signatureHeader))
        mustBeSigned(t, { active: resumed }, delivery, secret)
    },
  }),
  deliveryClause({
    id: 'deliveries/have-a-hook-id',
    statements: ['EVT-05'],
    title: 'A signed delivery has a Notification-Hook-ID',
    judge: (t, observed) => {
      judgeEach(t, observed, ({ headers }) => ({
        holds: Boolean(headers['notification-hook-id']),
        expected: 'the header Notification-Hook-ID',
        got: headers['notification-hook-id'],
      }))
      const [one, other] = observed.about.map((id) =>
        observed.active.arrived.find((delivery) => concerns(delivery, id)),
      )
      if (!one || !other) return
      const isSame = one.headers['notification-hook-id'] === other.headers['notification-hook-id']
      t.learn('events/hook-id', isSame ? 'per-configuration' : 'per-notification', observed.active.created)
    },
  }),
  deliveryClause({
    id: 'deliveries/have-a-timestamp',
    statements: ['EVT-05'],
    title: 'A signed delivery has a Notification-Timestamp that is a point in time',
    judge: (t, observed) => {
      judgeEach(t, observed, (delivery) => ({
        holds: deliveryTimestamp(delivery) !== undefined,
        expected: 'the header Notification-Timestamp with a moment',
        got: delivery.headers['notification-timestamp'],
      }))
      const form = deliveryTimestamp(observed.active.first)?.form
      if (form) t.learn('events/timestamp', form, observed.active.created)
    },
  }),
  deliveryClause({
    id: 'deliveries/name-their-topic',
    statements: ['EVT-05', 'EVT-04'],
    title: 'Notification-Topic of a delivery, if present, is the configured topic',
    judge: (t, observed) => {
      const named = observed.active.arrived.map(({ headers }) => headers['notification-topic'])
      if (named.every((topic) => topic === undefined))
        t.skip('deliveries do not name their topic, as they may')
      const { expected, got, created } = misnamedDelivery(t) ?? {}
      t.assert(expected === undefined, `${expected}`, got, created)
      for (const topic of named)
        t.assert(
          topic === undefined || topic === observed.topic,
          observed.topic,
          topic,
          observed.active.created,
        )
    },
  }),
  deliveryClause({
    id: 'deliveries/are-signed',
    statements: ['EVT-05'],
    title: 'With a Secret a delivery has a Notification-Signature',
    judge: (t, observed) => {
      knownSecret(t, observed)
      judgeEach(t, observed, (delivery) => ({
        holds: Boolean(signatureHeader(delivery)),
        expected: 'the header Notification-Signature',
        got: signatureHeader(delivery),
      }))
    },
  }),
  deliveryClause({
    id: 'deliveries/signature-is-over-the-headers',
    statements: ['EVT-05'],
    title: 'The signature is an HMAC-SHA256 over hook id, timestamp and topic, keyed with the Secret',
    judge: (t, observed) => {
      const secret = knownSecret(t, observed)
      for (const delivery of observed.active.arrived.filter(signatureHeader))
        mustBeSigned(t, observed, delivery, secret)
      const scheme = signatureSchemeOf(observed.active.first, secret)
      if (scheme?.join) t.learn('events/signature-join', scheme.join, observed.active.created)
      if (scheme?.encoding) t.learn('events/signature-encoding', scheme.encoding, observed.active.created)
    },
  }),
  deliveryClause({
    id: 'deliveries/signature-follows-the-secret',
    statements: ['EVT-05', 'EVT-03'],
    title: 'After a change of the Secret, deliveries are signed with the new one',
    judge: (t, observed) => {
      knownSecret(t, observed)
      const { arrived = [], secret } = observed.resigned ?? {}
      const signed = arrived.filter(signatureHeader)
      if (secret === undefined || signed.length === 0)
        return t.skip('nothing signed was delivered after the Secret was changed')
      for (const delivery of signed) mustBeSigned(t, observed, delivery, secret)
    },
  }),
]

/** Returns the configured secret. Skips when the run could not restore the previous one. */
const knownSecret = (t: ClauseContext, { active }: Pick<ObservedDeliveries, 'active'>): string =>
  active.secret ??
  t.skip('the webhook has a Secret that is not shown, so it could not be restored after a change')

const mustBeSigned = (
  t: ClauseContext,
  { active }: { readonly active: ObservedConfiguration },
  delivery: ReceivedDelivery,
  secret: string,
): void =>
  t.assert(
    signatureSchemeOf(delivery, secret) !== undefined,
    'a Notification-Signature over the values of the notification headers, made with the Secret',
    signatureMistake(delivery, secret),
    active.created,
  )

const isJsonType = (type = 'application/json'): boolean => /[/+]json\b/i.test(type)

/** Recognizes the full form by members that the ref form lacks (PUB-02). */
const bodyForm = ({ body }: ReceivedDelivery): 'ref' | 'full' | undefined => {
  const { Entidad } = membersOf(tryParseJson(body))
  const entity = membersOf(Entidad)
  if ('Marca' in entity && 'Kilometraje' in entity) return 'full'
  return 'href' in entity ? 'ref' : undefined
}
