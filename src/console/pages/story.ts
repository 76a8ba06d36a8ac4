import type { Hono } from 'hono'
import { html } from 'hono/html'
import type { ClockData, StoryData, StoryEventData } from '../../web-ui/api-types.ts'
import { badge, emptyState, type Markup, pageHeading, timestamp } from '../../web-ui/components.ts'
import { formFields, numberField, runAction } from '../../web-ui/form.ts'
import { buttonForm } from '../../web-ui/form-components.ts'
import { pluralize } from '../../web-ui/format.ts'
import { consolePage } from '../../web-ui/layout.ts'
import {
  CONSOLE_ROOT,
  type PageContext,
  type PageEnv,
  requestedWorld,
  worldPath,
} from '../../web-ui/page-context.ts'
import { englishText, pageLanguage, rich, t } from '../../web-ui/texts.ts'

/** Registers the page of a world's story: its scheduled events and the clock that plays them. */
export const registerStoryPages = (app: Hono<PageEnv>): void => {
  const route = `${CONSOLE_ROOT}/w/:world/story`
  app.get(route, storyPage)
  app.post(`${route}/set`, setPlayback)
  app.post(`${route}/next`, playNextEvent)
}

const storyPath = (context: PageContext): string => worldPath(requestedWorld(context).name, '/story')

const setPlayback = async (context: PageContext): Promise<Response> => {
  const fields = await formFields(context)
  return runAction(context, { redirectTo: storyPath(context) }, async () => {
    const speed = numberField(fields, 'speed')
    const { running } = await requestedWorld(context).setClock({
      ...(speed !== undefined && { speed }),
      ...(fields['running'] && { running: fields['running'] === 'true' }),
    })
    return t(running ? 'Story playing.' : 'Story paused.')
  })
}

/** Advances the clock to the next event of the story. */
const playNextEvent = (context: PageContext): Promise<Response> =>
  runAction(context, { redirectTo: storyPath(context) }, async () => {
    const world = requestedWorld(context)
    const [{ next }, { nowMs }] = await Promise.all([world.story(), world.clock()])
    if (!next) return t('The story is complete.')
    const { due } = await world.advanceClock(`PT${(Math.max(0, next.atMs - nowMs) / 1_000).toFixed(3)}S`)
    const events = due.filter(({ kind }) => kind === 'story')
    return {
      text: `${events.map(({ outcome }) => outcome).join('; ') || t('No event was due')}.`,
      details: due
        .filter(({ kind }) => kind !== 'story')
        .map(({ kind, id, outcome }) => `${kind} ${id}: ${outcome}`),
    }
  })

/** Speeds of playback: real time, and a minute, ten minutes or an hour per second. */
const SPEEDS = [1, 60, 600, 3_600] as const

const ABOUT =
  'Events that the scenario schedules on the world clock. They run while the clock runs, at its speed.'

const storyPage = async (context: PageContext): Promise<Response> => {
  const world = requestedWorld(context)
  const [story, clock] = await Promise.all([world.story(), world.clock()])
  if (story.total === 0) {
    return consolePage(context, {
      title: t('Story'),
      body: html`${pageHeading(t('Story'), t(ABOUT))}${emptyState(
        t('This scenario has no story'),
        rich('{create} from `busy-saturday`, or add `events` to your own scenario.', {
          create: html`<a href="${CONSOLE_ROOT}#create">${t('Create a world')}</a>`,
        }),
      )}`,
    })
  }
  const resetPath = worldPath(world.name, '/reset')
  return consolePage(context, {
    title: t('Story'),
    isLive: true,
    body: html`${pageHeading(t('Story'), t(ABOUT))}
    <div id="story" hx-get="${storyPath(context)}" hx-select="#story" hx-swap="outerHTML"
      hx-trigger="playa:world from:body, playa:clock from:body">
    <section class="clock" aria-label="${t('Playback')}">
      <p class="clock-time">${timestamp(clock.now, clock)}</p>
      <p>${
        clock.running
          ? badge(
              clock.speed === 1
                ? t('playing at wall-clock speed')
                : t('playing at ×{speed}', { speed: clock.speed }),
              'good',
            )
          : badge(t('paused'), 'info')
      }
        ${t('{n} of {events} completed', { n: story.position, events: pluralize(story.total, 'event|events') })}</p>
      <p><progress max="${story.total}" value="${story.position}"
        aria-label="${t('Completed events')}">${t('{n} of {total}', { n: story.position, total: story.total })}</progress></p>
      <div class="row">${playbackControls(context, story, clock)}</div>
    </section>
    ${
      story.next
        ? ''
        : html`<p class="after">${rich('The story is complete. {reset} to play it again.', {
            reset: html`<a href="${resetPath}">${t('Reset the world')} …</a>`,
          })}</p>`
    }
    ${timeline(story)}
    </div>`,
  })
}

const playbackControls = (
  context: PageContext,
  { next }: StoryData,
  { running, speed }: ClockData,
): Markup => {
  const path = storyPath(context)
  const toggle = { action: `${path}/set`, fields: { running: String(!running) } }
  return html`${
    running
      ? buttonForm(context, { ...toggle, label: t('Pause') })
      : buttonForm(context, {
          ...toggle,
          label: t('Play'),
          tone: 'primary',
        })
  }
  ${next ? buttonForm(context, { action: `${path}/next`, label: t('Next event') }) : ''}
  ${SPEEDS.map((one) =>
    buttonForm(context, {
      action: `${path}/set`,
      label: `×${one}`,
      fields: { speed: String(one), running: 'true' },
      tone: running && one === speed ? 'primary' : 'plain',
      ariaLabel: t('Play at speed ×{speed}', { speed: one }),
    }),
  )}
  <a class="button quiet" href="${worldPath(requestedWorld(context).name, '/vidriera')}" target="_blank"
    rel="noopener">${t('Storefront (new window)')}</a>
  <a class="button quiet" href="${worldPath(requestedWorld(context).name, '/reset')}" accesskey="r">${t('Restart …')}</a>`
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

/** Returns the weekday of a local date. */
const weekdayOf = (day: string): string =>
  new Intl.DateTimeFormat(pageLanguage(), { weekday: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )

const timelineItem = ({ at, what, note, outcome, done }: StoryEventData, isNext: boolean): Markup => html`<li
  class="${done ? 'done' : isNext ? 'next' : 'upcoming'}"${isNext ? html` aria-current="step"` : ''}>
  <time datetime="${at}">${at.slice(11, 16)}</time>
  <div><p><span${englishText()}>${note ?? what}</span>${isNext ? html` ${badge(t('next'), 'info')}` : ''}</p>${
    note === null ? '' : html`<p><small${englishText()}>${what}</small></p>`
  }${outcome === null ? '' : html`<p class="outcome"${englishText()}>${outcome}</p>`}</div></li>`
