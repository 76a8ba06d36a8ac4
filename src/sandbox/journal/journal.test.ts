import { expect, it } from 'vitest'
import { miniatureWorld } from '../../../test/support/miniature-world.ts'
import { Journal } from './journal.ts'
import type { RecordedExchange } from './journal-entry.ts'
import { JournalMemory } from './journal-memory.ts'
import { worldSummaryOf } from './world-summary.ts'

const world = miniatureWorld()

const exchange = (bytes = 0): RecordedExchange => ({
  request: {
    method: 'PUT',
    url: 'http://a.example/v3',
    rawHeaders: [],
    body: { bytes: new Uint8Array(bytes), size: bytes },
    app: null,
  },
  response: {
    status: 200,
    headers: {},
    body: null,
    decision: { step: 'shown', because: [] },
    events: [],
  },
  before: worldSummaryOf(world),
  after: worldSummaryOf(world),
})

const filled = (journal: Journal, count: number, bytes = 0): Journal => {
  for (let i = 0; i < count; i++) journal.add(exchange(bytes), { wallMs: i, atMs: i + 0.5, tookMs: 1 })
  return journal
}

it('a journal holds at most its maximum of entries and drops the oldest', () => {
  const journal = filled(new Journal(new JournalMemory({ entries: 1_000 })), 1_001)
  expect([journal.size, journal.first, journal.next]).toEqual([1_000, 2, 1_002])
  expect(journal.get(1)).toBeUndefined()
  expect(journal.all().map(({ n }) => n)).toEqual(Array.from({ length: 1_000 }, (_, i) => i + 2))
})

it('a journal holds at most 16 MiB, whatever the number of its entries', () => {
  const journal = filled(new Journal(), 40, 1024 * 1024)
  expect(journal.bytes).toBeLessThanOrEqual(16 * 1024 * 1024)
  expect(journal.all().map(({ n }) => n)).toEqual(Array.from({ length: 15 }, (_, i) => i + 26))
})

it('a journal with a maximum of 0 records nothing', () => {
  const journal = filled(new Journal(new JournalMemory({ entries: 0 })), 3)
  expect([journal.isOpen, journal.size, journal.next]).toEqual([false, 0, 1])
  expect(new Journal().isOpen).toBe(true)
})

it('an entry larger than the limit is kept alone', () => {
  const journal = filled(new Journal(), 2, 20 * 1024 * 1024)
  expect(journal.all().map(({ n }) => n)).toEqual([2])
})

it('a cleared journal starts at 1 again; a closed one records nothing', () => {
  const journal = filled(new Journal(), 5)
  journal.clear()
  expect([journal.size, journal.next, journal.bytes, journal.all()]).toEqual([0, 1, 0, []])
  filled(journal, 2)
  expect(journal.all().map(({ n }) => n)).toEqual([1, 2])
  journal.close()
  expect(filled(journal, 1).size).toBe(0)
})

it('the journals of many worlds stay within their memory, and a small one is not trimmed', () => {
  const memory = new JournalMemory({ bytes: 4 * 1024 * 1024 })
  const small = filled(new Journal(memory), 3)
  const large = Array.from({ length: 20 }, () => new Journal(memory))
  for (let round = 0; round < 50; round++) for (const journal of large) filled(journal, 1, 64 * 1024)
  const heldBytes = large.reduce((sum, { bytes }) => sum + bytes, small.bytes)
  expect(heldBytes).toBeLessThanOrEqual(4 * 1024 * 1024)
  expect(heldBytes).toBeGreaterThan(1024 * 1024)
  expect(small.size).toBe(3)
  for (const journal of large) expect(journal.size).toBeGreaterThan(0)
})

it('the memory of a deleted world is free for the others', () => {
  const memory = new JournalMemory({ bytes: 2 * 1024 * 1024 })
  const gone = filled(new Journal(memory), 20, 64 * 1024)
  gone.close()
  const other = filled(new Journal(memory), 24, 64 * 1024)
  expect(other.size).toBe(24)
})
