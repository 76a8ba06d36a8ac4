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
  ].join('|'),
)

const FILE =
  /(?<![\w.@/-])(?:[\w.@-]*\/)*[\w.@-]+\.(?:[cm]?[jt]sx?|py|rb|php|go|java|kt|cs)(?=["':(,]|:\d| on line)/g
/** Files of a language itself, which stand above the program's own. */
const OF_RUNTIME = /^node:|node_modules|\/(?:lib|libexec|usr|go\/src)\/|\/runtime\/|<frozen/
const TEST_FILE = /(?:^|[._-])(?:tests?|spec)(?:[._-]|$)/i
const FRAMES = 1_600

/**
 * Tells whether a client broke off because it needs a value that is missing: not a test that expects another one,
 * not the test's own code, and not an error that it prints undisturbed, too.
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

const isOwnError = (output: string, usual: string, pattern: RegExp): boolean => {
  const line = unusualLines(output, usual)
    .split('\n')
    .find((one) => pattern.test(one))
  if (line === undefined) return false
  const index = output.indexOf(line)
  const before = filesIn(output.slice(Math.max(0, index - FRAMES), index))
  const after = filesIn(output.slice(index, index + FRAMES))
  // Python writes its frames before the error, the innermost last; others write them after it.
  const isPython = /^Traceback /m.test(output.slice(0, index))
  const innermost = isPython ? before.at(-1) : (after[0] ?? before.at(-1))
  return innermost === undefined || !TEST_FILE.test(innermost.split('/').at(-1) ?? '')
}

const filesIn = (text: string): string[] =>
  [...text.matchAll(FILE)].map(([file]) => file).filter((file) => !OF_RUNTIME.test(file))
