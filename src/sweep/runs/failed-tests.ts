/**
 * Match the line with which a runner begins a failed test: TAP, the reporters of node:test, Vitest and Jest,
 * pytest, unittest, Go, PHPUnit, RSpec, Minitest, Cargo.
 */
const FAILED: readonly RegExp[] = [
  /^\s*not ok \d+ - (.+)$/,
  /^\s*[✖✗×✕] (.+?)(?: \(?\d[\d.]* ?ms\)?)?$/,
  /^\s*FAIL\s+\S+ > (.+)$/,
  /^\s*● (.+)$/,
  /^FAILED \S+?::(.+?)(?: - .*)?$/,
  /^_{3,} (.+?) _{3,}$/,
  /^(?:FAIL|ERROR): (\w+)/,
  /^\s*--- FAIL: (\S+)/,
  /^\d+\) (\S+::\S+)/,
  /^\s{2}\d+\) (?!Failure:|Error:)(.+)$/,
  /^(\w+#test_\w+)/,
  /^test (\S+) \.\.\. FAILED$/,
]

/** Matches lines that end the output about a test. */
const ENDS = /^\s*(?:[✓✔↓] |ok \d+ - |# Subtest: |\d+\.\.\d+$)|^={3,} |^# (?:tests|pass) \d|^PASS\b|^ok\s/

/** Finds the failed tests in an output; returns what is printed about each, by name. */
export const failedTests = (output: string): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  let own: string | undefined
  for (const line of output.split('\n')) {
    const name = headOf(line)
    if (name !== undefined) own = name
    else if (ENDS.test(line)) own = undefined
    if (own !== undefined) found.set(own, `${found.get(own) ?? ''}${line}\n`)
  }
  return found
}

const GROUP = / [>›] /

const headOf = (line: string): string | undefined => {
  for (const pattern of FAILED) {
    const name = pattern.exec(line)?.[1]
    // pytest joins the class of a test in two ways; Vitest and Jest name its groups only in some places.
    if (name !== undefined) return name.replaceAll('::', '.').split(GROUP).at(-1)?.trim()
  }
  return undefined
}
