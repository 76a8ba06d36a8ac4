import { expect, it, vi } from 'vitest'
import { progressLine } from './progress-line.ts'

it('without a terminal a line is written every ten seconds', () => {
  vi.useFakeTimers({ now: 0 })
  const lines = vi.spyOn(console, 'error').mockImplementation(() => {})
  try {
    const { step, end } = progressLine((count: number) => `${count} responses`)
    for (let n = 1; n <= 25; n++) {
      vi.setSystemTime(n * 1_000)
      step(n)
    }
    end()
    expect(lines.mock.calls).toEqual([['10 responses'], ['20 responses']])
  } finally {
    vi.useRealTimers()
    lines.mockRestore()
  }
})
