import type { Hono } from 'hono'
import { html } from 'hono/html'
import { badge, type Markup, pageHeading, timestamp } from '../../ui/components/components.ts'
import { pluralize } from '../../ui/components/format.ts'
import { formFields, numberField, runAction } from '../../ui/form.ts'
import { buttonForm, csrfField, inputField } from '../../ui/form-components.ts'
import { t } from '../../ui/language/texts.ts'
import { consolePage } from '../../ui/layout.ts'
import {
  CONSOLE_ROOT,
  type PageContext,
  type PageEnv,
  requestedWorld,
  submittedValues,
  worldPath,
} from '../../ui/page-context.ts'
import type { ClockData } from '../../ui/sandbox/api-types.ts'

/** Registers the page of the world's clock: show, freeze, run, advance, set. */
export const registerClockPages = (app: Hono<PageEnv>): void => {
  const route = `${CONSOLE_ROOT}/w/:world/clock`
  app.get(route, clockPage)
  app.post(`${route}/advance`, advanceClock)
  app.post(`${route}/set`, setClock)
}

const MAX_LISTED_TASKS = 20

const advanceClock = async (context: PageContext): Promise<Response> => {
  const fields = await formFields(context)
  return runAction(context, { redirectTo: clockPath(context), fields }, async () => {
    const { due, now } = await requestedWorld(context).advanceClock(fields['by'] ?? '')
    const tasks =
      due.length === 0
        ? t('No scheduled task was due.')
        : t('{tasks} ran:', { tasks: pluralize(due.length, 'scheduled task|scheduled tasks') })
    return {
      text: `${t('Clock advanced to {time}.', { time: `${now.slice(0, 10)} ${now.slice(11, 19)}` })} ${tasks}`,
      details: due
        .slice(0, MAX_LISTED_TASKS)
        .map(({ at, kind, id, outcome }) => `${at}: ${kind} ${id}, ${outcome}`),
    }
  })
}

const setClock = async (context: PageContext): Promise<Response> => {
  const fields = await formFields(context)
  return runAction(context, { redirectTo: clockPath(context), fields }, async () => {
    const speed = numberField(fields, 'speed')
    await requestedWorld(context).setClock({
      ...(fields['now'] && { now: fields['now'] }),
      ...(speed !== undefined && { speed }),
      ...(fields['running'] && { running: fields['running'] === 'true' }),
    })
    return t('Clock updated.')
  })
}

const clockPath = (context: PageContext): string => worldPath(requestedWorld(context).name, '/clock')

const STEPS = [
  ['PT1M', '1 minute'],
  ['PT10M', '10 minutes'],
  ['PT1H', '1 hour'],
  ['P1D', '1 day'],
  ['P7D', '1 week'],
  ['P30D', '30 days'],
] as const

const SPEEDS = [1, 10, 60, 600, 3_600] as const

const clockPage = async (context: PageContext): Promise<Response> => {
  const clock = await requestedWorld(context).clock()
  return consolePage(context, {
    title: t('Clock'),
    isLive: true,
    body: html`${pageHeading(
      t('Clock'),
      t('Inquiry timestamps, delivery retries and fault expiry use the clock of this world.'),
    )}
    ${currentTime(context, clock)}
    <h2>${t('Advance')}</h2>
    ${advanceForms(context)}
    <h2>${t('Set time')}</h2>
    ${timeForm(context, clock)}
    <h2>${t('Speed')}</h2>
    ${speedForms(context, clock)}`,
  })
}

const currentTime = (context: PageContext, clock: ClockData): Markup => {
  const path = clockPath(context)
  const { running, speed, now } = clock
  const pace = speed === 1 ? t('running at wall-clock speed') : t('running at ×{speed}', { speed })
  return html`<section class="clock" id="clock" hx-get="${path}" hx-select="#clock" hx-swap="outerHTML"
      hx-trigger="playa:clock from:body">
      <p class="clock-time">${timestamp(now, clock)} <small>UTC${now.slice(19)}</small></p>
      <p>${running ? badge(pace, 'good') : badge(t('frozen'), 'info')}</p>
      <div class="row">${buttonForm(context, {
        action: `${path}/set`,
        label: running ? t('Freeze') : t('Run'),
        fields: { running: running ? 'false' : 'true' },
        tone: 'primary',
      })}</div>
    </section>`
}

const advanceForms = (context: PageContext): Markup => {
  const action = `${clockPath(context)}/advance`
  return html`<p class="about">${t('Runs the scheduled tasks that become due, in order.')}</p>
    <div class="row">${STEPS.map(([by, label]) =>
      buttonForm(context, { action, label: t(label), fields: { by } }),
    )}</div>
    <form class="line" method="post" action="${action}">${csrfField(context)}
      ${inputField({
        name: 'by',
        label: 'Custom duration',
        value: submittedValues(context)['by'],
        placeholder: 'P1DT2H',
        required: true,
        hint: 'ISO 8601, for example PT90S or P1DT2H',
      })}
      <button>${t('Advance')}</button>
    </form>`
}

const timeForm = (context: PageContext, { now }: ClockData): Markup =>
  html`<form class="line" method="post" action="${clockPath(context)}/set">${csrfField(context)}
      ${inputField({
        name: 'now',
        label: 'Time',
        value: submittedValues(context)['now'] ?? now,
        required: true,
        hint: 'Jumps to this time without running scheduled tasks.',
      })}
      <button>${t('Set')}</button>
    </form>`

const speedForms = (context: PageContext, { speed: current }: ClockData): Markup =>
  html`<div class="row">${SPEEDS.map((speed) => speedButton(context, speed, current))}</div>
    <form class="line" method="post" action="${clockPath(context)}/set">${csrfField(context)}
      ${inputField({
        name: 'speed',
        label: 'Speed factor',
        type: 'number',
        value: submittedValues(context)['speed'] ?? String(current),
        range: { min: 0.001, max: 86_400, step: 'any' },
        required: true,
        hint: 'World seconds per wall-clock second',
      })}
      <button>${t('Set')}</button>
    </form>`

const speedButton = (context: PageContext, speed: number, current: number): Markup =>
  buttonForm(context, {
    action: `${clockPath(context)}/set`,
    label: `×${speed}`,
    fields: { speed: String(speed) },
    tone: speed === current ? 'primary' : 'plain',
    ariaLabel: t(speed === current ? 'Set speed ×{speed} (current)' : 'Set speed ×{speed}', { speed }),
  })
