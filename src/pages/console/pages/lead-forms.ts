import { html } from 'hono/html'
import type { Markup } from '../../ui/components/components.ts'
import { formatNumber } from '../../ui/components/format.ts'
import { buttonForm, csrfField, hiddenFields, inputField } from '../../ui/form-components.ts'
import { t } from '../../ui/language/texts.ts'
import { type PageContext, requestedWorld, submittedValues, worldPath } from '../../ui/page-context.ts'
import type { LiveLeadsData } from '../../ui/sandbox/api-types.ts'

/** Renders the forms that create leads for an agency: one, one on a publication, many, or automatic ones. */
export const leadForms = (
  context: PageContext,
  agency: string,
  liveLeads: LiveLeadsData | undefined,
): Markup => {
  const submitted = submittedValues(context)
  const action = worldPath(requestedWorld(context).name, '/inquiries')
  const fixed = html`${csrfField(context)}${hiddenFields({ agency })}`
  return html`<div class="cards">
    <div class="card"><h3>${t('Single lead')}</h3><p>${t('On a catalogue entry, from a generated contact.')}</p>
      ${buttonForm(context, { action, label: t('Receive a lead'), fields: { agency }, tone: 'primary' })}</div>
    <form class="card" method="post" action="${action}">${fixed}<h3>${t('Lead on a publication')}</h3>
      ${inputField({ name: 'externalid', label: 'ExternalId', value: submitted['externalid'], required: true })}
      ${inputField({ name: 'comment', label: 'Comment', value: submitted['comment'], placeholder: t('generated') })}
      <button>${t('Receive lead')}</button></form>
    <form class="card" method="post" action="${action}">${fixed}<h3>${t('Multiple leads')}</h3>
      ${inputField({
        name: 'count',
        label: 'Number',
        type: 'number',
        value: submitted['count'] ?? '20',
        range: { min: 2, max: 100_000 },
        required: true,
      })}
      ${inputField({
        name: 'over',
        label: 'Period',
        value: submitted['over'] ?? 'P7D',
        hint: 'ISO 8601 duration that ends now',
      })}
      <button>${t('Receive leads')}</button></form>
    ${liveLeads === undefined ? '' : liveLeadsForm(`${action}/live`, fixed, liveLeads)}
  </div>`
}

const liveLeadsForm = (
  action: string,
  fixed: Markup,
  { perMinute, leads }: LiveLeadsData,
): Markup => html`<form class="card" method="post" action="${action}">
  ${fixed}<h3>${t('Automatic leads')}</h3>
  <p>${perMinute === 0 ? t('Off') : t('{n} per minute; {leads} received so far', { n: perMinute, leads: formatNumber(leads) })}</p>
  ${inputField({
    name: 'perMinute',
    label: 'Leads per minute',
    type: 'number',
    value: String(perMinute),
    range: { min: 0, step: 'any' },
    hint: '0 turns them off',
  })}
  <button>${t('Apply')}</button>
</form>`
