import type { Assessment } from './probe-case.ts'
import type { ProbeOutcome } from './probe-request.ts'

/** Assesses the outcome of a request by what was sent. */

const PASS: Assessment = { grade: 'pass', advice: '' }
const fail = (advice: string): Assessment => ({ grade: 'fail', advice })
const advise = (advice: string): Assessment => ({ grade: 'advice', advice })

/** True for a 2xx response. */
const isAcceptedOutcome = (observed: ProbeOutcome | undefined): boolean =>
  observed?.kind === 'answered' && observed.status >= 200 && observed.status < 300

/**
 * Assesses a genuine delivery: all but 2xx in time is a failure and is retried (`events/success`,
 * `events/retries`).
 */
export const assessGenuine = (observed: readonly ProbeOutcome[], timeoutMs: number): Assessment => {
  const refused = observed.find((one) => !isAcceptedOutcome(one))
  return refused ? fail(whyNotAccepted(refused, timeoutMs)) : PASS
}

const whyNotAccepted = (observed: ProbeOutcome, timeoutMs: number): string => {
  if (observed.kind === 'silent')
    return `Respond within ${timeoutMs / 1_000} s, before processing, or the delivery counts as failed and is retried.`
  if (observed.kind !== 'answered')
    return 'The connection closed without a response: check whether the process crashed.'
  const { status } = observed
  if (status < 200) return 'Respond with 2xx.'
  if (status < 400) return 'Redirects are not followed: configure the final address as the Callback.'
  if (status === 401 || status === 403)
    return 'It refuses a correct signature: compare the secret, the signed values, their separator and encoding (--set events/signature-join=..., events/signature-encoding=...).'
  if (status === 404) return 'The path was not found: check the URL.'
  if (status === 410) return '410 stops all retries (events/gone): respond with 2xx.'
  return status < 500
    ? 'Respond with 2xx: a refused delivery is sent again unchanged.'
    : 'The receiver failed: see its log.'
}

/** Assesses a forgery: 2xx accepts it and fails, any 4xx refuses it; other outcomes get advice. */
export const assessForgery =
  (advice: string) =>
  (observed: readonly ProbeOutcome[]): Assessment => {
    const last = observed.at(-1)
    if (isAcceptedOutcome(last)) return fail(advice)
    if (last?.kind !== 'answered')
      return advise(
        'It was not accepted, but respond with 401 immediately: no response looks like an outage.',
      )
    if (last.status >= 500)
      return advise(
        `It was not accepted, but ${last.status} reports an error of the receiver: respond with 401. (Comparing signatures of unequal length throws in some languages.)`,
      )
    return last.status >= 400
      ? PASS
      : advise('It was not accepted, but a redirect is not a refusal: respond with 401.')
  }

/** Assesses a repeated notification: both requests must be accepted. */
export const assessRepeat = (observed: readonly ProbeOutcome[], timeoutMs: number): Assessment => {
  const [first, second] = observed
  if (!isAcceptedOutcome(first)) return assessGenuine(observed, timeoutMs)
  return isAcceptedOutcome(second)
    ? PASS
    : fail('Respond to a known hook id with 2xx and do nothing: after a refusal the service sends it again.')
}

/** Assesses an unknown topic: ignoring it passes, failing does not. */
export const assessUnknownTopic = (observed: readonly ProbeOutcome[], timeoutMs: number): Assessment => {
  const [one] = observed
  if (isAcceptedOutcome(one)) return PASS
  if (one?.kind === 'answered' && one.status >= 400 && one.status < 500)
    return advise('Respond with 2xx to a topic that you do not handle: a refusal only causes retries.')
  return assessGenuine(observed, timeoutMs)
}

/** Assesses a large body: accepting it and refusing it with 413 both pass. */
export const assessLargeBody = (observed: readonly ProbeOutcome[], timeoutMs: number): Assessment => {
  const [one] = observed
  if (isAcceptedOutcome(one) || (one?.kind === 'answered' && one.status === 413)) return PASS
  if (one?.kind === 'cut')
    return advise('Respond with 413 before closing the connection: a closed one looks like an outage.')
  if (one?.kind === 'answered' && one.status >= 400 && one.status < 500)
    return advise('Respond with 413, the status for a body that is too large.')
  if (one?.kind === 'answered' && one.status >= 500)
    return fail('Limit the size of bodies and respond with 413 above it: the receiver failed.')
  return assessGenuine(observed, timeoutMs)
}

/** Assesses a chunked body: 408 is only right for one that takes too long, and this one does not. */
export const assessSlowBody = (observed: readonly ProbeOutcome[], timeoutMs: number): Assessment => {
  const [one] = observed
  if (one?.kind === 'answered' && one.status === 408)
    return advise('Wait longer for a body: networks stall for seconds.')
  return isAcceptedOutcome(one)
    ? PASS
    : assessGenuine(observed, timeoutMs).grade === 'pass'
      ? PASS
      : fail('Read the body to its end before parsing it: it arrives in chunks.')
}

/** Share of the time limit after which a response is slow. */
const PROMPT_SHARE = 0.2

/** Assesses the response time of an accepted delivery. */
export const assessPromptness = (observed: readonly ProbeOutcome[], timeoutMs: number): Assessment => {
  const [one] = observed
  if (one?.kind !== 'answered' || one.tookMs <= timeoutMs * PROMPT_SHARE)
    return isAcceptedOutcome(one) ? PASS : adviseOnly(observed, timeoutMs)
  return advise(
    `Respond first and process afterwards: this took ${one.tookMs} ms of the ${timeoutMs / 1_000} s allowed.`,
  )
}

/** Assesses a genuine delivery, with advice in place of failure. */
export const adviseOnly = (observed: readonly ProbeOutcome[], timeoutMs: number): Assessment => {
  const { grade, advice } = assessGenuine(observed, timeoutMs)
  return grade === 'pass' ? PASS : advise(advice)
}

/** Assesses a forgery that needs the secret, with advice in place of failure. */
export const adviseOnForgery =
  (advice: string) =>
  (observed: readonly ProbeOutcome[]): Assessment => {
    const assessment = assessForgery(advice)(observed)
    return assessment.grade === 'pass' ? PASS : advise(assessment.advice)
  }
