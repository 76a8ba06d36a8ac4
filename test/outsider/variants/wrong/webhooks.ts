import type { Answer } from '../../http/answers.ts'
import { to } from '../../http/href.ts'
import { hookKey } from '../../world.ts'
import { bodyIn, type Document, headersIn, inside, set, textIn } from '../document-edits.ts'
import { changeBody, changeDocument, memoryOf } from '../interceptors.ts'
import { CONFIGURATION, CONFIGURE, TOPICS } from '../route-patterns.ts'
import { type WrongVariant, wrong } from '../variant.ts'

const FORGOTTEN = ['Description', 'Activo', 'HeaderCustom01', 'HeaderCustom02', 'HeaderCustom03']

const forgotten = FORGOTTEN.map((member) =>
  wrong(`configuration forgets ${member}`, 'EVT-03', `A configuration keeps ${member}.`, {
    hookForgets: [member],
  }),
)

/** Webhooks that are configured, shown or delivered wrongly. */
export const WRONG_WEBHOOKS: readonly WrongVariant[] = [
  ...forgotten,
  wrong('wrong signature', 'EVT-05', 'The signature is keyed with Secret.', { hookFault: 'signature' }),
  wrong('unsigned in spite of a secret', 'EVT-05', 'With Secret a delivery is signed.', {
    hookFault: 'unsigned',
  }),
  wrong('topic not signed', 'EVT-05', 'A present topic is signed.', { hookFault: 'topic' }),
  wrong('delivered while inactive', 'EVT-04', 'Only an active configuration is delivered.', {
    hookFault: 'inactive',
  }),
  wrong('third custom header missing', 'EVT-04', 'A delivery carries the custom headers.', {
    hookFault: 'headers',
  }),
  wrong('delivered to the previous callback', 'EVT-04', 'A delivery goes to Callback.', {
    hookFault: 'previous',
  }),
  wrong('signed with the previous secret', 'EVT-05', 'The signature is keyed with Secret.', {
    hookFault: 'oldSecret',
  }),
  wrong('a configured topic is not listed', 'EVT-01', 'TopicsConfigurados has it.', {
    mistake: changeDocument(TOPICS, (document) => ({ ...document, TopicsConfigurados: [] })),
  }),
  wrong('the list shows an old configuration', 'EVT-01', 'Config is the configuration.', {
    mistake: changeDocument(TOPICS, (document) => ({
      ...document,
      TopicsConfigurados: (document['TopicsConfigurados'] as Document[]).map(
        inside('Config', set('Description', 'vieja')),
      ),
    })),
  }),
  wrong('a callback of any text', 'EVT-03', 'Callback is a URI.', {
    mistake: changeBody(CONFIGURATION, (body) => ({
      ...body,
      ...(typeof body['Callback'] === 'string' && !/^https?:/.test(body['Callback'])
        ? { Callback: 'http://127.0.0.1:9/' }
        : {}),
    })),
  }),
  wrong('PUT opens topics that do not exist', 'EVT-03', 'An unavailable webhook is 404.', {
    mistake: {
      at: /^(PUT|GET) appnotificaciones\/:topic$/,
      response: (answer, call): Answer =>
        answer.status === 404 &&
        call.method === 'PUT' &&
        !call.choices.topics.includes(call.params['topic'] ?? '')
          ? {
              status: 200,
              document: {
                Callback: null,
                Secret: null,
                Description: null,
                Activo: true,
                HeaderCustom01: null,
                HeaderCustom02: null,
                HeaderCustom03: null,
                _links: { self: to('appnotificaciones') },
              },
            }
          : answer,
    },
  }),
  wrong('a refused configuration is half kept', 'EVT-03', 'What is refused changes nothing.', {
    mistake: {
      at: CONFIGURATION,
      response: (answer, call) => {
        const hook = call.world.hooks.get(hookKey(call.app, call.params['topic'] ?? ''))
        const sent = call.body.kind === 'value' ? (call.body.value as Document) : {}
        if (answer.status === 400 && hook && 'Description' in (sent ?? {}))
          hook.values = { ...hook.values, Description: sent['Description'] }
        return answer
      },
    },
  }),
  wrong('custom headers change places', 'EVT-03', 'A configuration keeps its headers.', {
    mistake: changeBody(CONFIGURATION, (body) => ({
      ...body,
      HeaderCustom01: body['HeaderCustom02'] ?? null,
      HeaderCustom02: body['HeaderCustom01'] ?? null,
    })),
  }),
  wrong('custom headers are lines', 'COM-09 EVT-02', 'A custom header has Name and Value.', {
    mistake: changeDocument(CONFIGURATION, (document) => ({
      ...document,
      HeaderCustom01: document['HeaderCustom01'] && 'X-Uno: 1',
    })),
  }),
  wrong('Activo is a number', 'EVT-02 COM-14', 'Activo is a boolean.', {
    mistake: changeDocument(CONFIGURATION, (document) => ({
      ...document,
      Activo: document['Activo'] ? 1 : 0,
    })),
  }),
  wrong('a removed header is still delivered', 'EVT-04', 'A delivery carries the headers in force.', {
    mistake: {
      at: CONFIGURATION,
      before: (call) => call.world.hooks.get(hookKey(call.app, call.params['topic'] ?? ''))?.values,
      response: (answer, call, before) => {
        const hook = call.world.hooks.get(hookKey(call.app, call.params['topic'] ?? ''))
        const old = (before ?? {}) as Document
        if (answer.status === 200 && call.method === 'PUT' && hook)
          hook.values = {
            ...hook.values,
            HeaderCustom02: hook.values['HeaderCustom02'] ?? old['HeaderCustom02'],
          }
        return answer
      },
    },
  }),
  wrong('custom headers cannot be taken away', 'EVT-03', 'A null header is none.', {
    mistake: changeBody(CONFIGURE, (body, call) => {
      const next = { ...body }
      for (const name of ['HeaderCustom01', 'HeaderCustom02', 'HeaderCustom03']) {
        const key = `${call.params['topic']} ${name}`
        if (body[name]) memoryOf(call).set(key, body[name])
        else if (memoryOf(call).has(key)) next[name] = memoryOf(call).get(key)
      }
      return next
    }),
  }),
  wrong('a webhook cannot be suspended', 'EVT-03 EVT-04', 'Activo false suspends it.', {
    mistake: changeBody(/^PUT appnotificaciones/, (body) => ({ ...body, Activo: true })),
  }),
  wrong('descriptions of webhooks end at 100', 'EVT-03', 'Description has up to 256 characters.', {
    mistake: changeBody(
      CONFIGURE,
      textIn('Description', (text) => (text.length > 256 ? text : text.slice(0, 100))),
    ),
  }),
  wrong('the topics hide suspended configurations', 'EVT-01', 'TopicsConfigurados has all.', {
    mistake: changeDocument(TOPICS, (document) => ({
      ...document,
      TopicsConfigurados: (document['TopicsConfigurados'] as { Config: Document }[]).filter(
        ({ Config }) => Config['Activo'] !== false,
      ),
    })),
  }),
  wrong('TopicsConfigurados holds names', 'EVT-01', 'It holds Topic and Config.', {
    mistake: changeDocument(TOPICS, (document) => ({
      ...document,
      TopicsConfigurados: (document['TopicsConfigurados'] as { Topic: string }[]).map(({ Topic }) => Topic),
    })),
  }),
  wrong('values of custom headers in lower case', 'EVT-03 COM-09', 'A header keeps its value.', {
    mistake: changeBody(
      CONFIGURE,
      headersIn((header) => ({ ...header, Value: String(header['Value']).toLowerCase() })),
    ),
  }),
  wrong('callbacks lose their query', 'EVT-03 EVT-04', 'Callback is kept as it was sent.', {
    mistake: changeBody(
      CONFIGURE,
      textIn('Callback', (text) => text.split('?')[0]),
    ),
  }),
  wrong('callbacks in lower case', 'EVT-03 EVT-04', 'Callback is kept as it was sent.', {
    mistake: changeBody(
      CONFIGURE,
      textIn('Callback', (text) => text.toLowerCase()),
    ),
  }),
  wrong('max of Secret one less', 'EVT-03', 'Secret has up to 256 characters.', {
    mistake: changeBody(
      CONFIGURE,
      textIn('Secret', (text) => (text.length === 256 ? 5 : text)),
    ),
  }),
  wrong('an empty Description is refused', 'EVT-03', 'Description has 0 to 256 characters.', {
    mistake: changeBody(
      CONFIGURE,
      textIn('Description', (text) => (text === '' ? 5 : text)),
    ),
  }),
  wrong('a configuration of one topic changes the others', 'EVT-02 EVT-03', 'A topic has its own.', {
    mistake: {
      at: CONFIGURE,
      response: (answer, call) => {
        if (answer.status >= 300) return answer
        for (const hook of call.world.hooks.values())
          if (hook.app === call.app)
            hook.values = { ...hook.values, Description: bodyIn(call)['Description'] }
        return answer
      },
    },
  }),
  wrong('the second custom header takes the first name', 'EVT-03 COM-09', 'A header has its name.', {
    mistake: changeBody(CONFIGURE, (body) => {
      const [one, two] = [body['HeaderCustom01'], body['HeaderCustom02']] as (Document | null | undefined)[]
      return one && two ? { ...body, HeaderCustom02: { ...two, Name: one['Name'] } } : body
    }),
  }),
  wrong('members of headers in lower case', 'COM-09 EVT-02', 'A header is Name and Value.', {
    mistake: changeDocument(CONFIGURATION, (document) => {
      const low = (header: unknown) =>
        header ? { name: Object(header).Name, value: Object(header).Value } : null
      return { ...document, HeaderCustom01: low(document['HeaderCustom01']) }
    }),
  }),
]
