import { expect, it } from 'vitest'
import { Permits } from './permits.ts'

it('a limited number of pieces of work run at a time, in order, even after one fails', async () => {
  const permits = new Permits(2)
  const log: string[] = []
  let running = 0
  let most = 0
  const work = (name: string) =>
    permits.run(async () => {
      log.push(name)
      most = Math.max(most, ++running)
      await new Promise((resolve) => setImmediate(resolve))
      running -= 1
      if (name === 'b') throw new Error(name)
      return name
    })
  const ended = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map(work))
  expect(ended.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, true, true])
  expect([most, log.join('')]).toEqual([2, 'abcde'])
})

it('of the waiting work, the lowest rank goes first', async () => {
  const permits = new Permits(1)
  const log: string[] = []
  const work = (name: string, rank?: number) => permits.run(async () => log.push(name), rank)
  await Promise.all([work('a'), work('b', 3), work('c', 1), work('d', 3), work('e', 1), work('f')])
  expect(log.join('')).toBe('afcebd')
})

it('a permit that is lent while its holder waits is taken back, in turn', async () => {
  const permits = new Permits(1)
  const log: string[] = []
  const waiting = permits.run(async () => {
    await permits.lend(async () => log.push('lent'))
    log.push('back')
  })
  await Promise.all([waiting, permits.run(async () => log.push('other'))])
  expect(log).toEqual(['lent', 'other', 'back'])
})
