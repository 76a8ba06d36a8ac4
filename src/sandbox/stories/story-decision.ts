import { ControlError } from '../../api/problems/control-error.ts'
import type { DecisionContext, MissingPhotoSizes } from '../../model/domain/decision-context.ts'
import { isRefusal, type Refusal } from '../../model/domain/refusal.ts'
import type { Agency } from '../../model/world/agency.ts'
import type { Publication } from '../../model/world/publication.ts'
import type { App, World } from '../../model/world/world.ts'
import type { StoryScene } from './story-scene.ts'

/** Creates the context in which the service's rules decide a story event, as for a request of the app. */
export const newDecisionContext = (
  { world, atMs }: StoryScene,
  agency: Agency,
  app: App,
): DecisionContext => ({
  world,
  agency,
  app,
  nowMs: atMs,
  photos: undefined,
})

/** Returns the first app that may write to the agency. Throws a `ControlError`. */
export const requireWriter = (world: World, agency: Agency): App => {
  const app = world.setting.apps.find(({ name }) => agency.access[name]?.write)
  if (app) return app
  throw new ControlError(403, `No app may write to agency ${agency.adminMail}.`)
}

/** Returns the decided publication. Throws a `ControlError` with the sentences of a refusal. */
export const requireDecision = (decided: Publication | Refusal | MissingPhotoSizes): Publication => {
  if ('needsPhotos' in decided)
    throw new ControlError(400, `A story cannot measure photos elsewhere: ${decided.needsPhotos.join(', ')}.`)
  if (!isRefusal(decided)) return decided
  const issues = Object.entries(decided.errors).map(([path, sentences]) => `${path}: ${sentences.join(' ')}`)
  throw new ControlError(409, decided.detail || issues.join(' '))
}
