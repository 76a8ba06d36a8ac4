import type { Label } from './language/texts.ts'

/** An entry of a world's menu. `path` follows `/_playa/ui/w/{world}`. */
export interface MenuItem {
  readonly path: string
  readonly title: Label
}

/** The menu of a world, by group. */
export const MENU: readonly { readonly title: Label; readonly items: readonly MenuItem[] }[] = [
  {
    title: 'Traffic',
    items: [
      { path: '', title: 'Overview' },
      { path: '/exchanges', title: 'Exchanges' },
      { path: '/hints', title: 'Hints' },
    ],
  },
  {
    title: 'Data',
    items: [
      { path: '/publications', title: 'Publications' },
      { path: '/package', title: 'Package' },
      { path: '/inquiries', title: 'Inquiries' },
      { path: '/vidriera', title: 'Storefront' },
    ],
  },
  {
    title: 'Notifications',
    items: [
      { path: '/deliveries', title: 'Deliveries' },
      { path: '/outbox', title: 'Mail' },
    ],
  },
  {
    title: 'Control',
    items: [
      { path: '/clock', title: 'Clock' },
      { path: '/story', title: 'Story' },
      { path: '/demo', title: 'Demo' },
      { path: '/faults', title: 'Faults' },
      { path: '/profile', title: 'Profile' },
      { path: '/snapshots', title: 'Snapshots' },
    ],
  },
]

/** Returns the menu item with the longest path that `rest` begins with. */
export const menuItemOf = (rest: string): MenuItem | undefined =>
  MENU.flatMap(({ items }) => items)
    .filter(({ path }) => rest === path || rest.startsWith(`${path}/`))
    .toSorted((a, b) => b.path.length - a.path.length)[0]
