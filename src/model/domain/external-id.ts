import { isChosen, type Profile } from '../../api/assumptions/profile.ts'

/** Returns an `ExternalId` in the case that responses show (`publications/external-id-shown`). */
export const shownExternalId = (externalId: string, profile: Profile): string =>
  isChosen(profile, 'publications/external-id-shown', 'lower-case') ? externalId.toLowerCase() : externalId
