import { expect, it } from 'vitest'
import { failureLines } from './failure-lines.ts'

it('for Minitest the failing tests and their messages are shown, not the rest', () => {
  const output = `Run options: --seed 1

.FF

Finished in 1.789327s, 3.9121 runs/s, 17.8838 assertions/s.

  1) Failure:
ReportTest#test_package [test_report.rb:20]:
--- expected
+++ actual
@@ -1 +1 @@
-[["Alta", 8, 52, 13]]
+[["Alta", 8, 52, 14]]

  2) Failure:
ReportTest#test_stock [test_report.rb:24]:
Expected: 38
  Actual: 10

3 runs, 4 assertions, 2 failures, 0 errors, 0 skips
`
  expect(failureLines(output).split('\n')).toEqual([
    'ReportTest#test_package [test_report.rb:20]:',
    '-[["Alta", 8, 52, 13]]',
    '+[["Alta", 8, 52, 14]]',
    'ReportTest#test_stock [test_report.rb:24]:',
    'Expected: 38',
    '  Actual: 10',
  ])
})

it('for Go the line of the test is shown with its message', () => {
  const output = `--- FAIL: TestPolling (0.12s)
    leads_test.go:121: 28/02/2026 09:15
FAIL
`
  expect(failureLines(output)).toBe('--- FAIL: TestPolling (0.12s)\n    leads_test.go:121: 28/02/2026 09:15')
})

it('headings and counts of PHPUnit, RSpec, unittest and node:test are omitted', () => {
  const phpunit = `There was 1 failure:

1) SyncTest::testPhotos
Failed asserting that 5 is identical to 6.

FAILURES!
Tests: 3, Assertions: 9, Failures: 1.`
  expect(failureLines(phpunit)).toBe('1) SyncTest::testPhotos\nFailed asserting that 5 is identical to 6.')
  const rspec = `Failures:

  1) Report counts
     Failure/Error: expect(cars).to eq(31)

       expected: 31
            got: 10

Finished in 0.3 seconds (files took 0.1 seconds to load)
2 examples, 1 failure

Failed examples:
`
  expect(
    failureLines(rspec)
      .split('\n')
      .map((line) => line.trim()),
  ).toEqual(['Failure/Error: expect(cars).to eq(31)', 'expected: 31', 'got: 10'])
  expect(failureLines('AssertionError: 3 != 4\nFAILED (failures=1)')).toBe('AssertionError: 3 != 4')
  expect(failureLines('not ok 1 - prices are written\n  expected:\n# fail 1')).toBe(
    'not ok 1 - prices are written',
  )
})

it('errors with messages come before other lines of a failure', () => {
  const output = `FAIL photos are changed
TypeError: Cannot read properties of null (reading 'Importe')`
  expect(failureLines(output).split('\n')[0]).toMatch(/^TypeError: /)
})

it('the last lines of an output without failures are shown', () => {
  expect(failureLines('first\nlast\n')).toBe('first\nlast')
})
