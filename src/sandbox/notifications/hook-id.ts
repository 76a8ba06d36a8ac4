import { isChosen } from '../../api/assumptions/profile.ts'
import { mixSeed } from '../../lib/random/prng.ts'
import type { Destination } from '../../model/world/delivery.ts'
import type { Setting } from '../../model/world/world.ts'

/**
 * Derives the `Notification-Hook-ID` of a delivery (`events/hook-id`): a UUID from the world's seed and its
 * start. Equal worlds give equal ids. A world with another start gives others, so that receivers do not take
 * its deliveries for duplicates.
 */
export const hookIdOf = (
  { seed, startMs, profile }: Setting,
  delivery: { readonly number: number; readonly agency: number; readonly to: Destination },
): string => {
  if (isChosen(profile, 'events/hook-id', 'per-notification'))
    return uuid(seed, `${startMs} delivery ${delivery.number}`)
  const { to } = delivery
  const name =
    to.kind === 'app-webhook' ? `app ${to.app} ${to.topic}` : `agency ${delivery.agency} ${to.channel}`
  return uuid(seed, `${startMs} ${name}`)
}

/** Formats a hash as a version 4 UUID, the form that receivers expect. */
const uuid = (seed: number, name: string): string => {
  const word = (n: number) => mixSeed(seed, 'hook', name, n).toString(16).padStart(8, '0')
  const digits = word(0) + word(1) + word(2) + word(3)
  const variant = '89ab'[mixSeed(seed, 'hook', name, 4) % 4]
  const groups = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20),
  ]
  return groups.join('-')
}
