import { expect, it } from 'vitest'
import { groupedBy, RunQueue } from './run-queue.ts'
import type { Variant } from './variants.ts'

// A queue reads only these members.
const plan = (id: string, after?: string) => ({ variant: { kind: 'fault', id, after } as Variant })

it('a fault that fails at one exchange comes last at others, and is left out after three failures', () => {
  const reads = [1, 2, 3, 4].map((number) => plan(`503@publications.read#${number}`))
  const list = plan('503@publications.list#1')
  const queue = new RunQueue([...reads, list].map((one) => [one]))
  const [first] = queue.next() ?? []
  expect(first).toBe(reads[0])
  for (const failed of reads.slice(0, 3)) {
    expect(queue.leftOut(reads[3] ?? list)).toBeUndefined()
    queue.failed(failed)
  }
  expect(queue.next()).toEqual([list])
  expect(queue.leftOut(reads[3] ?? list)).toBe('left out: it fails at 3 others')
  expect(queue.leftOut(list)).toBeUndefined()
})

it('a variant hidden by another is left out', () => {
  const queue = new RunQueue([[plan('nulls', 'another-inquiry')]])
  const [hidden] = queue.next() ?? []
  expect(hidden && queue.leftOut(hidden)).toBeUndefined()
  expect(hidden && queue.hidden(hidden)).toBeUndefined()
  queue.failed(plan('another-inquiry'))
  expect(hidden && queue.hidden(hidden)).toBe('left out: another-inquiry hides it')
  expect(hidden && queue.leftOut(hidden)).toBe('left out: another-inquiry hides it')
})

it('of the variants that mostly wait, the longest overlaps first', () => {
  const [slow, never] = [plan('slow@entry.read#1'), plan('no-answer@entry.read#1')]
  const queue = new RunQueue([[plan('503@entry.read#1')], [slow], [never], [plan('chunked')]])
  expect([queue.nextWaiting(), queue.nextWaiting(), queue.nextWaiting()]).toEqual([
    [never],
    [slow],
    undefined,
  ])
})

it('failures without a retry form one group, so that one of them is repeated', () => {
  const [read, list, edit] = ['read#1', 'list#1', 'edit#1'].map((at) => plan(`503@publications.${at}`))
  if (!read || !list || !edit) throw new Error('three plans')
  expect(groupedBy([read, list, edit], (one) => one !== edit)).toEqual([[read, list], [edit]])
})
