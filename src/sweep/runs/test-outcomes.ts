/** Whether each test of a JUnit file passed, by name. */
export type TestOutcomes = ReadonlyMap<string, boolean>

const CASE = /<testcase\b([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g
const NAME = /\bname="([^"]*)"/
const CLASS = /\bclassname="([^"]*)"/

/** Reads the tests of a JUnit file; a skipped one counts as passed. */
export const testOutcomes = (xml: string): TestOutcomes => {
  const outcomes = new Map<string, boolean>()
  for (const [, attributes = '', inside = ''] of xml.matchAll(CASE)) {
    const names = [CLASS.exec(attributes)?.[1], NAME.exec(attributes)?.[1]]
    const name = unescaped(names.filter((part) => part).join(' > '))
    outcomes.set(name, (outcomes.get(name) ?? true) && !/<(?:failure|error)\b/.test(inside))
  }
  return outcomes
}

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
