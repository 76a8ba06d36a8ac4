import { bodyOf, type Representation } from '../http/representation.ts'
import { viewOf } from '../http/view.ts'
import type { Looks, LooksForm, Seen } from '../notifications/entity-representations.ts'
import { agency } from '../resources/agencies.ts'
import { inquiry } from '../resources/inquiries.ts'
import { publication } from '../resources/publication-view.ts'

/** Entities in deliveries look as they do in answers to the same app, links included. */
export const looks: Looks = {
  agency: (form, seen) => drawn(agency, form, seen, seen.agency),
  publication: (form, seen, record) => drawn(publication, form, seen, { agency: seen.agency, publication: record }),
  inquiry: (form, seen, record) => drawn(inquiry, form, seen, { agency: seen.agency, inquiry: record }),
}

const drawn = (shows: Representation, form: LooksForm, { world, app, base }: Seen, record: unknown): string => {
  const view = viewOf(world.setting, app, takenApart(base))
  const body = bodyOf({ record }, { shows, form, view, world, keep: false })
  return typeof body === 'string' ? body : Buffer.from(body).toString('utf8')
}

const takenApart = (base: string): { readonly origin: string; readonly prefix: string } => {
  const slash = base.indexOf('/', base.indexOf('://') + 3)
  return slash < 0 ? { origin: base, prefix: '' } : { origin: base.slice(0, slash), prefix: base.slice(slash) }
}
