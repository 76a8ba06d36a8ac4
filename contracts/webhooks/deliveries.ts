import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import { tryParseJson } from '../../src/kit/target/exchange.ts'
import type { ReceivedDelivery } from '../../src/kit/runner/session.ts'
import { truncated, type ClauseContext } from '../../src/kit/runner/clause-context.ts'
import { membersOf } from '../support/links.ts'
import { makingOf, mistakeOf, signatureOf, stampOf } from './delivery-signature.ts'
import { HEADERS, tellsOf, type Watch, watched } from './delivery-observation.ts'

/** Deliveries of the calling app's webhooks (EVT-04, EVT-05), as they arrive at the receiver of the run. */

interface Said {
  readonly id: string
  readonly statements: readonly string[]
  readonly title: string
  judge(t: ClauseContext, watch: Watch): void
}

const seen = ({ judge, ...said }: Said): Clause =>
  clause({
    ...said,
    leaves: 'any',
    needs: ['write', 'callback'],
    check: async (t) => judge(t, await watched(t)),
  })

/** Every delivery holds to it, and the create that brought them about is the exchange to look at. */
const each = (
  t: ClauseContext,
  { active }: Watch,
  judge: (delivered: ReceivedDelivery) => { holds: boolean; expected: string; got: unknown },
): void => {
  for (const delivered of active.arrived) {
    const { holds, expected, got } = judge(delivered)
    t.assert(holds, expected, got ?? 'none', active.created)
  }
}

export const deliveries: readonly Clause[] = [
  seen({
    id: 'deliveries/go-to-the-callback',
    statements: ['EVT-04'],
    title: 'A delivery goes to Callback as it was configured, its query included',
    judge: (t, watch) =>
      each(t, watch, ({ target }) => ({
        holds: target === watch.active.target,
        expected: `a delivery to ${watch.active.target}`,
        got: target,
      })),
  }),
  seen({
    id: 'deliveries/are-posted',
    statements: ['EVT-04'],
    // `events/method`.
    title: 'A delivery is a POST, or a PUT',
    judge: (t, watch) =>
      each(t, watch, ({ method }) => ({
        holds: method === 'POST' || method === 'PUT',
        expected: 'POST or PUT',
        got: method,
      })),
  }),
  seen({
    id: 'deliveries/have-a-body-in-json',
    statements: ['EVT-04'],
    title: 'The body of a delivery is JSON',
    judge: (t, watch) => {
      each(t, watch, ({ body }) => ({
        holds: body === '' || tryParseJson(body) !== undefined,
        expected: 'a body in JSON',
        got: truncated(body),
      }))
      const form = bodyForm(watch.active.first)
      if (form) t.learn('events/body', form, watch.active.created)
    },
  }),
  ...Object.entries(HEADERS).map(([member, { Name, Value }]) =>
    seen({
      id: `deliveries/carry-custom-header-${member.slice(-2)}`,
      statements: ['EVT-04', 'COM-09'],
      title: `A delivery carries the header that ${member} names, with its value`,
      judge: (t, watch) =>
        each(t, watch, ({ headers }) => ({
          holds: headers[Name.toLowerCase()] === Value,
          expected: `${Name}: ${Value}`,
          got: headers[Name.toLowerCase()],
        })),
    }),
  ),
  seen({
    id: 'deliveries/stop-while-activo-is-false',
    statements: ['EVT-04'],
    title: 'Nothing is delivered while Activo is false',
    judge: (t, { suspended }) => {
      const [one] = suspended.arrived
      t.assert(one === undefined, 'nothing delivered', one && `${one.method} ${one.target}`, suspended.created)
    },
  }),
  seen({
    id: 'deliveries/have-a-hook-id',
    statements: ['EVT-05'],
    title: 'A signed delivery has a Notification-Hook-ID',
    judge: (t, watch) => {
      each(t, watch, ({ headers }) => ({
        holds: Boolean(headers['notification-hook-id']),
        expected: 'the header Notification-Hook-ID',
        got: headers['notification-hook-id'],
      }))
      const [one, other] = watch.about.map((id) => watch.active.arrived.find((delivered) => tellsOf(delivered, id)))
      if (!one || !other) return
      const isSame = one.headers['notification-hook-id'] === other.headers['notification-hook-id']
      t.learn('events/hook-id', isSame ? 'per-configuration' : 'per-notification', watch.active.created)
    },
  }),
  seen({
    id: 'deliveries/have-a-timestamp',
    statements: ['EVT-05'],
    title: 'A signed delivery has a Notification-Timestamp that tells a moment',
    judge: (t, watch) => {
      each(t, watch, (delivered) => ({
        holds: stampOf(delivered) !== undefined,
        expected: 'the header Notification-Timestamp with a moment',
        got: delivered.headers['notification-timestamp'],
      }))
      const form = stampOf(watch.active.first)?.form
      if (form) t.learn('events/timestamp', form, watch.active.created)
    },
  }),
  seen({
    id: 'deliveries/name-their-topic',
    statements: ['EVT-05', 'EVT-04'],
    title: 'A delivery that has a Notification-Topic names the topic that was configured',
    judge: (t, watch) => {
      const named = watch.active.arrived.map(({ headers }) => headers['notification-topic'])
      if (named.every((topic) => topic === undefined)) t.skip('deliveries do not name their topic, as they may')
      for (const topic of named)
        t.assert(topic === undefined || topic === watch.topic, watch.topic, topic, watch.active.created)
    },
  }),
  seen({
    id: 'deliveries/are-signed',
    statements: ['EVT-05'],
    title: 'With a Secret a delivery has a Notification-Signature',
    judge: (t, watch) => {
      secretOf(t, watch)
      each(t, watch, (delivered) => ({
        holds: Boolean(signatureOf(delivered)),
        expected: 'the header Notification-Signature',
        got: signatureOf(delivered),
      }))
    },
  }),
  seen({
    id: 'deliveries/signature-is-over-the-headers',
    statements: ['EVT-05'],
    title: 'The signature is an HMAC-SHA256 over hook id, timestamp and topic, keyed with the Secret',
    judge: (t, watch) => {
      const secret = secretOf(t, watch)
      for (const delivered of watch.active.arrived.filter(signatureOf)) mustBeSigned(t, watch, delivered, secret)
      const making = makingOf(watch.active.first, secret)
      if (making?.join) t.learn('events/signature-join', making.join, watch.active.created)
      if (making?.encoding) t.learn('events/signature-encoding', making.encoding, watch.active.created)
    },
  }),
  seen({
    id: 'deliveries/signature-follows-the-secret',
    statements: ['EVT-05', 'EVT-03'],
    title: 'After the Secret was changed the signature is made with the new one',
    judge: (t, watch) => {
      secretOf(t, watch)
      const { arrived = [], secret } = watch.resigned ?? {}
      const signed = arrived.filter(signatureOf)
      if (secret === undefined || signed.length === 0)
        return t.skip('nothing signed was delivered after the Secret was changed')
      for (const delivered of signed) mustBeSigned(t, watch, delivered, secret)
    },
  }),
]

export const secretOf = (t: ClauseContext, { active }: Pick<Watch, 'active'>): string =>
  active.secret ?? t.skip('the webhook has a Secret that is not shown, so it could not be put back after a change')

const mustBeSigned = (t: ClauseContext, { active }: Watch, delivered: ReceivedDelivery, secret: string): void =>
  t.assert(
    makingOf(delivered, secret) !== undefined,
    'a Notification-Signature over the values of the notification headers, made with the Secret',
    mistakeOf(delivered, secret),
    active.created,
  )

/** Members that a whole publication has beside those of its ref (PUB-02). */
const bodyForm = ({ body }: ReceivedDelivery): 'ref' | 'full' | undefined => {
  const { Entidad } = membersOf(tryParseJson(body))
  const entity = membersOf(Entidad)
  if ('Marca' in entity && 'Kilometraje' in entity) return 'full'
  return 'href' in entity ? 'ref' : undefined
}
