import type { Label } from '../../ui/language/texts.ts'
import type { TourClient } from './tour-client.ts'

/** One step of the tour: what the client does, and where the console shows what came of it. */
export interface TourStep {
  readonly title: Label
  /** What to look at: `{exchange}` is a link to the step's last exchange, `{page}` one to the page below. */
  readonly about: Label
  /** Page of the console to which `{page}` leads. */
  readonly page?: '/deliveries' | '/package' | '/faults' | '/hints'
  /** True: the storefront shows the car that the tour is about; else all cars. */
  readonly showsCar?: boolean
  play(client: TourClient): Promise<void>
  /** True: is repeated until the story of the world is over. */
  readonly repeats?: boolean
}

/** Maximum number of publications with which the tour fills a package. */
const MAX_FILLED = 8

/** The tour of two minutes, for a world with an agency to which the first app may write. */
export const TOUR_STEPS: readonly TourStep[] = [
  {
    title: 'The app looks around',
    about: 'Two reads. {exchange} shows every question that the service decided, in order.',
    play: async (client) => {
      await client.send('GET', '/v3')
      await client.send('GET', client.listings)
    },
  },
  {
    title: 'The app publishes a car',
    showsCar: true,
    about:
      'The response carries an entity tag, which the app keeps. {exchange} shows what changed in the world.',
    play: async (client) => {
      await client.publish('A', { Marca: 'vw', Modelo: 'gol trend', VersionYear: 2018 })
    },
  },
  {
    title: 'A visitor asks about it',
    showsCar: true,
    about:
      'A lead arrives, as from the form of the storefront. {page} shows who was notified, and how it was signed.',
    page: '/deliveries',
    play: (client) => client.receiveLead('A'),
  },
  {
    title: 'The app reads the inquiries',
    showsCar: true,
    about:
      'A page of the last thirty days; the newest is the lead. {exchange} shows the request and the response.',
    play: async (client) => {
      await client.send('GET', client.inquiries)
    },
  },
  {
    title: 'The app lowers the price, with its tag',
    showsCar: true,
    about: 'The tag in `If-Match` is current, so the edit is accepted. The response has a new tag.',
    play: (client) => client.edit('A', { Precio: { Moneda: 'ARS', Importe: 14_900_000 } }),
  },
  {
    title: 'Somebody else edits the car',
    showsCar: true,
    about: 'Another program of the app sends a price. The tag that the first one keeps is stale now.',
    play: (client) =>
      client.edit('A', { Precio: { Moneda: 'ARS', Importe: 14_700_000 } }, 'playa-tour-other'),
  },
  {
    title: 'The app edits under its stale tag',
    showsCar: true,
    about:
      'Refused with 412: without the tag, the new price would be lost. {exchange} marks the question that decided.',
    play: (client) => client.edit('A', { Precio: { Moneda: 'ARS', Importe: 14_500_000 } }),
  },
  {
    title: 'The app reads again and repeats the edit',
    showsCar: true,
    about: 'The read brings the current tag, and the edit is accepted.',
    play: async (client) => {
      await client.read('A')
      await client.edit('A', { Precio: { Moneda: 'ARS', Importe: 14_500_000 } })
    },
  },
  {
    title: 'The app sends a wrong price',
    showsCar: true,
    about:
      'Every wrong member is named at once. {exchange} lists them with the sentences of the description.',
    play: (client) => client.edit('A', { Precio: { Moneda: 'zloty', Importe: -1 } }),
  },
  {
    title: 'The app fills the package',
    about:
      'An agency has contracted a number of publications. The app publishes until one is refused, eight at most; {page} shows the counts.',
    page: '/package',
    play: async (client) => {
      await client.readPackage()
      for (let i = 1; i <= MAX_FILLED; i += 1)
        if (!(await client.publish(`B${i}`, { Marca: 'renault', Modelo: 'sandero', VersionYear: 2019 })))
          break
    },
  },
  {
    title: 'A car is sold, which frees its place',
    about: 'The app archives its publication, and the refused one is accepted. Archiving is final.',
    play: async (client) => {
      const { refused } = client
      await client.archive('B1')
      if (refused) await client.publish(refused.name, refused.car)
    },
  },
  {
    title: 'The service fails once',
    about: 'A fault rule answers 503 to one read, and the app tries again. {page} lists the rules.',
    page: '/faults',
    play: async (client) => {
      await client.failOnce()
      await client.read('A')
      await client.read('A')
    },
  },
  {
    title: 'The app takes its cars offline',
    about: 'The tour leaves archived publications only. {page} says what will hurt this client one day.',
    page: '/hints',
    play: (client) => client.archiveAll(),
  },
  {
    title: 'The day goes on',
    about: 'Each second is a minute of the story below. The app looks for new inquiries.',
    repeats: true,
    play: async (client) => {
      await client.runStory()
      await client.send('GET', client.inquiries)
    },
  },
]
