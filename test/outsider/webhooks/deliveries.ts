import { createHmac } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Call } from '../http/call.ts'
import { pause } from '../http/document-changes.ts'
import { jsonText } from '../http/json-text.ts'
import { fullInquiry, refInquiry } from '../inquiries/view.ts'
import { fullPublication, refPublication } from '../publications/view.ts'
import { type Hook, hookKey, type Inquiry, type Publication, type World } from '../world.ts'

/** Deliveries on their way, so that closing can wait for them. */
const pending = new WeakMap<World, Set<Promise<void>>>()

/** Waits until nothing is on its way. */
export const delivered = async (world: World): Promise<void> => {
  await Promise.all(pending.get(world) ?? [])
}

/** Notifies the app that published a listing of a change. */
export const notify = (call: Call, publication: Publication): void => {
  const show = call.choices.deliveryBody === 'full' ? fullPublication : refPublication
  const topic = call.choices.topics[1]
  const hook = topic === undefined ? undefined : call.world.hooks.get(hookKey(publication.app, topic))
  if (hook !== undefined) start(call, hook, { Tema: topic, Aviso: show(call, publication) })
}

/** Notifies the app and the agency's webhook of an inquiry. */
export const notifyInquiry = (call: Call, inquiry: Inquiry): void => {
  const { world, choices } = call
  const show = choices.deliveryBody === 'full' ? fullInquiry : refInquiry
  const topic = choices.topics[0]
  const document = { Tema: topic ?? 'contacto', Contacto: show(call, inquiry) }
  const hook =
    topic === undefined ? undefined : world.hooks.get(hookKey(inquiry.publication?.app ?? call.app, topic))
  if (hook !== undefined) start(call, hook, document)
  const settings = inquiry.agency.settings['PublicacionConsultadaWebHook']
  if (settings === undefined || inquiry.publication === null) return
  const secret = typeof settings['Secret'] === 'string' ? settings['Secret'] : null
  start(call, { app: call.app, topic: '', values: settings, secret, previous: null }, document)
}

const start = (call: Call, hook: Hook, document: unknown): void => {
  const { choices, world } = call
  const { hookFault: fault } = choices
  const values = fault === 'previous' ? (hook.previous?.values ?? hook.values) : hook.values
  if (values['Activo'] === false && fault !== 'inactive') return
  const callback = values['Callback']
  if (typeof callback !== 'string' || callback === '') return
  const secret = fault === 'oldSecret' ? (hook.previous?.secret ?? hook.secret) : hook.secret
  const number = choices.hookId === 'delivery' ? String(world.nextNumber()) : `${hook.app.name}-${hook.topic}`
  const [type, text] = bodyOf(call, document)
  const send = async (): Promise<void> => {
    await pause(choices.deliveryDelayMs)
    for (let attempt = 1; attempt <= choices.deliveryTries; attempt++) {
      const headers = { ...type, ...ownHeaders(call, values), ...signed(call, hook.topic, number, secret) }
      const method = choices.deliveryMethod
      const isDone = await fetch(callback, {
        method,
        headers,
        signal: AbortSignal.timeout(2000),
        ...(text === '' ? {} : { body: text }),
      }).then(
        ({ ok }) => ok,
        () => false,
      )
      if (isDone && !choices.repeatsDeliveries) return
    }
  }
  const running = pending.get(world) ?? new Set()
  pending.set(world, running)
  const job = send().finally(() => running.delete(job))
  running.add(job)
}

const bodyOf = (
  call: Call,
  document: unknown,
): [Record<string, string>, string | Uint8Array<ArrayBuffer>] => {
  const { choices, world } = call
  const standpoint = { choices, origin: world.origin, basePath: world.basePath, requestPath: '/' }
  const text = jsonText(document, standpoint)
  if (choices.deliveryBody === 'none') return [{}, '']
  if (choices.deliveryBody === 'form')
    return [
      { 'Content-Type': 'application/x-www-form-urlencoded' },
      new URLSearchParams({ datos: text }).toString(),
    ]
  if (choices.deliveryBody === 'xml')
    return [{ 'Content-Type': 'application/xml' }, `<?xml version="1.0"?><aviso><![CDATA[${text}]]></aviso>`]
  if (choices.deliveryBody === 'gzip')
    return [
      { 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' },
      Uint8Array.from(gzipSync(text)),
    ]
  return [{ 'Content-Type': 'application/json' }, text]
}

const ownHeaders = ({ choices }: Call, values: Record<string, unknown>): Record<string, string> => {
  const names = [
    'HeaderCustom01',
    'HeaderCustom02',
    ...(choices.hookFault === 'headers' ? [] : ['HeaderCustom03']),
  ]
  const given = names.flatMap((name) => {
    const header = values[name] as { Name?: unknown; Value?: unknown } | null | undefined
    return header ? [[String(header.Name), String(header.Value)] as const] : []
  })
  return Object.fromEntries(given.filter(([name]) => !/^notification-/i.test(name)))
}

const signed = ({ choices, world }: Call, topic: string, id: string, secret: string | null) => {
  const nowMs = world.now()
  const timestamp = {
    unix: String(Math.floor(nowMs / 1000)),
    iso: new Date(nowMs).toISOString(),
    millis: `${nowMs}`,
  }
  const time = choices.timestamps === 'http' ? new Date(nowMs).toUTCString() : timestamp[choices.timestamps]
  const shownTopic = choices.topicHeader && topic !== '' ? [topic] : []
  const headers = {
    'Notification-Hook-ID': id,
    'Notification-Timestamp': time,
    ...(shownTopic[0] === undefined ? {} : { 'Notification-Topic': shownTopic[0] }),
  }
  if (secret === null || choices.hookFault === 'unsigned') return headers
  const values = [id, time, ...(choices.hookFault === 'topic' ? [] : shownTopic)]
  const key = Buffer.from(choices.hookFault === 'signature' ? `${secret}!` : secret, choices.signatureKey)
  const hash = createHmac('sha256', key).update(values.join(choices.signatureJoin), 'utf8')
  const coding = choices.signatureCoding
  const text =
    coding === 'prefixed'
      ? `sha256=${hash.digest('hex')}`
      : coding === 'upper' || coding === 'upperPrefixed'
        ? `${coding === 'upper' ? '' : 'sha256='}${hash.digest('hex').toUpperCase()}`
        : hash.digest(coding)
  return { ...headers, 'Notification-Signature': text }
}
