import type { Agency } from '../../model/world/agency.ts'
import type { Inquiry } from '../../model/world/inquiry.ts'
import type { Publication } from '../../model/world/publication.ts'
import type { App, World } from '../../model/world/world.ts'

/** Renders entities as the JSON of the service's own responses, for delivery bodies. */
export interface EntityRepresentations {
  agency(form: RepresentationForm, context: RepresentationContext): string
  publication(form: RepresentationForm, context: RepresentationContext, publication: Publication): string
  inquiry(form: RepresentationForm, context: RepresentationContext, inquiry: Inquiry): string
}

/** `full` for the whole entity, `ref` for its reference. */
export type RepresentationForm = 'full' | 'ref'

/** The app that an entity is rendered for, and the base of its links. */
export interface RepresentationContext {
  readonly world: World
  readonly app: App
  readonly agency: Agency
  /** Base URL of links: scheme, authority and world prefix. */
  readonly base: string
}
