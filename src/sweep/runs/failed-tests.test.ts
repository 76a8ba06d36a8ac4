import { expect, it } from 'vitest'
import { failedTests } from './failed-tests.ts'

it('failed tests are found in the output of common runners, each with its message', () => {
  const outputs = [
    `ok 1 - fine\n# Subtest: adds two\nnot ok 2 - adds two\n  expected: 2\n# Subtest: more\nok 3 - more\n1..3`,
    '✔ fine (1.2ms)\n✖ adds two (12.3ms)\n  3 !== 2\nℹ tests 2',
    '____ adds two ____\n> assert 3 == 2\n==== short test summary info ====\nFAILED t/test_a.py::adds two - assert 3 == 2\n==== 1 failed ====',
    'FAIL: adds two (__main__.T.test_sum)\nAssertionError: 3 != 2',
    '--- FAIL: adds_two (0.00s)\n    sum_test.go:9: got 3, want 2\nFAIL',
    'There was 1 failure:\n1) App\\Tests\\SumTest::adds_two\nFailed asserting that 3 matches expected 2.',
    'Failures:\n  1) Sum adds two\n     expected: 2\n          got: 3',
    'Failure:\nSumTest#test_adds_two [sum_test.rb:3]:\nExpected: 2\n  Actual: 3',
    ' FAIL  test/sum.test.ts > adds two\nAssertionError: expected 3 to be 2',
  ]
  for (const output of outputs) {
    const [[name = '', text = ''] = [], ...others] = failedTests(output)
    expect(name).toMatch(/adds/)
    expect(text).toMatch(/[23]/)
    expect(others).toEqual([])
  }
  expect(failedTests('Error: it does not work\n    at client.mjs:3:4').size).toBe(0)
})

it('a test is one, though Vitest and Jest name its group only in some places', () => {
  const outputs = [
    '   × adds two 12ms\n   ✓ fine 1ms\n FAIL  sum.test.js > sums > adds two\nError: 401\n FAIL  sum.test.js > sums > more\nError: 3',
    '  ✕ adds two (12 ms)\n  ✓ fine (1 ms)\n  ● sums › adds two\n    Error: 401\n  ● sums › more\n    Error: 3',
  ]
  for (const output of outputs) {
    const found = failedTests(output)
    expect([...found.keys()]).toEqual(['adds two', 'more'])
    expect(found.get('adds two')).toContain('Error: 401')
    expect(found.get('adds two')).not.toContain('fine')
  }
})
