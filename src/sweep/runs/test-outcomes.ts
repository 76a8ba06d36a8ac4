import { unescapedMarkup } from '../../lib/text/markup.ts'

/** What each test of a JUnit file said when it failed, by name; null for one that passed. */
export type TestOutcomes = ReadonlyMap<string, string | null>

const CASE = /<testcase\b([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g
const FAILURE = /<(?:failure|error)\b([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:failure|error)>)/

/** Reads the tests of a JUnit file; a skipped one counts as passed. */
export const testOutcomes = (xml: string): TestOutcomes => {
  const outcomes = new Map<string, string | null>()
  for (const [, attributes = '', inside = ''] of xml.matchAll(CASE)) {
    const names = [attribute(attributes, 'classname'), attribute(attributes, 'name')]
    const name = names.filter((part) => part).join(' > ')
    const failure = FAILURE.exec(inside)
    outcomes.set(name, failure ? messageOf(failure) : (outcomes.get(name) ?? null))
  }
  return outcomes
}

/** Returns the text of a failure, which begins with its message in most files. */
const messageOf = ([, attributes = '', content = '']: RegExpExecArray): string => {
  const message = attribute(attributes, 'message')
  const text = unescapedMarkup(content.replaceAll(/<!\[CDATA\[|\]\]>/g, '')).trim()
  return text.includes(message) ? text : `${message}\n${text}`.trim()
}

const attribute = (attributes: string, name: string): string =>
  unescapedMarkup(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '')
