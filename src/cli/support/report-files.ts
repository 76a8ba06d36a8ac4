import { docsSite } from './docs-site.ts'
import { UsageError } from './errors.ts'
import { requireWritable, writeOutput } from './output-file.ts'
import { withoutControls } from './terminal-text.ts'

/** Kinds of `--report`. */
export const REPORT_KINDS = ['json', 'junit', 'html', 'markdown'] as const
export type ReportKind = (typeof REPORT_KINDS)[number]

/** Kind and path of a report; the path `-` is standard output. */
export type ReportFile = readonly [kind: ReportKind, path: string]

/** Reads `KIND=FILE` of `--report`. Throws a `UsageError`. */
export const reportFile = (entry: string): ReportFile => {
  const [, word, path] = /^(\w+)=(.+)$/s.exec(entry) ?? []
  const kind = REPORT_KINDS.find((known) => known === word)
  if (kind !== undefined && path !== undefined) return [kind, path]
  throw new UsageError(
    `--report takes json=FILE, junit=FILE, html=FILE or markdown=FILE, not ${JSON.stringify(entry)}.`,
  )
}

/** Tries the files before a run, so that an unwritable one does not cost a run. Throws a `UsageError`. */
export const prepareFiles = (option: string, paths: readonly (string | undefined)[]): void => {
  for (const path of paths) if (path !== undefined && path !== '-') requireWritable(path, refusedBy(option))
}

/** Tries the files of reports before a run, and reads where they link to. Throws a `UsageError`. */
export const prepareReports = (files: readonly ReportFile[]): void => {
  docsSite()
  prepareFiles(
    '--report',
    files.map(([, path]) => path),
  )
}

/** Writes a file that an option names. Throws a `UsageError` that begins with the option. */
export const writeResult = (option: string, path: string, text: string): void =>
  writeOutput(path, text, refusedBy(option))

const refusedBy = (option: string) => (sentence: string) => new UsageError(`${option}: ${sentence}`)

/** How a command writes its result as each kind of report. */
export type ReportWriters<Result> = Readonly<Record<ReportKind, (result: Result) => string>>

/** Writes the reports. Returns true when one went to standard output, which a program reads then. */
export const writeReports = <Result>(
  files: readonly ReportFile[],
  writers: ReportWriters<Result>,
  result: Result,
): boolean => {
  for (const [kind, path] of files) {
    const text = writers[kind](result)
    // JSON escapes them, and the values of a service stay as they are.
    const report = kind === 'json' ? text : withoutControls(text)
    if (path === '-') process.stdout.write(report)
    else writeResult('--report', path, report)
  }
  return files.some(([, path]) => path === '-')
}

/** Writes a result as `json` reports hold it. */
export const jsonReport = (result: unknown): string => `${JSON.stringify(result, null, 2)}\n`
