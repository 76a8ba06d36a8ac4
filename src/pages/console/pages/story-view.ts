import { html } from 'hono/html'
import { withCapital } from '../../../lib/text/capitalized.ts'
import { badge, type Markup, timestamp } from '../../ui/components/components.ts'
import { pluralize } from '../../ui/components/format.ts'
import { buttonForm } from '../../ui/form-components.ts'
import { pageLanguage, rich, serverText, t } from '../../ui/language/texts.ts'
import { type PageContext, requestedWorld, worldPath } from '../../ui/page-context.ts'
import type { ClockData, StoryData, StoryEventData } from '../../ui/sandbox/api-types.ts'

/** Name of the hidden field of the forms next to a storefront, on the page of a demo. */
export const BESIDE = 'beside'

/** Speeds of playback: real time, and a minute, ten minutes or an hour per second. */
const SPEEDS = [1, 60, 600, 3_600] as const

/** Renders a story with the controls of its clock; the region updates with the world. */
export const storyRegion = (
  context: PageContext,
  story: StoryData,
  clock: ClockData,
  isBeside = false,
): Markup => {
  const world = requestedWorld(context).name
  return html`<div id="story" hx-get="${worldPath(world, isBeside ? '/demo' : '/story')}" hx-select="#story"
    hx-swap="outerHTML" hx-trigger="playa:world from:body, playa:clock from:body">
    <section class="clock" aria-label="${t('Playback')}">
      <p class="clock-time">${timestamp(clock.now, clock)}</p>
      <p>${playbackBadge(clock)}
        ${t('{n} of {events} completed', { n: story.position, events: pluralize(story.total, 'event|events') })}</p>
      <p><progress max="${story.total}" value="${story.position}"
        aria-label="${t('Completed events')}">${t('{n} of {total}', { n: story.position, total: story.total })}</progress></p>
      <div class="row">${playbackControls(context, story, clock, isBeside)}</div>
    </section>
    ${
      story.next
        ? ''
        : html`<p class="after">${rich('The story is complete. {reset} to play it again.', {
            reset: html`<a href="${worldPath(world, '/reset')}">${t('Reset the world')} …</a>`,
          })}</p>`
    }
    ${isBeside ? html`<div class="steps" tabindex="0" role="group" aria-label="${t('Story')}">${timeline(story)}</div>` : timeline(story)}
    </div>`
}

const playbackBadge = ({ running, speed }: ClockData): Markup => {
  if (!running) return badge(t('paused'), 'info')
  return badge(speed === 1 ? t('playing at wall-clock speed') : t('playing at ×{speed}', { speed }), 'good')
}

const playbackControls = (
  context: PageContext,
  { next }: StoryData,
  { running, speed }: ClockData,
  isBeside: boolean,
): Markup => {
  const world = requestedWorld(context).name
  const path = worldPath(world, '/story')
  const place: Readonly<Record<string, string>> = isBeside ? { [BESIDE]: 'yes' } : {}
  const toggle = { action: `${path}/set`, fields: { ...place, running: String(!running) } }
  return html`${
    running
      ? buttonForm(context, { ...toggle, label: t('Pause') })
      : buttonForm(context, {
          ...toggle,
          label: t('Play'),
          tone: 'primary',
        })
  }
  ${next ? buttonForm(context, { action: `${path}/next`, label: t('Next event'), fields: place }) : ''}
  ${SPEEDS.map((one) =>
    buttonForm(context, {
      action: `${path}/set`,
      label: `×${one}`,
      fields: { ...place, speed: String(one), running: 'true' },
      tone: running && one === speed ? 'primary' : 'plain',
      ariaLabel: t('Play at speed ×{speed}', { speed: one }),
    }),
  )}
  ${
    isBeside
      ? ''
      : html`<a class="button quiet" href="${worldPath(world, '/vidriera')}" target="_blank"
    rel="noopener">${t('Storefront (new window)')}</a>
  <a class="button quiet" href="${worldPath(world, '/demo')}">${t('Side by side')}</a>
  <a class="button quiet" href="${worldPath(world, '/reset')}" accesskey="r">${t('Restart …')}</a>`
  }`
}

/** Renders all events in the order of the clock, by day; the next one is marked. */
const timeline = ({ events, next }: StoryData): Markup => {
  const days = [...new Set(events.map(({ at }) => at.slice(0, 10)))]
  return html`${days.map(
    (day) => html`<section aria-labelledby="day-${day}"><h2 id="day-${day}">${weekdayOf(day)}
      <small>${day}</small></h2><ol class="timeline" aria-label="${t('Events of {day}', { day })}">${events
        .filter(({ at }) => at.startsWith(day))
        .map((event) => timelineItem(event, event.id === next?.id))}</ol></section>`,
  )}`
}

/** Returns the weekday of a local date, as a heading begins. */
const weekdayOf = (day: string): string => {
  const format = new Intl.DateTimeFormat(pageLanguage(), { weekday: 'long', timeZone: 'UTC' })
  return withCapital(format.format(new Date(`${day}T00:00:00Z`)))
}

const timelineItem = ({ at, what, note, outcome, done }: StoryEventData, isNext: boolean): Markup => html`<li
  class="${done ? 'done' : isNext ? 'next' : 'upcoming'}"${isNext ? html` aria-current="step"` : ''}>
  <time datetime="${at}">${at.slice(11, 16)}</time>
  <div><p>${serverText(note ?? what)}${isNext ? html` ${badge(t('next'), 'info')}` : ''}</p>${
    note === null ? '' : html`<p><small>${serverText(what)}</small></p>`
  }${outcome === null ? '' : html`<p class="outcome">${serverText(outcome)}</p>`}</div></li>`
