import { expect, it, vi } from 'vitest'
import { nextTurn } from './next-turn.ts'

it('a turn passes also while a test has fake timers', async () => {
  vi.useFakeTimers()
  try {
    await expect(nextTurn()).resolves.toBeUndefined()
  } finally {
    vi.useRealTimers()
  }
})
