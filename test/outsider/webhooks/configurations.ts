import { requireWriter } from '../agencies/access.ts'
import { type Answer, Findings, notFound, ok, refuse } from '../http/answers.ts'
import { bodyOf } from '../http/body.ts'
import { membersOf, type Rules, type Values } from '../http/body-rules.ts'
import type { Call } from '../http/call.ts'
import { extended, withMemberFault } from '../http/document-changes.ts'
import { by, Href, type Link, to } from '../http/href.ts'
import { type Hook, hookKey } from '../world.ts'

const HEADER = { type: 'header', isNullable: true } as const

const CONFIGURATION: Rules = {
  Callback: { type: 'text', max: 1024 },
  Secret: { type: 'text', min: 16, max: 256, isNullable: true },
  Description: { type: 'text', max: 256 },
  Activo: { type: 'boolean' },
  HeaderCustom01: HEADER,
  HeaderCustom02: HEADER,
  HeaderCustom03: HEADER,
}

const secretShown = ({ choices }: Call, secret: string | null): string | null => {
  if (secret === null || choices.secretShown === 'null') return null
  return choices.secretShown === 'masked' ? '****************' : secret
}

const shown = (call: Call, { topic, values, secret }: Hook) =>
  extended(
    call,
    withMemberFault(call, 'configuracion', {
      Callback: values['Callback'] ?? null,
      Secret: secretShown(call, secret),
      Description: values['Description'] ?? null,
      Activo: values['Activo'] ?? true,
      HeaderCustom01: values['HeaderCustom01'] ?? null,
      HeaderCustom02: values['HeaderCustom02'] ?? null,
      HeaderCustom03: values['HeaderCustom03'] ?? null,
      _links: { self: to('appnotificaciones', topic), cambiar: by('PUT', 'appnotificaciones', topic) },
    }),
  )

/** Lists topics and the caller's configurations: GET /v3/appnotificaciones. */
export const listTopics = (call: Call): Answer => {
  const { world, choices, app } = call
  const topics = choices.topics
  const configured = topics.flatMap((topic) => world.hooks.get(hookKey(app, topic)) ?? [])
  const isPut = choices.firstConfiguration === 'put'
  const starts: Record<string, Link> = Object.fromEntries(
    topics
      .filter((topic) => !world.hooks.has(hookKey(app, topic)))
      .filter(() => choices.firstConfiguration === 'post' || isPut)
      .map((topic) => [`suscribir-${topic}`, by(isPut ? 'PUT' : 'POST', 'appnotificaciones', topic)]),
  )
  const entries = configured.map((hook) => ({ Topic: hook.topic, Config: shown(call, hook) }))
  const links = { self: to('appnotificaciones'), ...starts }
  const document = { TopicsDisponibles: topics, TopicsConfigurados: entries, _links: links }
  return ok(extended(call, withMemberFault(call, 'temas', document)))
}

const hookOf = (call: Call): Hook | undefined => {
  const topic = call.params['topic'] ?? ''
  const { world, app, choices } = call
  const owner = choices.leak === 'agencyHook' ? (world.apps[0] ?? app) : app
  return choices.topics.includes(topic) ? world.hooks.get(hookKey(owner, topic)) : undefined
}

/** Shows a configuration: GET /v3/appnotificaciones/{topic}. */
export const readHook = (call: Call): Answer => {
  const hook = hookOf(call)
  if (hook !== undefined) return ok(shown(call, hook))
  if (call.choices.notFoundFault === 'topic') return ok({ Callback: null, Activo: false, _links: {} })
  return notFound(call, 'Ese tema no está configurado.')
}

/** Changes a configuration: PUT /v3/appnotificaciones/{topic}. */
export const replaceHook = async (call: Call): Promise<Answer> => {
  const hook = hookOf(call)
  if (hook === undefined && call.choices.firstConfiguration === 'put')
    return ok(shown(call, await opened(call)))
  if (hook === undefined) return notFound(call, 'Ese tema no está configurado.')
  requireWriter(call)
  const next = read(call, hook.secret)
  await probe(call, next.values)
  hook.previous = { values: hook.values, secret: hook.secret }
  hook.values = next.values
  hook.secret = next.secret
  return ok(shown(call, hook))
}

/** Makes the first configuration of a topic: POST, a way of this service's own. */
export const openHook = async (call: Call): Promise<Answer> => {
  if (hookOf(call) !== undefined) return refuse(call, 409, 'Ya está configurado: use PUT.')
  const answer = ok(shown(call, await opened(call)))
  return {
    ...answer,
    status: 201,
    headers: { Location: new Href(['appnotificaciones', call.params['topic'] ?? '']) },
  }
}

const opened = async (call: Call): Promise<Hook> => {
  const topic = call.params['topic'] ?? ''
  if (!call.choices.topics.includes(topic)) notFound(call, 'No hay tal tema.')
  requireWriter(call)
  const hook = { app: call.app, topic, ...read(call, null), previous: null }
  await probe(call, hook.values)
  call.world.hooks.set(hookKey(call.app, topic), hook)
  return hook
}

const read = (call: Call, secret: string | null): Pick<Hook, 'values' | 'secret'> => {
  const { choices } = call
  const findings = new Findings(call)
  const sent = membersOf(call, bodyOf(call), CONFIGURATION, findings)
  const values: Values = Object.fromEntries(
    Object.entries(sent).filter(([name]) => !choices.hookForgets.includes(name)),
  )
  for (const name of ['Callback', ...choices.hookRequires])
    if (sent[name] === undefined || sent[name] === null) findings.add(name, 'Se necesita este dato.')
  checkCallback(call, sent, findings)
  findings.settle()
  const own = typeof values['Secret'] === 'string' ? values['Secret'] : null
  return { values, secret: own ?? (choices.secretAbsent === 'kept' ? secret : null) }
}

/** Asks the callback whether it is there, when the choices say so; whatever it answers will do. */
const probe = async ({ choices }: Call, { Callback: callback, Activo }: Values): Promise<void> => {
  if (choices.callbackProbe === 'none' || typeof callback !== 'string' || Activo === false) return
  await fetch(callback, { method: choices.callbackProbe, signal: AbortSignal.timeout(1000) }).catch(() => {})
}

const checkCallback = (
  { choices }: Call,
  { Callback: callback, Activo }: Values,
  findings: Findings,
): void => {
  if (typeof callback !== 'string' || (callback === '' && Activo === false)) return
  const isHttp = /^https?:\/\//i.test(callback) && URL.canParse(callback)
  if (!isHttp) findings.add('Callback', 'Se espera una dirección http o https.')
  if (!isHttp) return
  const { protocol, hostname } = new URL(callback)
  if (choices.callbackRule === 'https' && protocol !== 'https:') findings.add('Callback', 'Se espera https.')
  const isNowhere = /\.(invalid|example|test)$/.test(hostname)
  if (choices.callbackRule === 'resolvable' && isNowhere)
    findings.add('Callback', 'No se encuentra ese servidor.')
  const isOwn = /^(127\.|10\.|192\.168\.|localhost$|\[::1\])/.test(hostname)
  if (choices.callbackRule === 'public' && isOwn) findings.add('Callback', 'Esa dirección no es pública.')
}
