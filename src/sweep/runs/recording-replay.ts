import type { ClientCall } from '../faults/client-call.ts'
import { type Replay, replay } from './replay.ts'
import type { SweepSetting } from './sweep-world.ts'

/** An exchange of a recording that a world answers otherwise under another profile. */
export interface DifferingExchange {
  /** Position in the recording, from 1. */
  readonly number: number
  /** Method and target. */
  readonly request: string
  readonly formerStatus: number
  readonly presentStatus: number
}

/** What a recording shows under two profiles. */
export interface ComparedRecording {
  readonly differing: readonly DifferingExchange[]
  /** Exchanges whose recorded status the world answers under the former profile too. */
  readonly compared: number
  readonly total: number
}

/** Replays a recording in fresh worlds under two profiles and compares the answers. */
export const compareRecording = async (
  calls: readonly ClientCall[],
  setting: Omit<SweepSetting, 'profile'>,
  profiles: { readonly former: SweepSetting['profile']; readonly present: SweepSetting['profile'] },
): Promise<ComparedRecording> => {
  const under = (profile: SweepSetting['profile']): Promise<Replay> =>
    replay(calls, { setting: { ...setting, profile }, origin: 'http://playa.localhost' })
  const [former, present] = [await under(profiles.former), await under(profiles.present)]
  // Where the world does not answer as recorded, it lacks what the recorded service has.
  const comparable = calls.flatMap((call, at) => (call.response?.status === former.statuses[at] ? [at] : []))
  return {
    differing: comparable.flatMap((at) => {
      const call = calls[at]
      if (call === undefined || former.answers[at] === present.answers[at]) return []
      return {
        number: at + 1,
        request: `${call.method} ${call.target}`,
        formerStatus: former.statuses[at] ?? 0,
        presentStatus: present.statuses[at] ?? 0,
      }
    }),
    compared: comparable.length,
    total: calls.length,
  }
}
