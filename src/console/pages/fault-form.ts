import { html } from 'hono/html'
import type { Markup } from '../../web-ui/components.ts'
import { type FormValues, numberField, optionalField } from '../../web-ui/form.ts'
import { csrfField, inputField, selectField } from '../../web-ui/form-components.ts'
import { operationIds } from '../../web-ui/operation-ids.ts'
import { type PageContext, submittedValues } from '../../web-ui/page-context.ts'

interface Effect {
  readonly label: string
  /** The `act` of the rule; `value` comes from the form or is the default. */
  readonly act: (value: number) => object
  readonly defaultValue?: number
}

/** Effects that the form offers. */
const EFFECTS: Readonly<Record<string, Effect>> = {
  status: { label: 'Respond with a status', act: (value) => ({ status: value }), defaultValue: 503 },
  'rate-limit': {
    label: 'Respond with 429 and Retry-After',
    act: (value) => ({ status: 429, retryAfter: value }),
    defaultValue: 2,
  },
  delay: { label: 'Delay the response', act: (value) => ({ delay: value }), defaultValue: 1_000 },
  reset: { label: 'Reset the connection before processing', act: () => ({ reset: true }) },
  'lose-answer': { label: 'Process, then lose the response', act: () => ({ loseAnswer: true }) },
  truncate: { label: 'Truncate the response', act: () => ({ truncate: true }) },
  slow: { label: 'Send the body slowly', act: (value) => ({ slow: value }), defaultValue: 100 },
  'stale-tag': { label: 'Simulate a concurrent update', act: () => ({ staleTag: true }) },
}

/** Returns the fault rule that a submitted form describes, as the control API takes it. */
export const faultRuleOf = (fields: FormValues): object => {
  const effect = EFFECTS[fields['effect'] ?? 'status']
  const value = numberField(fields, 'value') ?? effect?.defaultValue ?? 0
  const times = numberField(fields, 'times')
  const probability = numberField(fields, 'probability')
  const [operation, path, method, ttl, note] = ['operation', 'path', 'method', 'ttl', 'note'].map((name) =>
    optionalField(fields, name),
  )
  return {
    match: {
      ...(operation && { operation }),
      ...(path && { path }),
      ...(method && { method }),
      ...(probability !== undefined && { probability }),
    },
    act: effect?.act(value) ?? {},
    ...(times !== undefined && { times }),
    ...(ttl && { ttl }),
    ...(note && { note }),
  }
}

const METHODS = ['', 'GET', 'HEAD', 'POST', 'PUT', 'PATCH'].map((value) => ({ value, label: value || 'any' }))

/** Renders the form that adds a fault rule. */
export const faultForm = async (context: PageContext, action: string): Promise<Markup> => {
  const submitted = submittedValues(context)
  return html`<form class="card" method="post" action="${action}">${csrfField(context)}
    <div class="fields">
      ${inputField({
        name: 'operation',
        label: 'Operation',
        value: submitted['operation'],
        placeholder: 'any',
        hint: 'Operation id or pattern, for example publications.*',
        list: await operationIds(context),
      })}
      ${inputField({
        name: 'path',
        label: 'Path',
        value: submitted['path'],
        placeholder: 'any',
        hint: 'Starts with /v3; * matches any characters',
      })}
      ${selectField('method', 'Method', METHODS, submitted['method'])}
      ${inputField({
        name: 'probability',
        label: 'Probability',
        type: 'number',
        value: submitted['probability'],
        placeholder: '1',
        range: { min: 0.001, max: 1, step: 'any' },
        hint: 'Random, reproducible by the world’s seed',
      })}
      ${selectField(
        'effect',
        'Effect',
        Object.entries(EFFECTS).map(([value, { label }]) => ({ value, label })),
        submitted['effect'],
      )}
      ${inputField({
        name: 'value',
        label: 'Value',
        type: 'number',
        value: submitted['value'],
        placeholder: '503',
        hint: 'Status, Retry-After seconds, delay in ms, or bytes per second',
        range: { min: 0 },
      })}
      ${inputField({
        name: 'times',
        label: 'Matches',
        type: 'number',
        value: submitted['times'],
        placeholder: '1',
        range: { min: 1 },
      })}
      ${inputField({
        name: 'ttl',
        label: 'Duration',
        value: submitted['ttl'],
        placeholder: 'PT10M',
        hint: 'On the world clock',
      })}
      ${inputField({ name: 'note', label: 'Note', value: submitted['note'] })}
    </div>
    <div class="row"><button class="primary">Add fault</button></div>
  </form>`
}
