import { type Inquiry, inquirySid, inquiryTable } from '../../src/model/world/inquiry.ts'
import { publicationKey } from '../../src/model/world/publication.ts'
import type { World } from '../../src/model/world/world.ts'
import { golListing, MAIL, miniatureWorld, send } from '../support/miniature-world.ts'

/** Worlds with inquiries, and the expected data of each inquiry. */

export const RAUL = 'raul@taller.example'
export const HOUR_MS = 3_600_000

export interface ExpectedInquiry {
  readonly sid: string
  readonly atMs: number
  /** App that published the listing; undefined for a catalogue inquiry. */
  readonly app: string | undefined
  readonly operador: string
  readonly externalid: string
}

/** Two listings of the app `uno` and one of `dos`, each with its responsible operator. */
const LISTINGS = [
  { ExternalId: 'Gol-A', app: 'uno', operador: MAIL },
  { ExternalId: 'Gol-B', app: 'uno', operador: RAUL },
  { ExternalId: 'Gol-D', app: 'dos', operador: RAUL },
] as const

export const worldWithPublications = (
  profile: Readonly<Record<string, string>> = {},
  first: Parameters<typeof miniatureWorld>[1] = {},
): World => {
  let world = miniatureWorld(profile, first)
  for (const { ExternalId, app, operador } of LISTINGS) {
    const result = send(world, 'POST', `/v3/publicaciones/${MAIL}`, {
      body: golListing(ExternalId, { OperadorResponsable: operador }),
      app: app,
    })
    if (result.status !== 201) throw new Error(result.text)
    world = result.world
  }
  return world
}

/** One inquiry: `about` is a listing's `ExternalId`, or `catalogo`. */
export const inquiryOn = (
  world: World,
  number: number,
  about: string,
  atMs: number,
  more: Partial<Inquiry> = {},
): Inquiry => {
  const listing = world.publications.get(publicationKey(0, about))
  const version = world.setting.catalogue().versions[0]
  if (!version) throw new Error('the catalogue has no versions')
  return {
    number,
    agency: 0,
    offsetMs: atMs - world.setting.anchorMs,
    car: listing ?? { version, Estado: 'nuevo' },
    OperadorResponsable: listing?.OperadorResponsable ?? MAIL,
    OrigenLead: 'form',
    lead: number,
    ...more,
  }
}

export const withInquiries = (world: World, inquiries: readonly Inquiry[]): World => ({
  ...world,
  inquiries: inquiryTable(inquiries),
})

const ABOUT = ['Gol-A', 'Gol-B', 'Gol-D', 'catalogo', 'Gol-A', 'Gol-B'] as const

/**
 * Creates `count` inquiries, one every five hours back from `lastMs`, on the listings and the catalogue in
 * turn; returns their expected data.
 */
export const withManyInquiries = (
  world: World,
  count: number,
  lastMs: number,
): { world: World; known: readonly ExpectedInquiry[] } => {
  const inquiries = Array.from({ length: count }, (_, i) =>
    inquiryOn(world, i + 1, ABOUT[i % 6] ?? 'catalogo', lastMs - (count - 1 - i) * 5 * HOUR_MS),
  )
  return {
    world: withInquiries(world, inquiries),
    known: inquiries.map((inquiry) => knownOf(world, inquiry)),
  }
}

const knownOf = (world: World, inquiry: Inquiry): ExpectedInquiry => ({
  sid: inquirySid(inquiry),
  atMs: world.setting.anchorMs + inquiry.offsetMs,
  app: 'ExternalId' in inquiry.car ? inquiry.car.app : undefined,
  operador: inquiry.OperadorResponsable,
  externalid: 'ExternalId' in inquiry.car ? inquiry.car.ExternalId : '',
})

/** A page of inquiries in the full form, with the links of its entries. */
interface InquiryPageJson {
  readonly _entries: readonly { readonly _links: { readonly self: { readonly href: string } } }[]
}

export const hrefsOf = (page: InquiryPageJson): string[] =>
  page._entries.map((entry) => entry._links.self.href)

/** Returns the ids of a page's entries, from their links. */
export const sidsOf = (page: InquiryPageJson): string[] =>
  hrefsOf(page).map((href) => href.slice(href.lastIndexOf('/') + 1))
