import { bodyText, type ClientCall, pathOfTarget, targetKey } from '../faults/client-call.ts'

const MAX_DECIMALS = 2

/** Returns a target to which a client writes the amount zero, but not undisturbed. */
export const zeroWritten = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
): string | undefined => {
  const zerosIn = (some: readonly ClientCall[]) =>
    some.filter(({ operation, body }) => operation && /"Importe":\s*0(?:\.0*)?[,}]/.test(bodyText(body)))
  const usual = zerosIn(undisturbed).map(targetKey)
  return zerosIn(calls)
    .map(targetKey)
    .find((target) => !usual.includes(target))
}

/**
 * Returns an address that a client adds to a list that already contains it, in other letter case or after a
 * space.
 */
export const duplicateMail = (calls: readonly ClientCall[]): string | undefined => {
  for (const { operation, body } of calls) {
    const [, list = ''] = (operation && /"EmailsCCO":\s*"([^"]*)"/.exec(bodyText(body))) || []
    const mails = list.split(',').map((mail) => mail.trim().toLowerCase())
    const doubled = mails.find((mail, at) => mail !== '' && mails.indexOf(mail) < at)
    if (doubled !== undefined) return doubled
  }
  return undefined
}

/** Returns an amount with too many decimals that a client sends. */
export const oddAmount = (calls: readonly ClientCall[]): string | undefined =>
  calls
    .filter(({ operation }) => operation !== undefined)
    .flatMap(({ body }) =>
      Array.from(bodyText(body).matchAll(/"Importe":\s*(-?[\d.]+(?:e[+-]?\d+)?)/gi), ([, text = '']) => text),
    )
    .find((text) => (/\.(\d*?)0*$/.exec(text)?.[1]?.length ?? 0) > MAX_DECIMALS)

/** Matches the text that programs write for a missing value. */
const NO_VALUE = /^(?:undefined|null|None|NaN|nil)$/
const NO_VALUE_WITHIN = /\bundefined\b|\bNaN\b|\[object Object\]|#<[A-Z]\w+/

/** Returns the text of a missing value that a client sends, but not undisturbed. */
export const missingValueSent = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
): string | undefined => {
  const usual = new Set(undisturbed.flatMap(missingValues))
  return calls.flatMap(missingValues).find((word) => !usual.has(word))
}

/** Returns a request with an empty segment in its path, as no undisturbed request has. */
export const emptySegment = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
): string | undefined => {
  const emptyIn = (some: readonly ClientCall[]) =>
    some.find(({ target }) => /^\/v3\/.*\/(?:\/|$)/.test(pathOfTarget(target)))
  const found = emptyIn(undisturbed) ? undefined : emptyIn(calls)
  return found && `${found.method} ${found.target}`
}

const missingValues = ({ operation, target, body }: ClientCall): string[] => {
  if (operation === undefined) return []
  const inTarget = target.split(/[/?&=]/).map((part) => part.replaceAll(/%5B|%20|%5D/gi, ' '))
  const inBody = Array.from(bodyText(body).matchAll(/"((?:[^"\\]|\\.)*)"/g), ([, text = '']) => text)
  return [...inTarget, ...inBody].filter((text) => NO_VALUE.test(text) || NO_VALUE_WITHIN.test(text))
}
