import { limits } from '../../src/api/wire/limits.ts'
import { type Clause, clause } from '../../src/kit/runner/clause.ts'
import type { ClauseContext } from '../../src/kit/runner/clause-context.ts'
import type { WebhookReceiver } from '../../src/kit/runner/deliveries.ts'
import { drawnPhotoPath } from '../../src/kit/runner/drawn-photos.ts'
import type { Exchange } from '../../src/kit/target/exchange.ts'
import { membersOf } from '../../src/lib/unknown-values.ts'
import { looksAfter } from '../support/late-work.ts'
import { createSuspended, fullEdit, writePublication } from '../support/publication-writes.ts'
import { blamesMember, statusAndBlame } from './create-attempt.ts'

/**
 * The sizes of photos (PUB-17), on a service that fetches the photos that the run serves. A photo that is too
 * small is refused or left out (`publications/photo-refused`), at once or after it was measured.
 */

type Size = readonly [widthPx: number, heightPx: number]

const { minWidthPx, minHeightPx } = limits.fotos
const MIN_SIZE: Size = [minWidthPx, minHeightPx]

/** A photo that exists nowhere: a service that accepts it checks addresses only (`publications/photos`). */
const NOWHERE = 'https://photos.playa.invalid/2.jpg'

/** Pauses before a publication is read again, because the service may measure later. */
const PAUSES_MS = [0, 200, 800, 3_000]

/** A service that fetches the photos of the run before it answers. */
interface PhotoFetcher {
  /** Returns the address of a photo that no other publication has. */
  photo(size: Size): string
  wasFetched(url: string): Promise<boolean>
  /** Whether it also accepts photos that it cannot fetch. */
  readonly takesUnseen: boolean
}

/** How a service treats a photo that exists nowhere, and one that the run serves. */
interface PhotoHandling {
  readonly unchecked: Exchange
  readonly receiver: WebhookReceiver | undefined
  readonly taken: Exchange | undefined
  readonly isFetched: boolean
}

const photoHandling = (t: ClauseContext): Promise<PhotoHandling> =>
  t.observeOnce(async (context) => {
    const receiver = await context.session.receiver()
    const fetcher = receiver && fetcherOf(context, receiver)
    const good = fetcher?.photo([1280, 720]) ?? ''
    const [unchecked, taken] = await Promise.all([
      context.create({ Fotos: [NOWHERE], Activa: false }),
      fetcher && context.create({ Fotos: [good], Activa: false }),
    ])
    const isShown = taken?.response.status === 201 && photosIn(taken).length === 1
    return { unchecked, receiver, taken, isFetched: isShown && ((await fetcher?.wasFetched(good)) ?? false) }
  }, photoHandling)

/** Skips when the photos are not fetched; undefined for a service that checks addresses only. */
const photoFetcher = async (t: ClauseContext): Promise<PhotoFetcher | undefined> => {
  const { unchecked, receiver, taken, isFetched } = await photoHandling(t)
  const takesUnseen = unchecked.response.status === 201 && photosIn(unchecked).length === 1
  if (takesUnseen && !(isFetched && (await isKept(t, unchecked)))) {
    t.learn('publications/photos', 'url-only', unchecked)
    return undefined
  }
  if (!receiver || !taken) return t.skip('the service cannot reach this machine')
  if (taken.response.status !== 201)
    t.skip(`the service does not take photos that this machine serves: ${statusAndBlame(taken)}`)
  if (!isFetched) t.skip('the service does not fetch photos before it answers')
  return { ...fetcherOf(t, receiver), takesUnseen }
}

/**
 * Returns whether a photo that exists nowhere stays: a service that has left it out by now measures later.
 */
const isKept = async (t: ClauseContext, { json }: Exchange): Promise<boolean> =>
  photosIn(await t.get(t.path(String(membersOf(json).ExternalId)))).length === 1

const fetcherOf = (t: ClauseContext, receiver: WebhookReceiver): Omit<PhotoFetcher, 'takesUnseen'> => ({
  photo: ([width, height]) => receiver.url + drawnPhotoPath(width, height, t.session.newExternalId()),
  wasFetched: async (url) => {
    const path = url.slice(receiver.url.length)
    return (await receiver.deliveries(path, { isEnough: () => true, withinMs: 0 })).length > 0
  },
})

const photosIn = ({ json }: Exchange): readonly unknown[] => {
  const { Fotos } = membersOf(json)
  return Array.isArray(Fotos) ? Fotos : []
}

/** Asserts that of the photos that were sent a small one, the last, is refused or not shown for long. */
const judgeSmall = async (
  t: ClauseContext,
  { answer, path, sent }: { answer: Exchange; path: string; sent: number },
): Promise<void> => {
  if (answer.response.status >= 300) return
  let read = answer
  for await (const _ of looksAfter(t, PAUSES_MS)) {
    read = await t.get(path)
    if (photosIn(read).length < sent) return
  }
  t.assert(false, 'the small photo refused, or left out', `${photosIn(read).length} photos`, read)
}

const NO_IMAGE = 'what-is-no-image'
const SMALL: readonly { slug: string; phrase: string; sizes: readonly Size[] }[] = [
  { slug: 'a-narrow-photo', phrase: '639 x 720 px', sizes: [[minWidthPx - 1, 720]] },
  { slug: 'a-low-photo', phrase: '1280 x 359 px', sizes: [[1280, minHeightPx - 1]] },
  { slug: 'an-upright-photo', phrase: '360 x 640 px', sizes: [[minHeightPx, minWidthPx]] },
  // The run draws none of that size, and answers without an image.
  { slug: NO_IMAGE, phrase: 'no size, because it is empty,', sizes: [[10_000, 10_000]] },
  { slug: 'a-small-second-photo', phrase: '320 x 180 px, beside a large one,', sizes: [[1280, 720], [320, 180]] },
] // biome-ignore format: a row for each

/** Clauses on the sizes of photos. */
export const publicationPhotoClauses: readonly Clause[] = [
  ...SMALL.map(({ slug, phrase, sizes }) =>
    clause({
      id: `publications-photos/${slug}-is-not-taken`,
      rule: 'publications-photos/{photo}-is-not-taken',
      statements: ['PUB-17'],
      title: `A create with a photo of ${phrase} is refused, or leaves the photo out`,
      leaves: 'archived',
      needs: ['write', 'callback'],
      check: async (t) => {
        const fetcher = await photoFetcher(t)
        if (!fetcher) return
        if (fetcher.takesUnseen && slug === NO_IMAGE) t.skip('it takes photos that it cannot fetch')
        const Fotos = sizes.map(fetcher.photo)
        const ExternalId = t.session.newExternalId()
        const answer = await t.create({ Fotos, Activa: false, ExternalId })
        // A service that has not fetched it cannot know its size.
        if (answer.response.status === 201 && !(await fetcher.wasFetched(Fotos.at(-1) ?? '')))
          t.skip('the service did not fetch it before it answered')
        await judgeSmall(t, { answer, path: t.path(ExternalId), sent: Fotos.length })
      },
    }),
  ),
  clause({
    id: 'publications-photos/no-photo-is-a-word',
    statements: ['PUB-17'],
    title:
      'A create with a string that is not a URL among the photos is refused, or leaves it out, at any position',
    leaves: 'archived',
    needs: ['write'],
    check: async (t) => {
      const { Fotos } = await t.session.usedCar()
      const good: readonly unknown[] = Array.isArray(Fotos) ? Fotos.slice(0, 1) : []
      if (good.length === 0) t.skip('no photo is known that the service takes')
      const word = 'sin foto'
      for (const sent of [
        [word, ...good],
        [...good, word],
        [...good, ...good, word],
      ]) {
        const answer = await t.create({ Fotos: sent, Activa: false })
        const isShown = answer.response.status === 201 && photosIn(answer).includes(word)
        t.assert(!isShown, 'only URLs in Fotos', photosIn(answer), answer)
      }
    },
  }),
  clause({
    id: 'publications-photos/one-of-the-least-size-is-taken',
    statements: ['PUB-17'],
    title: `A photo of ${MIN_SIZE.join(' x ')} px is accepted if larger ones are`,
    leaves: 'archived',
    needs: ['write', 'callback'],
    check: async (t) => {
      const fetcher = await photoFetcher(t)
      if (!fetcher) return
      const made = await t.create({ Fotos: [fetcher.photo(MIN_SIZE)], Activa: false })
      const { status } = made.response
      // Another refusal concerns the package, or the rate.
      if (status !== 201 && !blamesMember(made, 'Fotos')) t.skip(`a photo of that size is answered ${status}`)
      t.status(made, 201)
      t.assert(photosIn(made).length === 1, 'the photo', made.json, made)
    },
  }),
  clause({
    id: 'publications-photos/a-full-edit-measures-too',
    statements: ['PUB-17', 'PUB-21'],
    title: 'A full edit with a photo that is too small is refused, or leaves the photo out',
    leaves: 'archived',
    needs: ['write', 'callback'],
    check: async (t) => {
      const fetcher = await photoFetcher(t)
      if (!fetcher) return
      const made = await createSuspended(t, { Fotos: [fetcher.photo([1280, 720])] })
      // With as many photos as before the change would be ignored (PUB-25).
      const Fotos = [fetcher.photo([1280, 720]), fetcher.photo([320, 180])]
      const answer = await writePublication(t, made, await fullEdit(t, made, { Fotos }))
      if (fetcher.takesUnseen && !(await fetcher.wasFetched(Fotos.at(-1) ?? '')))
        t.skip('the service did not fetch it before it answered')
      await judgeSmall(t, { answer, path: made.path, sent: Fotos.length })
    },
  }),
]
