import { expect, it } from 'vitest'
import type { PhotoRequest } from '../../model/domain/publications/photo-url.ts'
import { PhotoQueue } from './photo-queue.ts'
import { renderPhoto, renderPhotoInSlices } from './picture.ts'

const photo = (widthPx: number, n = 1): PhotoRequest => ({
  widthPx,
  heightPx: 60,
  bodyStyle: 'suv',
  colour: 'rojo',
  n,
  format: 'png',
})

/** A queue whose photos are done when the test says so. */
const heldQueue = () => {
  const drawn: number[] = []
  const ends: (() => void)[] = []
  const queue = new PhotoQueue(({ widthPx }) => {
    drawn.push(widthPx)
    return new Promise((resolve) => void ends.push(() => resolve(new Uint8Array([widthPx]))))
  })
  const endNext = async () => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { queue, drawn, endNext }
}

it('photos are drawn one at a time, small ones first, equal ones once', async () => {
  const { queue, drawn, endNext } = heldQueue()
  const asked = [90, 80, 70, 80].map((width) => queue.photo(photo(width)))
  expect(drawn).toEqual([90])
  for (let i = 0; i < 3; i += 1) await endNext()
  expect(drawn).toEqual([90, 70, 80])
  expect((await Promise.all(asked)).map((bytes) => bytes?.[0])).toEqual([90, 80, 70, 80])
})

it('a drawn photo is kept, and a further one is refused when 64 wait', async () => {
  const { queue, drawn, endNext } = heldQueue()
  const first = queue.photo(photo(90))
  await endNext()
  expect(queue.photo(photo(90))).toEqual(await first)
  expect(drawn).toEqual([90])
  for (let n = 1; n <= 65; n += 1) expect(queue.photo(photo(70, n))).toBeDefined()
  expect(queue.photo(photo(70, 66))).toBeUndefined()
  expect(queue.photo({ ...photo(70, 66), format: 'svg' })).toBeInstanceOf(Uint8Array)
})

it('a photo that fails does not stop those that wait', async () => {
  const queue = new PhotoQueue(async ({ n }) => {
    if (n === 1) throw new Error('no memory')
    return new Uint8Array([n])
  })
  const both = await Promise.allSettled([queue.photo(photo(70, 1)), queue.photo(photo(70, 2))])
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
})

it('a photo drawn in slices has the same bytes', async () => {
  const request = photo(320)
  expect(Buffer.from(await renderPhotoInSlices(request)).equals(renderPhoto(request))).toBe(true)
})
