/** The pages of a world, in the order of the menu. `path` is what follows `/_playa/ui/w/{world}`. */
export interface Place {
  readonly path: string
  readonly title: string
}

export const MENU: readonly { readonly title: string; readonly places: readonly Place[] }[] = [
  {
    title: 'Watch',
    places: [
      { path: '', title: 'Overview' },
      { path: '/exchanges', title: 'Exchanges' },
      { path: '/hints', title: 'Hints' },
    ],
  },
  {
    title: 'Business',
    places: [
      { path: '/publications', title: 'Publications' },
      { path: '/package', title: 'Package' },
      { path: '/inquiries', title: 'Inquiries' },
      { path: '/vidriera', title: 'Storefront' },
    ],
  },
  {
    title: 'Notifications',
    places: [
      { path: '/deliveries', title: 'Deliveries' },
      { path: '/outbox', title: 'Mails' },
    ],
  },
  {
    title: 'Control',
    places: [
      { path: '/clock', title: 'Clock' },
      { path: '/story', title: 'Story' },
      { path: '/faults', title: 'Faults' },
      { path: '/profile', title: 'Profile' },
      { path: '/snapshots', title: 'Snapshots' },
    ],
  },
]

/** The page in the menu that a path belongs to: the longest that it begins with. */
export const placeOf = (rest: string): Place | undefined =>
  MENU.flatMap(({ places }) => places)
    .filter(({ path }) => rest === path || rest.startsWith(`${path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)[0]
