import { bodyText, type ClientCall, targetKey } from '../faults/client-call.ts'

const MOST_DECIMALS = 2

/** Returns the target to which a client writes the amount nought, as it does not undisturbed. */
export const noughtWritten = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
): string | undefined => {
  const noughtsIn = (some: readonly ClientCall[]) =>
    some.filter(({ operation, body }) => operation && /"Importe":\s*0(?:\.0*)?[,}]/.test(bodyText(body)))
  const usual = noughtsIn(undisturbed).map(targetKey)
  return noughtsIn(calls)
    .map(targetKey)
    .find((target) => !usual.includes(target))
}

/**
 * Returns an address that a client adds to a list in which it is already, in other letters or after a space.
 */
export const doubledMail = (calls: readonly ClientCall[]): string | undefined => {
  for (const { operation, body } of calls) {
    const [, list = ''] = (operation && /"EmailsCCO":\s*"([^"]*)"/.exec(bodyText(body))) || []
    const mails = list.split(',').map((mail) => mail.trim().toLowerCase())
    const doubled = mails.find((mail, at) => mail !== '' && mails.indexOf(mail) < at)
    if (doubled !== undefined) return doubled
  }
  return undefined
}

/** Returns an amount with more decimals than money has, that a client sends. */
export const oddAmount = (calls: readonly ClientCall[]): string | undefined =>
  calls
    .filter(({ operation }) => operation !== undefined)
    .flatMap(({ body }) =>
      Array.from(bodyText(body).matchAll(/"Importe":\s*(-?[\d.]+(?:e[+-]?\d+)?)/gi), ([, text = '']) => text),
    )
    .find((text) => (/\.(\d*?)0*$/.exec(text)?.[1]?.length ?? 0) > MOST_DECIMALS)

/** Words that programs write where a value is missing, alone or as a part of a path. */
const NO_VALUE = /^(?:undefined|null|None|NaN|nil)$/
const NO_VALUE_WITHIN = /\bundefined\b|\bNaN\b|\[object Object\]|#<[A-Z]\w+/

/**
 * Returns what a client sends that is no value but the word for a missing one, and that it does not
 * undisturbed.
 */
export const sentNothing = (
  calls: readonly ClientCall[],
  undisturbed: readonly ClientCall[],
): string | undefined => {
  const usual = new Set(undisturbed.flatMap(missingWords))
  return calls.flatMap(missingWords).find((word) => !usual.has(word))
}

const missingWords = ({ operation, target, body }: ClientCall): string[] => {
  if (operation === undefined) return []
  const inTarget = target.split(/[/?&=]/).map((part) => part.replaceAll(/%5B|%20|%5D/gi, ' '))
  const inBody = Array.from(bodyText(body).matchAll(/"((?:[^"\\]|\\.)*)"/g), ([, text = '']) => text)
  return [...inTarget, ...inBody].filter((text) => NO_VALUE.test(text) || NO_VALUE_WITHIN.test(text))
}
