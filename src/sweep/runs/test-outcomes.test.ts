import { expect, it } from 'vitest'
import { testOutcomes } from './test-outcomes.ts'

it('a test that occurs twice in a JUnit file passes only if both pass', () => {
  const outcomes = testOutcomes(`<testsuites><testsuite>
    <testcase classname="car" name="is created" time="0.1"/>
    <testcase name="is &lt;archived&gt;"><failure message="no">trace</failure></testcase>
    <testcase name="twice"></testcase><testcase name="twice"><error/></testcase>
    <testcase name="later"><skipped/></testcase>
  </testsuite></testsuites>`)
  expect([...outcomes]).toEqual([
    ['car > is created', true],
    ['is <archived>', false],
    ['twice', false],
    ['later', true],
  ])
})
