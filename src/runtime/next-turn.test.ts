import { expect, it, vi } from 'vitest'
import { gateTurns, nextTurn } from './next-turn.ts'

it('a turn passes also while a test has fake timers', async () => {
  vi.useFakeTimers()
  try {
    await expect(nextTurn()).resolves.toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})

it('of many that wait each has its own turn', async () => {
  let turns = 0
  const count = () => {
    turns += 1
    counting = setImmediate(count)
  }
  let counting = setImmediate(count)
  const seen = await Promise.all(Array.from({ length: 20 }, () => nextTurn().then(() => turns)))
  clearImmediate(counting)
  expect(new Set(seen).size).toBe(20)
})

it('a turn waits at a gate, and those behind it too, until there is none', async () => {
  const passed: string[] = []
  let open: () => void = () => {}
  const room = new Promise<void>((resolve) => (open = resolve))
  gateTurns(() => room)
  const turns = ['first', 'second'].map((name) => nextTurn().then(() => passed.push(name)))
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(passed).toEqual([])
  open()
  await Promise.all(turns)
  expect(passed).toEqual(['first', 'second'])
  gateTurns()
})
