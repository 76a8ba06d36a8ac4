/** A scheduled event of a scenario, which the world plays when its clock reaches it. */
export interface StoryEvent {
  /** Milliseconds after the world's start. */
  readonly afterMs: number
  /** Description by the scenario's author. */
  readonly note: string | null
  /** The action as written in the scenario. The story player parses it with the scenario's schema. */
  readonly happens: Readonly<Record<string, unknown>>
}

/** Progress of a world through its story. Forks, snapshots and resets carry it like every record. */
export interface Story {
  /** Outcomes of the played events, in order; their number is the number of played events. */
  readonly outcomes: readonly string[]
  readonly receivers: readonly SimulatedReceiver[]
}

/**
 * A receiver of notifications that the sandbox simulates. The sandbox responds for its URL itself, so that a
 * story needs no network and plays the same everywhere.
 */
export interface SimulatedReceiver {
  readonly url: string
  /** Status of its responses. */
  readonly status: number
}

/** The progress of a story that has not started. */
export const emptyStory: Story = { outcomes: [], receivers: [] }

/** The parts of a world that the story depends on; `World` itself would make an import cycle. */
interface StoryState {
  readonly setting: { readonly startMs: number; readonly events: readonly StoryEvent[] }
  readonly story: Story
}

/** Returns the next event and the instant at which it is due; undefined when all events were played. */
export const nextStoryEvent = ({
  setting,
  story,
}: StoryState): { readonly event: StoryEvent; readonly atMs: number } | undefined => {
  const storyEvent = setting.events[story.outcomes.length]
  return storyEvent && { event: storyEvent, atMs: setting.startMs + storyEvent.afterMs }
}

/** Returns the events that were not played yet. */
export const upcomingEvents = ({ setting, story }: StoryState): readonly StoryEvent[] =>
  story.outcomes.length === 0 ? setting.events : setting.events.slice(story.outcomes.length)

/** Records the outcome of the next event. */
export const withOutcome = ({ outcomes, ...rest }: Story, outcome: string): Story => ({
  ...rest,
  outcomes: [...outcomes, outcome],
})

/** Adds a simulated receiver or replaces the one at the URL; a null status removes it. */
export const withReceiver = ({ receivers, ...rest }: Story, url: string, status: number | null): Story => {
  const others = receivers.filter((receiver) => receiver.url !== url)
  return { ...rest, receivers: status === null ? others : [...others, { url, status }] }
}

/** Finds the simulated receiver at a URL. */
export const simulatedReceiverAt = ({ receivers }: Story, url: string): SimulatedReceiver | undefined =>
  receivers.find((receiver) => receiver.url === url)
