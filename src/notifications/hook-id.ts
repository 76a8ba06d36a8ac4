import { chosen } from '../assumptions/profile.ts'
import { mix } from '../random/prng.ts'
import type { Destination } from '../world/delivery.ts'
import type { Setting } from '../world/world.ts'

/**
 * The `Notification-Hook-ID` of a delivery (`events/hook-id`), as a UUID drawn from the world's seed and the instant at which it began: the same world
 * gives the same ids again. One that began at another time gives others, or a receiver that remembers ids would take its deliveries for repeats.
 */
export const hookIdOf = (
  { seed, startMs, profile }: Setting,
  delivery: { readonly number: number; readonly agency: number; readonly to: Destination },
): string => {
  if (chosen(profile, 'events/hook-id') === 'per-notification')
    return uuid(seed, `${startMs} delivery ${delivery.number}`)
  const { to } = delivery
  const of = to.kind === 'app-webhook' ? `app ${to.app} ${to.topic}` : `agency ${delivery.agency} ${to.channel}`
  return uuid(seed, `${startMs} ${of}`)
}

/** In the form of version 4, which receivers know. */
const uuid = (seed: number, of: string): string => {
  const word = (n: number) => mix(seed, 'hook', of, n).toString(16).padStart(8, '0')
  const digits = word(0) + word(1) + word(2) + word(3)
  const variant = '89ab'[mix(seed, 'hook', of, 4) % 4]
  const groups = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`,
    digits.slice(20),
  ]
  return groups.join('-')
}
