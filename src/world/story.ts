import type { World } from './world.ts'

/** Something that happens in a world by itself at a certain moment of its clock, as its scenario says. */
export interface StoryEvent {
  /** Milliseconds after the world's beginning. */
  readonly afterMs: number
  /** For whoever watches: what the event is about, in the author's words. */
  readonly note: string | null
  /** What happens, as the scenario says it; whoever plays it reads it by the scenario's own schema. */
  readonly happens: Readonly<Record<string, unknown>>
}

/** How far a world is in its story. A fork, a snapshot and a reset carry it as they carry every record. */
export interface Story {
  /** What became of the events so far, in their order: as many as have happened. */
  readonly outcomes: readonly string[]
  readonly receivers: readonly SimulatedReceiver[]
}

/**
 * Somebody who takes notifications at an address without there being anybody: the sandbox answers in their place, so that a story needs
 * no network and goes alike wherever it is told.
 */
export interface SimulatedReceiver {
  readonly url: string
  /** What it answers. */
  readonly status: number
}

export const emptyStory: Story = { outcomes: [], receivers: [] }

/** The event that comes next, with the instant at which it is due; undefined when all is told. */
export const nextStoryEvent = ({
  setting,
  story,
}: World): { readonly event: StoryEvent; readonly atMs: number } | undefined => {
  const event = setting.events[story.outcomes.length]
  return event && { event, atMs: setting.startMs + event.afterMs }
}

/** The events that have not happened yet. */
export const upcomingEvents = ({ setting, story }: Pick<World, 'setting' | 'story'>): readonly StoryEvent[] =>
  story.outcomes.length === 0 ? setting.events : setting.events.slice(story.outcomes.length)

/** The story one event further. */
export const withOutcome = ({ outcomes, ...rest }: Story, outcome: string): Story => ({
  ...rest,
  outcomes: [...outcomes, outcome],
})

/** The story with that receiver, instead of the one that stood at the address; a status of null takes it away. */
export const withReceiver = ({ receivers, ...rest }: Story, url: string, status: number | null): Story => {
  const others = receivers.filter((receiver) => receiver.url !== url)
  return { ...rest, receivers: status === null ? others : [...others, { url, status }] }
}

export const simulatedReceiverAt = ({ receivers }: Story, url: string): SimulatedReceiver | undefined =>
  receivers.find((receiver) => receiver.url === url)
