import type { Hono } from 'hono'
import { html } from 'hono/html'
import { type Env, filledIn, UI, type Visit, worldOf, worldPath } from '../../web-ui/page-context.ts'
import { carryOut, fieldsOf, numberIn, textIn } from '../../web-ui/form.ts'
import { page } from '../../web-ui/layout.ts'
import { operationIds } from '../../web-ui/operation-ids.ts'
import {
  badge,
  buttonForm,
  confirmation,
  empty,
  field,
  heading,
  hiddenKey,
  instant,
  type Markup,
  select,
  table,
} from '../../web-ui/components.ts'
import type { Fault } from '../../web-ui/api-types.ts'

/** Rules that disturb exchanges on purpose. */
export const bindFaults = (app: Hono<Env>): void => {
  const at = `${UI}/w/:world/faults`
  app.get(at, list)
  app.get(`${at}/clear`, (visit) =>
    page(visit, {
      title: 'Delete faults',
      body: confirmation(visit, {
        question: 'Delete all faults of this world?',
        loss: 'Nothing will be disturbed any more, and what is told of past rules is lost.',
        action: `${here(visit)}/clear`,
        label: 'Delete all',
        back: here(visit),
      }),
    }),
  )
  app.post(at, async (visit) => {
    const fields = await fieldsOf(visit)
    return carryOut(visit, { leadsTo: `${here(visit)}#add`, fields }, async () => {
      const made = await worldOf(visit).send<Fault>('POST', '/faults', ruleIn(fields))
      return { text: `Fault ${made.id} is armed: ${actWords(made)}.`, leadsTo: here(visit) }
    })
  })
  app.post(`${at}/clear`, (visit) =>
    carryOut(visit, { leadsTo: here(visit) }, async () => {
      await worldOf(visit).send('DELETE', '/faults')
      return 'There are no faults any more.'
    }),
  )
  app.post(`${at}/:fault/delete`, (visit) =>
    carryOut(visit, { leadsTo: here(visit) }, async () => {
      const id = visit.req.param('fault')
      await worldOf(visit).send('DELETE', `/faults/${encodeURIComponent(id)}`)
      return `Fault ${id} is deleted.`
    }),
  )
}

const here = (visit: Visit): string => worldPath(worldOf(visit).name, '/faults')

/** What a rule may do, as the form offers it. */
const DEEDS: Readonly<Record<string, { label: string; act: (number: number) => object }>> = {
  status: { label: 'answer a status', act: (number) => ({ status: number }) },
  'rate-limit': { label: 'answer 429 with Retry-After', act: (number) => ({ status: 429, retryAfter: number }) },
  delay: { label: 'delay the answer', act: (number) => ({ delay: number }) },
  reset: { label: 'reset the connection, nothing done', act: () => ({ reset: true }) },
  'lose-answer': { label: 'do it, then lose the answer', act: () => ({ loseAnswer: true }) },
  truncate: { label: 'break the answer off halfway', act: () => ({ truncate: true }) },
  slow: { label: 'let the body drip', act: (number) => ({ slow: number }) },
  'stale-tag': { label: 'let another writer slip in first', act: () => ({ staleTag: true }) },
}

const DEFAULT_NUMBERS: Readonly<Record<string, number>> = { status: 503, 'rate-limit': 2, delay: 1_000, slow: 100 }

const ruleIn = (fields: Readonly<Record<string, string>>): object => {
  const deed = fields['deed'] ?? 'status'
  const number = numberIn(fields, 'number') ?? DEFAULT_NUMBERS[deed] ?? 0
  const times = numberIn(fields, 'times')
  const probability = numberIn(fields, 'probability')
  const [operation, path, method, ttl, note] = ['operation', 'path', 'method', 'ttl', 'note'].map((name) =>
    textIn(fields, name),
  )
  return {
    match: {
      ...(operation && { operation }),
      ...(path && { path }),
      ...(method && { method }),
      ...(probability !== undefined && { probability }),
    },
    act: DEEDS[deed]?.act(number) ?? {},
    ...(times !== undefined && { times }),
    ...(ttl && { ttl }),
    ...(note && { note }),
  }
}

const list = async (visit: Visit): Promise<Response> => {
  const faults = await worldOf(visit).get<Fault[]>('/faults')
  const at = here(visit)
  return page(visit, {
    title: 'Faults',
    live: true,
    body: html`${heading(
      'Faults',
      'Rules that disturb exchanges on purpose, so that you see how a client takes it. Each ends by itself: after some times, or after a while on the world’s clock.',
      faults.length > 0 ? html`<a class="button danger" href="${at}/clear">Delete all …</a>` : '',
    )}
    <div id="rules" hx-get="${at}" hx-select="#rules" hx-swap="outerHTML" hx-trigger="playa:exchange from:body, playa:world from:body, playa:clock from:body">
    ${
      faults.length === 0
        ? empty(
            'Nothing is disturbed.',
            html`<a href="#add">Add a fault</a> and repeat a request: a 503 that heals after one time shows whether your client tries again.`,
          )
        : table(
            'Faults',
            COLUMNS,
            faults.map((fault) => row(visit, at, fault)),
          )
    }</div>
    <h2 id="add">Add a fault</h2>
    ${await addForm(visit, at)}`,
  })
}

const COLUMNS = [
  { title: 'Rule' },
  { title: 'When' },
  { title: 'Does' },
  { title: 'Left', kind: 'number' },
  { title: 'Matched', kind: 'number' },
  { title: 'Acted', kind: 'number' },
  { title: 'Until', kind: 'wide' },
  { title: 'Actions' },
] as const

const row = (visit: Visit, at: string, fault: Fault): Markup => html`<tr${fault.armed ? '' : html` class="past"`}>
  <th scope="row">${fault.id} ${fault.armed ? badge('armed', 'warn') : badge('ended')}</th>
  <td>${matchWords(fault)}${fault.note ? html`<br><small>${fault.note}</small>` : ''}</td>
  <td>${actWords(fault)}</td>
  <td class="number">${fault.armed ? (fault.left ?? 'no end') : '–'}</td>
  <td class="number">${fault.seen}</td><td class="number">${fault.acted}</td>
  <td class="wide">${fault.until ? instant(fault.until) : '–'}</td>
  <td>${buttonForm(visit, { action: `${at}/${encodeURIComponent(fault.id)}/delete`, label: 'Delete', tone: 'quiet', spoken: `Delete fault ${fault.id}` })}</td>
</tr>`

const matchWords = ({ match }: Fault): string => {
  const words = Object.entries(match).map(([name, value]) => `${name} ${String(value)}`)
  return words.length === 0 ? 'every exchange' : words.join(', ')
}

const actWords = ({ act }: Fault): string =>
  Object.entries(act)
    .map(([name, value]) =>
      value === true ? name : `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`,
    )
    .join(', ')

const METHODS = ['', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH'].map((value) => ({ value, label: value || 'any' }))

const addForm = async (visit: Visit, at: string): Promise<Markup> => {
  const filled = filledIn(visit)
  return html`<form class="card" method="post" action="${at}">${hiddenKey(visit)}
    <div class="fields">
      ${field({ name: 'operation', label: 'Operation', value: filled['operation'], placeholder: 'any', hint: 'An id or a pattern, like publications.*', list: await operationIds(visit) })}
      ${field({ name: 'path', label: 'Path', value: filled['path'], placeholder: 'any', hint: 'From /v3 on; * stands for any characters' })}
      ${select('method', 'Method', METHODS, filled['method'])}
      ${field({ name: 'probability', label: 'Chance', type: 'number', value: filled['probability'], placeholder: '1', range: { min: 0.001, max: 1, step: 'any' }, hint: 'Drawn from the world’s seed' })}
      ${select(
        'deed',
        'It shall',
        Object.entries(DEEDS).map(([value, { label }]) => ({ value, label })),
        filled['deed'],
      )}
      ${field({ name: 'number', label: 'With', type: 'number', value: filled['number'], placeholder: '503', hint: 'A status, seconds, milliseconds or bytes a second, as above', range: { min: 0 } })}
      ${field({ name: 'times', label: 'Times', type: 'number', value: filled['times'], placeholder: '1', range: { min: 1 } })}
      ${field({ name: 'ttl', label: 'For', value: filled['ttl'], placeholder: 'PT10M', hint: 'On the world’s clock' })}
      ${field({ name: 'note', label: 'Note', value: filled['note'] })}
    </div>
    <div class="row"><button class="primary">Add the fault</button></div>
  </form>`
}
