import { type Answer, problem } from '../../http/answers.ts'
import type { Publication } from '../../world.ts'
import type { Document } from '../document-edits.ts'
import { changeDocument, memoryOf, publicationIn, refuseWhen } from '../interceptors.ts'
import { type LegalVariant, legal } from '../variant.ts'

const snapshot = (found: Publication | undefined): string => JSON.stringify([found?.members, found?.phase])

/** Other ways to keep the states, the levels and the places of publications. */
export const LEGAL_PUBLICATION_STATES: readonly LegalVariant[] = [
  legal('states Suspendida and Archivada', 'Only Activa is shown.', {
    suspendedWord: 'Suspendida',
    archivedWord: 'Archivada',
  }),
  legal('one word for both other states', 'Only Activa is shown.', {
    suspendedWord: 'Inactiva',
    archivedWord: 'Inactiva',
  }),
  legal('states in capitals', 'Only Activa is shown.', { suspendedWord: 'EN PAUSA', archivedWord: 'BAJA' }),
  legal('400 for an id in use', 'What leads to 409 is not shown.', { duplicate: 400 }),
  legal('403 for an id in use', 'What leads to 403 is not shown.', { duplicate: 403 }),
  legal('id of an archived one is free', 'Whether it stays taken is not shown.', { archivedIdReuse: true }),
  legal('Status 400 in a 409', 'The example of 409 shows Status 400.', { conflictStatus: 400 }),
  legal('conflicts reported on the state', 'Keys of a conflict are not shown.', {
    conflictKey: 'EstadoActual',
  }),
  legal('archived ones unreadable', 'Reading an archived one is not spoken of.', { archivedRead: 404 }),
  legal('403 for writes to archived', 'No status is tied to it.', { archivedWrite: 403 }),
  legal('400 for writes to archived', 'No status is tied to it.', { archivedWrite: 400 }),
  legal('412 for writes to archived', 'No status is tied to it.', { archivedWrite: 412 }),
  legal('suspending twice succeeds', 'Suspending a suspended one is not spoken of.', { suspendTwice: 200 }),
  legal('suspending twice is 400', 'Suspending a suspended one is not spoken of.', { suspendTwice: 400 }),
  legal('suspending twice is 403', 'Suspending a suspended one is not spoken of.', { suspendTwice: 403 }),
  legal(
    'suspension never permitted',
    'The conditions of suspension are not shown.',
    { suspendWhen: 'never', suspendRefused: 403 },
    { unobservable: 'suspension' },
  ),
  legal(
    'no edit suspends either',
    'The conditions of suspension are not shown.',
    {
      suspendWhen: 'never',
      interceptors: [
        refuseWhen(
          /^(PUT|PATCH) publicaciones\/:mail\/:id$/,
          409,
          'Activa',
          ({ Activa }, call) => Activa === false && publicationIn(call)?.phase === 'active',
        ),
      ],
    },
    { unobservable: 'suspension' },
  ),
  legal('high exposure is not suspended', 'The conditions of suspension are not shown.', {
    suspendWhen: 'notHigh',
  }),
  legal('high exposure is not suspended, 400', 'The conditions of suspension are not shown.', {
    suspendWhen: 'notHigh',
    suspendRefused: 400,
  }),
  legal('nearest lower level first', 'What the best level is is not shown.', { fallback: 'nearestLower' }),
  legal('level with most places first', 'What the best level is is not shown.', { fallback: 'mostFree' }),
  legal('unknown level counts as none', 'Other words are not spoken of.', { levelUnknown: 'absent' }),
  legal('full package is 403', 'What leads to 403 is not shown.', {
    packageFull: 403,
    packs: { Alta: 1, Media: 1, Baja: 0 },
  }),
  legal('full package is 400', 'No status is tied to it.', {
    packageFull: 400,
    packs: { Alta: 0, Media: 1, Baja: 2 },
  }),
  legal('suspended ones keep their place', 'The description does not say what Activas counts.', {
    suspendedCounts: true,
  }),
  legal('package of two places', 'A package has any size.', { packs: { Alta: 1, Media: 1, Baja: 0 } }),
  legal('package of one place', 'A package has any size.', { packs: { Alta: 0, Media: 0, Baja: 1 } }),
  legal('no place at Alta', 'A level may be without a pack.', { packs: { Alta: 0, Media: 80, Baja: 90 } }),
  legal('no place at Baja', 'A level may be without a pack.', { packs: { Alta: 90, Media: 80, Baja: 0 } }),
  legal('few places above Baja', 'A package has any size.', { packs: { Alta: 3, Media: 6, Baja: 90 } }),
  legal('only Media', 'A level may be without a pack.', { packs: { Alta: 0, Media: 200, Baja: 0 } }),
  legal(
    'no package',
    'An agency may have contracted nothing.',
    { packs: { Alta: 0, Media: 0, Baja: 0 } },
    { createsImpossible: true },
  ),
  legal('Activa null refused', 'Null is only named for PATCH.', { activaNull: 'refused' }),
  legal('list with paused ones for their owner', 'The description does not say which listings hide them.', {
    listStates: 'unarchived',
  }),
  legal('apps of an agency share its listings', 'Other apps of the agency are not spoken of.', {
    otherApps: 'shared',
  }),
  legal('states in other words', 'Only Activa is shown.', {
    suspendedWord: 'no-publicada',
    archivedWord: 'Vendida / dada de baja',
  }),
  legal('archiving twice succeeds', 'Archiving an archived one changes nothing.', { archivedAgain: 200 }),
  legal('archived ones are gone', 'Reading an archived one is not spoken of.', {
    archivedGone: true,
    archivedIdReuse: true,
  }),
  legal('archived ones are gone, 403', 'Reading an archived one is not spoken of.', {
    archivedGone: true,
    archivedIdReuse: true,
    writeToUnknown: 403,
  }),
  legal('a listing at rest shows no level', 'The level of a suspended one is not spoken of.', {
    levelAtRest: 'hidden',
  }),
  legal('one level, one place, photos required', 'A package has any size.', {
    packs: { Alta: 0, Media: 1, Baja: 0 },
    requires: ['ExternalId', 'Fotos'],
  }),
  legal('three places in all', 'A package has any size.', { packs: { Alta: 1, Media: 1, Baja: 1 } }),
  legal('suspended ones keep one of two places', 'The description does not say what Activas counts.', {
    packs: { Alta: 1, Media: 1, Baja: 0 },
    suspendedCounts: true,
  }),
  legal('a write of nothing new is 409', 'Conditions of 409 are not shown.', {
    interceptors: [
      {
        at: /^PATCH publicaciones\/:mail\/:id$/,
        before: (call) => snapshot(publicationIn(call)),
        response: (answer: Answer, call, before) =>
          answer.status === 200 && snapshot(publicationIn(call)) === before
            ? problem(call, 409, 'No cambia nada.', { _: ['No cambia nada.'] })
            : answer,
      },
    ],
  }),
  legal('stock references used once', 'Conditions of 409 are not shown.', {
    interceptors: [
      refuseWhen(/^(POST|PUT) publicaciones/, 409, 'RefStock', ({ RefStock, ExternalId }, call) => {
        const own = String(call.params['id'] ?? ExternalId ?? '').toLowerCase()
        return [...call.world.publications.values()].some(
          ({ members, phase, agency }) =>
            agency.mail === call.params['mail'] &&
            typeof RefStock === 'string' &&
            RefStock !== '' &&
            members.RefStock === RefStock &&
            phase !== 'archived' &&
            members.ExternalId.toLowerCase() !== own,
        )
      }),
    ],
  }),
  legal('new listings a moment late in lists', 'No sentence says when a list shows one.', {
    interceptors: [
      {
        at: /^POST publicaciones/,
        response: (answer, call) => {
          const found = publicationIn(call)
          if (found && answer.status === 201)
            memoryOf(call).set(`late ${found.members.ExternalId}`, performance.now() + 150)
          return answer
        },
      },
      changeDocument(/^GET vidriera/, (document, call) => ({
        ...document,
        _entries: (document['_entries'] as Document[]).filter(
          ({ ExternalId }) => Number(memoryOf(call).get(`late ${ExternalId}`) ?? 0) < performance.now(),
        ),
      })),
    ],
  }),
]
