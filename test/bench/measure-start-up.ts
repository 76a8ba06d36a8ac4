/** Input of the script. */
export interface InProcessOrder {
  /** Path of the built library. */
  readonly index: string
  readonly path: string
}

/** Times of import and first response. */
export interface InProcessReport {
  readonly importMs: number
  readonly answerMs: number
}

// The benchmark passes it as JSON.
const { index, path } = JSON.parse(process.argv[2] ?? '{}') as InProcessOrder

const beforeMs = performance.now()
const { createSandbox }: typeof import('../../src/cli/entries/index.ts') = await import(index)
const importedMs = performance.now()
const sandbox = await createSandbox({ scenario: 'demo' })
const response = await sandbox.fetch(path)
const text = await response.text()
const answeredMs = performance.now()
if (response.status !== 200) throw new Error(`GET ${path}: expected 200, got ${response.status}: ${text}`)
const report: InProcessReport = { importMs: importedMs - beforeMs, answerMs: answeredMs - importedMs }
console.log(JSON.stringify(report))
