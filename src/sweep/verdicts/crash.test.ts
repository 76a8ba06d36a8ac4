import { expect, it } from 'vitest'
import { isCrash, isCrashOfTest } from './crash.ts'

const node = (file: string) => `not ok 1 - the stock is loaded
  error: "Cannot read properties of null (reading 'Importe')"
  stack: |-
    Desk.load (file:///app/${file}:41:20)
    async TestContext.<anonymous> (file:///app/stock.test.mjs:13:16)`

const python = (file: string) => `Traceback (most recent call last):
  File "/app/test_report.py", line 12, in test_sums
  File "/app/${file}", line 67, in sums
TypeError: 'NoneType' object is not subscriptable`

it('a client that needs a missing value crashes, in any language', () => {
  const outputs = [
    node('desk.mjs'),
    python('report.py'),
    "NoMethodError: undefined method `[]' for nil:NilClass\n    stock.rb:41:in `price'\n    test.rb:12:in `test_1'",
    'PHP Warning:  Trying to access array offset on value of type null in /app/Panel.php on line 12',
    'panic: runtime error: index out of range [0] with length 0\ngoroutine 1:\nmirror.Reach()\n\t/app/mirror.go:202 +0x1',
  ]
  expect(outputs.map((output) => isCrash(output))).toEqual(outputs.map(() => true))
})

it('a traceback of the client counts although the client has printed the same error before', () => {
  const printed = "not processed: int() argument must be a number, not 'NoneType'\n"
  expect(isCrash(`${printed}${python('report.py')}`)).toBe(true)
  expect(isCrash(`${printed}${python('test_report.py')}`)).toBe(false)
})

it('a test that expects another value, or uses a missing one itself, is not a crash of the client', () => {
  expect(isCrash('AssertionError: 3 != 4')).toBe(false)
  expect(isCrash(node('stock.test.mjs'))).toBe(false)
  expect(isCrash(python('test_report.py'))).toBe(false)
})

it('an error that a client also logs undisturbed is not a crash', () => {
  const logged = python('report.py')
  expect(isCrash(`${logged}\nAssertionError: 3 != 4`, logged)).toBe(false)
  expect(isCrash(`${logged}\n${node('desk.mjs')}`, logged)).toBe(true)
})

it('a crash of only a test is distinguished from a crash of the client', () => {
  expect(isCrashOfTest(python('test_report.py'))).toBe(true)
  expect(isCrashOfTest(node('stock.test.mjs'))).toBe(true)
  expect(isCrashOfTest(python('report.py'))).toBe(false)
  expect(isCrashOfTest(`${python('test_report.py')}\n${python('report.py')}`)).toBe(false)
  expect(isCrashOfTest(`${python('test_report.py')}\nAssertionError: 3 != 4`)).toBe(false)
  expect(isCrashOfTest('FAIL: test_sums')).toBe(false)
})

it('an error that a client logs is its own, whatever test fails next', () => {
  const logged = "# could not store Cannot read properties of null (reading 'trim')\n"
  const failed = "not ok 1 - leads\n  ---\n  location: '/c/receiver.test.ts:28:1'\n"
  expect(isCrash(logged + failed)).toBe(true)
  expect(
    isCrash("  error: Cannot read properties of null (reading 'a')\n  at /c/receiver.test.ts:28:1\n"),
  ).toBe(false)
})

it('an error that a client logs itself counts as its crash, even if its test crashes later', () => {
  const test =
    'Traceback (most recent call last):\n  File "test_levels.py", line 14, in test\nKeyError: \'average\''
  expect(isCrash(`rebalance failed: division by zero\n${test}`)).toBe(true)
  expect(isCrash(`skipping ventas@b.example 'NoneType' object has no attribute 'upper'\n${test}`)).toBe(true)
  expect(isCrash(test)).toBe(false)
})
