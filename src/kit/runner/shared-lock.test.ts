import { expect, it } from 'vitest'
import { SharedLock } from './shared-lock.ts'

const tick = () => new Promise<void>((done) => setTimeout(done, 1))

it('exclusive work waits for work that shares the lock, which waits for it', async () => {
  const lock = new SharedLock()
  const seen: string[] = []
  const work = (name: string) => async () => {
    seen.push(`${name} begins`)
    await tick()
    seen.push(`${name} ends`)
  }
  await Promise.all([
    lock.share(work('one')),
    lock.share(work('two')),
    tick().then(() => Promise.resolve()),
    lock.exclude(work('count'), 'counts'),
    lock.share(work('three')),
  ])
  const at = (words: string) => seen.indexOf(words)
  expect(at('count ends')).toBe(at('count begins') + 1)
  expect(seen).toHaveLength(8)
})

it('work that fails lets the next begin', async () => {
  const lock = new SharedLock()
  await expect(lock.exclude(() => Promise.reject(new Error('no')), 'counts')).rejects.toThrow('no')
  await expect(lock.share(() => Promise.reject(new Error('nor this')))).rejects.toThrow('nor this')
  expect(await lock.exclude(async () => 1, 'counts')).toBe(1)
  expect(await lock.share(async () => 2)).toBe(2)
})

it('work on two subjects runs at the same time, one of each subject, and never with work that shares the lock', async () => {
  const lock = new SharedLock()
  const running: string[] = []
  const seen: string[] = []
  const work = (name: string) => async () => {
    running.push(name)
    seen.push([...running].sort().join('+'))
    await tick()
    running.splice(running.indexOf(name), 1)
  }
  await Promise.all([
    lock.share(work('writer')),
    lock.exclude(work('count'), 'counts'),
    lock.exclude(work('person'), 'administrator'),
    lock.exclude(work('count'), 'counts'),
    lock.share(work('writer')),
  ])
  expect(new Set(seen)).toEqual(new Set(['writer', 'writer+writer', 'count', 'count+person']))
})
