import { unusualLines } from './unusual-lines.ts'

/** Matches messages of languages about a missing value. */
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
/** Matches files of a language's runtime, which appear in stack traces. */
const RUNTIME_FILE = /^node:|node_modules|\/(?:lib|libexec|usr|go\/src)\/|\/runtime\/|<frozen/
const TEST_FILE = /(?:^|[._-])(?:tests?|spec)(?:[._-]|$)/i
const FRAMES = 1_600

/**
 * Returns whether a client crashed on a missing value: not a failed expectation, not a crash in a test's
 * code, and not an error that it also prints undisturbed.
 */
export const isCrash = (output: string, usual = ''): boolean => isOwnError(output, usual, MISSING_VALUE)

/** Matches messages of languages about invalid JSON. */
const NO_JSON = new RegExp(
  [
    'Unexpected (?:token|end of JSON|non-whitespace)|is not valid JSON',
    'JSONDecodeError|Expecting value: line',
    'JSON::ParserError|unexpected (?:token|character)',
    'JsonException|JsonProcessingException|JsonReaderException',
    'invalid character .* looking for|cannot unmarshal',
  ].join('|'),
)

/** Returns whether a client crashed because an answer is not JSON. */
export const isParseError = (output: string, usual = ''): boolean => isOwnError(output, usual, NO_JSON)

/** Returns whether an output mentions or shows a missing value. */
export const isTroubled = (output: string): boolean => MISSING_VALUE.test(output) || NOTHING.test(output)

const NOTHING = /\b(?:NaN|Infinity|undefined|None)\b/

/** Matches messages of tests that expect another value. */
export const EXPECTS = /\bAssertion\w*|\b[Ee]xpected\b/

/**
 * Returns whether only code of a test crashed on a missing value, not the client. If another test fails an
 * expectation, the client may have a weakness.
 */
export const isCrashOfTest = (output: string, usual = ''): boolean => {
  if (EXPECTS.test(unusualLines(output, usual))) return false
  const places = placesOf(output, usual, MISSING_VALUE)
  return places.length > 0 && places.every((place) => TEST_FILE.test(fileAt(output, place) ?? ''))
}

const isOwnError = (output: string, usual: string, pattern: RegExp): boolean => {
  const isOwn = (place: number) => !TEST_FILE.test(fileAt(output, place) ?? '')
  const [first, ...others] = placesOf(output, usual, pattern)
  // A client may print an error before its tests fail; a Python traceback names the file for certain.
  return (
    first !== undefined && (isOwn(first) || others.some((place) => isTraced(output, place) && isOwn(place)))
  )
}

/** Returns the positions of matching lines in an output that the undisturbed run does not print. */
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

/** Matches the start of a line that a language or a runner writes about an error. */
const ERROR_PREFIX = /[Ee]rror\b|[Ee]xception\b|panic|[Ff]atal|[Ww]arning|[(){}=]/

/** Returns whether a client itself wrote a line about what went wrong, and continued. */
const isLogged = (line: string): boolean => {
  const before = line.slice(0, Math.max(0, line.search(MISSING_VALUE)))
  return /^[\p{L}\d].*\p{L}/u.test(before) && !ERROR_PREFIX.test(before) && filesIn(line).length === 0
}

const isTraced = (output: string, place: number): boolean =>
  /^Traceback /m.test(output.slice(Math.max(0, place - FRAMES), place))

/** Returns the name of the file in which an error occurred; undefined if none is named. */
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

/** Returns the leading lines that a client logs itself, which a TAP runner marks with `#`. */
const loggedLines = (output: string): string => /^(?:# .*(?:\n|$))+/.exec(output)?.[0] ?? ''

const filesIn = (text: string): string[] =>
  [...text.matchAll(FILE)].map(([file]) => file).filter((file) => !RUNTIME_FILE.test(file))
