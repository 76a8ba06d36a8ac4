const SHOWN_LINES = 12

/** Returns the most informative lines of an output: those about a failure, or else the last ones. */
export const failureLines = (output: string): string => {
  const all = output.split('\n').filter((line) => /[\p{L}\d]/u.test(line) && !NOISE.test(line))
  const errors = all.filter((line) => ERROR.test(line))
  const failures = all.filter((line) => !ERROR.test(line) && FAILURE.test(line))
  // Several tests may fail with the same error.
  const found = [...new Map([...errors, ...failures].map((line) => [line.trim(), line])).values()]
  return (found.length > 0 ? found.slice(0, SHOWN_LINES) : all.slice(-SHOWN_LINES)).join('\n')
}

/** Matches an error with its message, as most languages and runners print it. */
const ERROR = /^E\s|(?:^\s*error|(?:Error|Exception)\b[^:]*): \S/

const FAILURE = new RegExp(
  [
    String.raw`error|assert|fail|expected|!==|^\s*not ok\b|^\s*[-+] +\S|^[-+](?=["'\d[{])`,
    String.raw`^\s*(?:actual|got): `,
    // The location of a test in Go, Minitest or PHPUnit.
    String.raw`^\s+\w+_test\.go:\d+: |^\S+#test_\S|^\d+\) \S+::\S`,
  ].join('|'),
  'i',
)

/** Matches lines that runners print around an error, and quoted source. */
const NOISE = new RegExp(
  [
    String.raw`^>|^\s*(?:failureType|code|name|location|type|duration_ms): |error: \|-$|^TAP version`,
    String.raw`^Sourcemap for |^\s*\+ actual - expected|^\s*(?:expected|actual):$|^(?:--- expected|\+\+\+ actual)$|^=+ FAILURES =+$|^(?:E\s+|\s*)\d+ failed\b`,
    // Headings and counts of node:test, unittest, Go, Minitest, RSpec and PHPUnit.
    String.raw`^# fail \d+$|^FAILED \([\w=, ]+\)$|^FAIL(?:\t|$)|^Finished in |^\s*\d+\) (?:Failure|Error):$`,
    String.raw`^\d+ (?:runs|tests|examples?), \d+ |^(?:Failures|Failed examples|FAILURES!|ERRORS!)[:!]?$`,
    String.raw`^There (?:was|were) \d+ (?:failure|error)s?:$|^Tests: \d+, Assertions: \d+`,
  ].join('|'),
)
