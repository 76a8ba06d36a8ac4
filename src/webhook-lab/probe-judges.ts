import type { Judgement } from './probe-case.ts'
import type { Observed } from './probe-request.ts'

/** How answers are judged, by what was sent. */

const PASS: Judgement = { grade: 'pass', advice: '' }
const fail = (advice: string): Judgement => ({ grade: 'fail', advice })
const hint = (advice: string): Judgement => ({ grade: 'advice', advice })

export const isAccepted = (observed: Observed | undefined): boolean =>
  observed?.kind === 'answered' && observed.status >= 200 && observed.status < 300

/** A genuine delivery: anything but 2xx in time is a failure, and tried again (`events/success`, `events/retries`). */
export const genuine = (observed: readonly Observed[], timeoutMs: number): Judgement => {
  const refused = observed.find((one) => !isAccepted(one))
  return refused ? fail(whyNotAccepted(refused, timeoutMs)) : PASS
}

const whyNotAccepted = (observed: Observed, timeoutMs: number): string => {
  if (observed.kind === 'silent')
    return `Answer within ${timeoutMs / 1_000} s, before the work is done, or the delivery counts as failed and is repeated.`
  if (observed.kind !== 'answered')
    return 'The connection ended without an answer: see whether the process survived it.'
  const { status } = observed
  if (status < 200) return 'Answer 2xx.'
  if (status < 400) return 'Redirects are not followed: configure the final address as the Callback.'
  if (status === 401 || status === 403)
    return 'It refuses what is signed rightly: compare the secret, the values that are signed, their joining and encoding (--set events/signature-join=..., events/signature-encoding=...).'
  if (status === 404) return 'Nothing is found there: is the path right?'
  if (status === 410) return '410 ends the retries for good (events/gone): answer 2xx.'
  return status < 500
    ? 'Answer 2xx: what is refused is sent again, unchanged.'
    : 'It failed on its own side: see its log.'
}

/** A forgery: 2xx says that it was taken. Any 4xx refuses it, and whatever else does not take it either. */
export const forged =
  (advice: string) =>
  (observed: readonly Observed[]): Judgement => {
    const last = observed.at(-1)
    if (isAccepted(last)) return fail(advice)
    if (last?.kind !== 'answered')
      return hint('It was not taken, but answer 401 at once: silence looks like an outage.')
    if (last.status >= 500)
      return hint(
        `It was not taken, but ${last.status} says that your side broke: answer 401. (Comparing signatures of unequal length throws in some languages.)`,
      )
    return last.status >= 400 ? PASS : hint('It was not taken, but a redirect is no refusal: answer 401.')
  }

/** The same notification again: the first has to be taken, and so has the second. */
export const repeated = (observed: readonly Observed[], timeoutMs: number): Judgement => {
  const [first, second] = observed
  if (!isAccepted(first)) return genuine(observed, timeoutMs)
  return isAccepted(second)
    ? PASS
    : fail('Answer a known hook id with 2xx and do nothing: refusing it only makes the service send it again.')
}

/** A topic from the future: ignoring it is right, breaking is not. */
export const unknownTopic = (observed: readonly Observed[], timeoutMs: number): Judgement => {
  const [one] = observed
  if (isAccepted(one)) return PASS
  if (one?.kind === 'answered' && one.status >= 400 && one.status < 500)
    return hint('Answer 2xx to a topic that you do not handle: a refusal is retried to no purpose.')
  return genuine(observed, timeoutMs)
}

/** More than anybody expects: taking it and refusing it with 413 are both right. */
export const large = (observed: readonly Observed[], timeoutMs: number): Judgement => {
  const [one] = observed
  if (isAccepted(one) || (one?.kind === 'answered' && one.status === 413)) return PASS
  if (one?.kind === 'cut') return hint('Answer 413 before closing the connection: a cut one looks like an outage.')
  if (one?.kind === 'answered' && one.status >= 400 && one.status < 500)
    return hint('413 says what is wrong with a body that is too large.')
  if (one?.kind === 'answered' && one.status >= 500)
    return fail('Bound the size of bodies that are read, and answer 413 beyond: this broke on its own side.')
  return genuine(observed, timeoutMs)
}

/** A body that comes in pieces: 408 is a right answer to one that takes too long, but this one does not. */
export const slow = (observed: readonly Observed[], timeoutMs: number): Judgement => {
  const [one] = observed
  if (one?.kind === 'answered' && one.status === 408) return hint('Wait longer for a body: networks stall for seconds.')
  return isAccepted(one)
    ? PASS
    : genuine(observed, timeoutMs).grade === 'pass'
      ? PASS
      : fail('Read the body to its end before parsing it: it comes in pieces.')
}

/** Share of the time limit after which an answer is late. */
const PROMPT = 0.2

/** Taken, and soon. */
export const prompt = (observed: readonly Observed[], timeoutMs: number): Judgement => {
  const [one] = observed
  if (one?.kind !== 'answered' || one.tookMs <= timeoutMs * PROMPT)
    return isAccepted(one) ? PASS : advised(observed, timeoutMs)
  return hint(`Answer first and work afterwards: of the ${timeoutMs / 1_000} s allowed, this took ${one.tookMs} ms.`)
}

/** What would be a failure is advice. */
export const advised = (observed: readonly Observed[], timeoutMs: number): Judgement => {
  const { grade, advice } = genuine(observed, timeoutMs)
  return grade === 'pass' ? PASS : hint(advice)
}

/** A forgery that no forger can make without the secret. */
export const doubtful =
  (advice: string) =>
  (observed: readonly Observed[]): Judgement => {
    const judgement = forged(advice)(observed)
    return judgement.grade === 'pass' ? PASS : hint(judgement.advice)
  }
