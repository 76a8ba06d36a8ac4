import type { SearchReport } from '../../checks/explore/reports/exploration-report.ts'
import { htmlSearchReport } from '../../checks/explore/reports/html.ts'
import {
  jsonSearchReport,
  junitSearchReport,
  markdownSearchReport,
  terminalSearchReport,
} from '../../checks/explore/reports/report-formats.ts'
import { docsSite } from '../support/docs-site.ts'
import { type ReportFile, type ReportWriters, writeReports } from '../support/report-files.ts'
import { writePainted } from '../support/terminal-text.ts'

const WRITERS: ReportWriters<SearchReport> = {
  json: jsonSearchReport,
  junit: junitSearchReport,
  html: (report) => htmlSearchReport(report, { docs: docsSite() }),
  markdown: markdownSearchReport,
}

/**
 * Writes a report to its files and to the terminal: to standard error when a program reads standard output.
 * `arePrinted`: the terminal has the findings already.
 */
export const publishSearchReport = (
  report: SearchReport,
  files: readonly ReportFile[],
  options?: { readonly arePrinted: boolean },
): void => {
  const stream = writeReports(files, WRITERS, report) ? process.stderr : process.stdout
  writePainted(stream, (paint) => terminalSearchReport(report, paint, options))
}
