import { unusualLines } from './unusual-lines.ts'

/** What languages say when a value is missing that a program needs. */
const MISSING_VALUE = new RegExp(
  [
    'Cannot read propert\\w+ of (?:null|undefined)',
    'Cannot (?:convert|destructure) [^\\n]*(?:null|undefined)',
    "'NoneType' object",
    "NoneType'",
    '(?:Key|Index|ZeroDivision)Error',
    'on null\\b',
    'null given',
    'of type null',
    'Undefined (?:array key|index|offset)',
    '[Dd]ivision by zero|divide by zero',
    "for nil\\b|from nil\\b|nil can't be",
    'nil pointer dereference|index out of range|interface \\{\\} is nil',
    'NullPointerException|NullReferenceException|OutOfBoundsException|OutOfRangeException|divided by 0',
    'NoSuchElementException|No match found|Sequence contains no',
  ].join('|'),
)

const FILE =
  /(?<![\w.@/-])(?:[\w.@-]*\/)*[\w.@-]+\.(?:[cm]?[jt]sx?|py|rb|php|go|java|kt|cs)(?=["':(,]|:\d| on line)/g
/** Files of a language itself, which stand above the program's own. */
const OF_RUNTIME = /^node:|node_modules|\/(?:lib|libexec|usr|go\/src)\/|\/runtime\/|<frozen/
const TEST_FILE = /(?:^|[._-])(?:tests?|spec)(?:[._-]|$)/i
const FRAMES = 1_600

/**
 * Tells whether a client broke off because it needs a value that is missing: not a test that expects another
 * one, not the test's own code, and not an error that it prints undisturbed, too.
 */
export const isCrash = (output: string, usual = ''): boolean => isOwnError(output, usual, MISSING_VALUE)

/** What languages say when a text is no JSON. */
const NO_JSON = new RegExp(
  [
    'Unexpected (?:token|end of JSON|non-whitespace)|is not valid JSON',
    'JSONDecodeError|Expecting value: line',
    'JSON::ParserError|unexpected (?:token|character)',
    'JsonException|JsonProcessingException|JsonReaderException',
    'invalid character .* looking for|cannot unmarshal',
  ].join('|'),
)

/** Tells whether a client broke off because an answer is no JSON. */
export const isUnread = (output: string, usual = ''): boolean => isOwnError(output, usual, NO_JSON)

/** Tells whether an output names a value that is missing, or prints one. */
export const isTroubled = (output: string): boolean => MISSING_VALUE.test(output) || NOTHING.test(output)

const NOTHING = /\b(?:NaN|Infinity|undefined|None)\b/

/** What tests say that expect another value. */
export const EXPECTS = /\bAssertion\w*|\b[Ee]xpected\b/

/**
 * Tells whether it is a test alone, not its client, that breaks off because it needs a value that is missing;
 * what another test expects may show a weakness of the client.
 */
export const isCrashOfTest = (output: string, usual = ''): boolean => {
  if (EXPECTS.test(unusualLines(output, usual))) return false
  const places = placesOf(output, usual, MISSING_VALUE)
  return places.length > 0 && places.every((place) => TEST_FILE.test(fileAt(output, place) ?? ''))
}

const isOwnError = (output: string, usual: string, pattern: RegExp): boolean => {
  const [place] = placesOf(output, usual, pattern)
  return place !== undefined && !TEST_FILE.test(fileAt(output, place) ?? '')
}

/**
 * Returns where in an output the lines begin that say a thing, and that the undisturbed run does not print.
 */
const placesOf = (output: string, usual: string, pattern: RegExp): number[] => {
  let from = 0
  return unusualLines(output, usual)
    .split('\n')
    .flatMap((line) => {
      if (!pattern.test(line)) return []
      const place = output.indexOf(line, from)
      from = place + line.length
      return [place]
    })
}

/** What begins a line that a language or a runner writes about an error. */
const OF_ERROR = /[Ee]rror\b|[Ee]xception\b|panic|[Ff]atal|[Ww]arning|[(){}=]/

/** True for a line in which a client itself says what went wrong, and goes on. */
const isLogged = (line: string): boolean => {
  const before = line.slice(0, Math.max(0, line.search(MISSING_VALUE)))
  return /^[\p{L}\d].*\p{L}/u.test(before) && !OF_ERROR.test(before) && filesIn(line).length === 0
}

/** Returns the name of the file in which an error came up; undefined if none is named. */
const fileAt = (output: string, index: number): string | undefined => {
  const [line = ''] = output.slice(index).split('\n', 1)
  if (isLogged(line)) return undefined
  const comment = loggedLines(output.slice(index, index + FRAMES))
  const before = comment ? [] : filesIn(output.slice(Math.max(0, index - FRAMES), index))
  const after = filesIn(comment || output.slice(index, index + FRAMES))
  // Python writes its frames before the error, the innermost last; others write them after it.
  const isPython = /^Traceback /m.test(output.slice(0, index))
  const innermost = isPython ? before.at(-1) : (after[0] ?? before.at(-1))
  return innermost?.split('/').at(-1)
}

/** Returns what a client logs itself, with which a runner of TAP begins each line; empty for other lines. */
const loggedLines = (output: string): string => /^(?:# .*(?:\n|$))+/.exec(output)?.[0] ?? ''

const filesIn = (text: string): string[] =>
  [...text.matchAll(FILE)].map(([file]) => file).filter((file) => !OF_RUNTIME.test(file))
