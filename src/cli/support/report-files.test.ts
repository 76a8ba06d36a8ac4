import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { jsonReport, REPORT_KINDS, writeReports } from './report-files.ts'

it('reports hold no control characters of a service', () => {
  const folder = mkdtempSync(join(tmpdir(), 'playa-reports-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const name = 'Los\u001b]0;owned\u0007 Pinos\u202e\tde\nsiempre'
  const raw = (text: string) => text
  const writers = { json: jsonReport, junit: raw, html: raw, markdown: raw }
  writeReports(
    REPORT_KINDS.map((kind) => [kind, join(folder, kind)]),
    writers,
    name,
  )
  const written = (kind: string) => readFileSync(join(folder, kind), 'utf8')
  for (const kind of ['junit', 'html', 'markdown'])
    expect(written(kind)).toBe('Los?]0;owned? Pinos?  de\nsiempre')
  expect(JSON.parse(written('json'))).toBe(name)
})
