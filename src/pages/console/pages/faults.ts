import type { Hono } from 'hono'
import { html } from 'hono/html'
import { badge, dataTable, emptyState, pageHeading, timestamp } from '../../ui/components/components.ts'
import { formFields, runAction } from '../../ui/form.ts'
import { buttonForm, confirmation } from '../../ui/form-components.ts'
import { rich, t } from '../../ui/language/texts.ts'
import { consolePage } from '../../ui/layout.ts'
import {
  CONSOLE_ROOT,
  type PageContext,
  type PageEnv,
  requestedWorld,
  worldPath,
} from '../../ui/page-context.ts'
import type { FaultRuleData } from '../../ui/sandbox/api-types.ts'
import { faultFormAnchor, faultForms, faultRuleOf } from './fault-form.ts'

/** Registers the page of fault rules: list, add, delete. */
export const registerFaultsPages = (app: Hono<PageEnv>): void => {
  const route = `${CONSOLE_ROOT}/w/:world/faults`
  app.get(route, faultsPage)
  app.post(route, async (context) => {
    const fields = await formFields(context)
    return runAction(
      context,
      { redirectTo: `${faultsPath(context)}#${faultFormAnchor(fields)}`, fields },
      async () => {
        const rule = await requestedWorld(context).addFault(faultRuleOf(fields))
        return {
          text: t('Fault {id} added: {effect}.', { id: rule.id, effect: actText(rule) }),
          redirectTo: faultsPath(context),
        }
      },
    )
  })
  app.get(`${route}/clear`, deleteAllConfirmation)
  app.post(`${route}/clear`, (context) =>
    runAction(context, { redirectTo: faultsPath(context) }, async () => {
      await requestedWorld(context).deleteFaults()
      return t('All faults deleted.')
    }),
  )
  app.post(`${route}/:fault/delete`, (context) =>
    runAction(context, { redirectTo: faultsPath(context) }, async () => {
      const id = context.req.param('fault')
      await requestedWorld(context).deleteFault(id)
      return t('Fault {id} deleted.', { id })
    }),
  )
}

const faultsPath = (context: PageContext): string => worldPath(requestedWorld(context).name, '/faults')

const deleteAllConfirmation = (context: PageContext): Promise<Response> =>
  consolePage(context, {
    title: t('Delete faults'),
    body: confirmation(context, {
      question: t('Delete all faults of this world?'),
      consequence: t('Fault injection stops, and the statistics of past rules are lost.'),
      action: `${faultsPath(context)}/clear`,
      label: t('Delete all faults'),
      cancelPath: faultsPath(context),
    }),
  })

const faultsPage = async (context: PageContext): Promise<Response> => {
  const rules = await requestedWorld(context).faults()
  const path = faultsPath(context)
  return consolePage(context, {
    title: t('Faults'),
    isLive: true,
    body: html`${pageHeading(
      t('Faults'),
      t(
        'Fault injection rules for testing error handling in clients. A rule ends after a number of requests or a duration.',
      ),
      rules.length > 0 ? html`<a class="button danger" href="${path}/clear">${t('Delete all …')}</a>` : '',
    )}
    <div id="rules" hx-get="${path}" hx-select="#rules" hx-swap="outerHTML"
      hx-trigger="playa:exchange from:body, playa:world from:body, playa:clock from:body">
    ${
      rules.length === 0
        ? emptyState(
            t('No faults'),
            rich('{add}, then repeat a request. A single 503 shows whether your client retries.', {
              add: html`<a href="#add">${t('Add a fault')}</a>`,
            }),
          )
        : dataTable(
            t('Faults'),
            COLUMNS,
            rules.map((rule) => ruleRow(context, rule)),
          )
    }</div>
    <h2 id="add">${t('Add a fault')}</h2>
    ${await faultForms(context, path)}`,
  })
}

const COLUMNS = [
  { title: 'Rule', kind: 'name' },
  { title: 'Match' },
  { title: 'Effect' },
  { title: 'Remaining', kind: 'number' },
  { title: 'Matched', kind: 'number' },
  { title: 'Injected', kind: 'number' },
  { title: 'Until', kind: 'wide' },
  { title: 'Actions' },
] as const

const ruleRow = (context: PageContext, rule: FaultRuleData) => [
  html`${rule.id} ${rule.armed ? badge(t('active'), 'warn') : html`<span class="past">${badge(t('ended'))}</span>`}`,
  html`${matchText(rule)}${rule.note ? html`<br><small>${rule.note}</small>` : ''}`,
  actText(rule),
  rule.armed ? (rule.left ?? t('unlimited')) : '–',
  rule.seen,
  rule.acted,
  rule.until ? timestamp(rule.until) : '–',
  buttonForm(context, {
    action: `${faultsPath(context)}/${encodeURIComponent(rule.id)}/delete`,
    label: t('Delete'),
    tone: 'quiet',
    ariaLabel: t('Delete fault {id}', { id: rule.id }),
  }),
]

const matchText = ({ match }: FaultRuleData): string => {
  const criteria = Object.entries(match).map(([name, value]) => `${name} ${String(value)}`)
  return criteria.length === 0 ? t('every request') : criteria.join(', ')
}

const UNITS: Readonly<Record<string, string>> = { ms: ' ms', slow: ' bytes/s', retryAfter: ' s' }

const actText = ({ act }: FaultRuleData): string =>
  Object.entries(act)
    .map(([name, value]) => (value === true ? name : `${name} ${amountText(name, value)}`))
    .join(', ')

/** Writes a number with its unit; a delay is one number, or a distribution. */
const amountText = (name: string, value: unknown): string => {
  if (typeof value !== 'object' || value === null) return `${String(value)}${UNITS[name] ?? ''}`
  return 'ms' in value ? amountText('ms', value.ms) : JSON.stringify(value)
}
