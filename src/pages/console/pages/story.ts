import type { Hono } from 'hono'
import { html } from 'hono/html'
import { emptyState, pageHeading } from '../../ui/components/components.ts'
import { type FormValues, formFields, numberField, runAction } from '../../ui/form.ts'
import { rich, t } from '../../ui/language/texts.ts'
import { consolePage } from '../../ui/layout.ts'
import {
  CONSOLE_ROOT,
  type PageContext,
  type PageEnv,
  requestedWorld,
  worldPath,
} from '../../ui/page-context.ts'
import { BESIDE, storyRegion } from './story-view.ts'

/** Registers the page of a world's story: its scheduled events and the clock that plays them. */
export const registerStoryPages = (app: Hono<PageEnv>): void => {
  const route = `${CONSOLE_ROOT}/w/:world/story`
  app.get(route, storyPage)
  app.post(`${route}/set`, setPlayback)
  app.post(`${route}/next`, playNextEvent)
}

/** Returns the page that a form was on. */
const pageOf = (context: PageContext, fields: FormValues): string =>
  worldPath(requestedWorld(context).name, fields[BESIDE] === undefined ? '/story' : '/demo')

const setPlayback = async (context: PageContext): Promise<Response> => {
  const fields = await formFields(context)
  return runAction(context, { redirectTo: pageOf(context, fields) }, async () => {
    const speed = numberField(fields, 'speed')
    const { running } = await requestedWorld(context).setClock({
      ...(speed !== undefined && { speed }),
      ...(fields['running'] && { running: fields['running'] === 'true' }),
    })
    return t(running ? 'Story playing.' : 'Story paused.')
  })
}

/** Advances the clock to the next event of the story. */
const playNextEvent = async (context: PageContext): Promise<Response> => {
  const fields = await formFields(context)
  return runAction(context, { redirectTo: pageOf(context, fields) }, async () => {
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
}

const ABOUT =
  'Events that the scenario schedules on the world clock. They run while the clock runs, at its speed.'

const storyPage = async (context: PageContext): Promise<Response> => {
  const world = requestedWorld(context)
  const [story, clock] = await Promise.all([world.story(), world.clock()])
  if (story.total === 0) {
    return consolePage(context, {
      title: t('Story'),
      isLive: true,
      body: html`${pageHeading(t('Story'), t(ABOUT))}${emptyState(
        t('This scenario has no story'),
        rich('{create} from `busy-saturday`, or add `events` to your own scenario.', {
          create: html`<a href="${CONSOLE_ROOT}#create">${t('Create a world')}</a>`,
        }),
      )}`,
    })
  }
  return consolePage(context, {
    title: t('Story'),
    isLive: true,
    body: html`${pageHeading(t('Story'), t(ABOUT))}
    ${storyRegion(context, story, clock)}`,
  })
}
