import { isDeepStrictEqual } from 'node:util'
import type { ClientCall } from './client-call.ts'
import { openReplay } from './replay.ts'
import type { SweepSetting } from './sweep-world.ts'

/** An exchange of a recording that a world answers differently under another profile. */
export interface DifferingExchange {
  /** Position in the recording, from 1. */
  readonly number: number
  /** Method and target. */
  readonly request: string
  readonly formerStatus: number
  readonly presentStatus: number
}

/** The result of replaying a recording under two profiles. */
export interface ComparedRecording {
  readonly differing: readonly DifferingExchange[]
  /** Number of exchanges that get their recorded status under the previous profile. */
  readonly compared: number
  readonly total: number
}

/** Replays a recording in fresh worlds under two profiles and compares the responses. */
export const compareRecording = async (
  calls: readonly ClientCall[],
  setting: Omit<SweepSetting, 'profile'>,
  profiles: { readonly former: SweepSetting['profile']; readonly present: SweepSetting['profile'] },
): Promise<ComparedRecording> => {
  const under = (profile: SweepSetting['profile']) =>
    openReplay({ setting: { ...setting, profile }, origin: 'http://playa.localhost' })
  const worlds = [await under(profiles.former)]
  // Profiles are usually unchanged.
  if (!isDeepStrictEqual(profiles.former, profiles.present)) worlds.push(await under(profiles.present))
  const differing: DifferingExchange[] = []
  let compared = 0
  try {
    for (const [at, call] of calls.entries()) {
      const answers = worlds.map(async (world) => {
        const response = await world.send(call)
        return { status: response?.status ?? 0, text: world.shown(call, response) }
      })
      const [former, present] = await Promise.all(answers)
      // A world that does not answer as recorded lacks data of the recorded service.
      if (former === undefined || call.response?.status !== former.status) continue
      compared += 1
      if (present === undefined || former.text === present.text) continue
      differing.push({
        number: at + 1,
        request: `${call.method} ${call.target}`,
        formerStatus: former.status,
        presentStatus: present.status,
      })
    }
  } finally {
    for (const world of worlds) world.close()
  }
  return { differing, compared, total: calls.length }
}
