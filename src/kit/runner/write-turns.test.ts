import { expect, it } from 'vitest'
import { WriteTurns } from './write-turns.ts'

const tick = () => new Promise<void>((done) => setTimeout(done, 1))

it('work that runs alone waits for the others, and they wait for it', async () => {
  const turns = new WriteTurns()
  const seen: string[] = []
  const work = (name: string) => async () => {
    seen.push(`${name} begins`)
    await tick()
    seen.push(`${name} ends`)
  }
  await Promise.all([
    turns.together(work('one')),
    turns.together(work('two')),
    tick().then(() => Promise.resolve()),
    turns.alone(work('count'), 'counts'),
    turns.together(work('three')),
  ])
  const at = (words: string) => seen.indexOf(words)
  expect(at('count ends')).toBe(at('count begins') + 1)
  expect(seen).toHaveLength(8)
})

it('work that fails lets the next begin', async () => {
  const turns = new WriteTurns()
  await expect(turns.alone(() => Promise.reject(new Error('no')), 'counts')).rejects.toThrow('no')
  await expect(turns.together(() => Promise.reject(new Error('nor this')))).rejects.toThrow('nor this')
  expect(await turns.alone(async () => 1, 'counts')).toBe(1)
  expect(await turns.together(async () => 2)).toBe(2)
})

it('work on two subjects runs at the same time, one of each subject, and never with work that runs together', async () => {
  const turns = new WriteTurns()
  const running: string[] = []
  const seen: string[] = []
  const work = (name: string) => async () => {
    running.push(name)
    seen.push([...running].sort().join('+'))
    await tick()
    running.splice(running.indexOf(name), 1)
  }
  await Promise.all([
    turns.together(work('writer')),
    turns.alone(work('count'), 'counts'),
    turns.alone(work('person'), 'administrator'),
    turns.alone(work('count'), 'counts'),
    turns.together(work('writer')),
  ])
  expect(new Set(seen)).toEqual(new Set(['writer', 'writer+writer', 'count', 'count+person']))
})
