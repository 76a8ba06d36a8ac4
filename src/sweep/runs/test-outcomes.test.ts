import { expect, it } from 'vitest'
import { testOutcomes } from './test-outcomes.ts'

it('a test of a JUnit file has its own message, and one that occurs twice passes only if both pass', () => {
  const outcomes = testOutcomes(`<testsuites><testsuite>
    <testcase classname="car" name="is created" time="0.1"/>
    <testcase name="is &lt;archived&gt;"><failure message="no">trace &amp; more</failure></testcase>
    <testcase name="twice"></testcase><testcase name="twice"><error message="late"/></testcase>
    <testcase name="later"><skipped/></testcase>
  </testsuite></testsuites>`)
  expect([...outcomes]).toEqual([
    ['car > is created', null],
    ['is <archived>', 'no\ntrace & more'],
    ['twice', 'late'],
    ['later', null],
  ])
})
