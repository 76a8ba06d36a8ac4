import {
  bodyText,
  type ClientCall,
  callKey,
  hasSucceeded,
  isCreate,
  isRead,
  ownPath,
  publicationId,
} from '../faults/client-call.ts'
import { membersIn } from '../faults/json-walk.ts'
import { loweredBefore, photosIn } from '../faults/unfulfilled-faults.ts'
import type { EndedRun, FaultCheck } from './fault-check.ts'
import { withOthersCars } from './others-cars.ts'
import { unusualLines } from './unusual-lines.ts'

/** Returns, by fault, what a client does wrong when the service does less than a write asks for. */
export const unfulfilled: Readonly<Record<string, FaultCheck>> = {
  'level-taken': (run, usual, exchange) => otherLevel(run, usual, exchange),
  'as-many-photos': (run, usual, exchange) => ignoredPhotos(run, usual, exchange),
  'swap-refused': ({ calls }, { calls: usual }, exchange) => leftLowered(calls, usual, exchange),
  ...withOthersCars,
}

/** Returns whether a command passes and prints nothing else than undisturbed. */
const isSilent = (run: EndedRun, usual: EndedRun): boolean =>
  run.exitCode === usual.exitCode && unusualLines(run.output, usual.output).trim() === ''

const sends = (calls: readonly ClientCall[]): string => calls.map(callKey).join('\n')

/** Reports a client that behaves as undisturbed although it got another level than it asked for. */
const otherLevel = (run: EndedRun, usual: EndedRun, exchange: string): string | undefined => {
  const met = run.calls.find((call) => call.exchange === exchange)
  if (!met || !isSilent(run, usual) || sends(run.calls) !== sends(usual.calls)) return undefined
  const [asked, given] = [bodyText(met.body), met.response?.body ?? ''].map(
    (text) => membersIn(text)['Exposicion'],
  )
  if (given === undefined || asked === given) return undefined
  const overlooked = isCreate(met)
    ? 'assumes that the places that it counted are still free, and does not look at the level that it gets'
    : 'does not notice that the service gave another level than it asked for'
  return `it ${overlooked}: ${publicationId(met).toUpperCase()} has ${given} instead of ${asked}`
}

/** Reports a client that does not notice that the service kept the former photos. */
const ignoredPhotos = (run: EndedRun, usual: EndedRun, exchange: string): string | undefined => {
  const met = run.calls.find((call) => call.exchange === exchange)
  if (!met || !isSilent(run, usual)) return undefined
  const editsIn = ({ calls }: EndedRun) =>
    calls.filter(
      (call) =>
        call.operation === 'publications.edit' && hasSucceeded(call) && ownPath(call) === ownPath(met),
    )
  const [edits, former] = [editsIn(run), editsIn(usual)]
  const last = edits.at(-1)
  if (!last || edits.length !== former.length) return undefined
  const [sent, shown] = [bodyText(last.body), last.response?.body ?? ''].map(photosIn)
  return sent?.length === shown?.length && JSON.stringify(sent) !== JSON.stringify(shown)
    ? 'it does not notice that the service ignores its photos: a publication already has as many others'
    : undefined
}

/** Reports a client that leaves a publication lowered although it could not raise the other one. */
const leftLowered = (
  calls: readonly ClientCall[],
  usual: readonly ClientCall[],
  exchange: string,
): string | undefined => {
  const base = usual.find((call) => call.exchange === exchange)
  const lowered = base && loweredBefore(base, usual)
  if (!lowered) return undefined
  const levels = calls.filter(
    (call) => !isRead(call) && hasSucceeded(call) && ownPath(call) === ownPath(lowered),
  )
  const left = membersIn(levels.at(-1)?.response?.body ?? '')['Exposicion']
  const low = membersIn(bodyText(lowered.body))['Exposicion']
  return left === low
    ? `it does not undo the first step when the second is refused: ${publicationId(lowered).toUpperCase()} stays at ${low}`
    : undefined
}
