import type { Writing } from '../../faults.ts'
import { bodyIn } from '../document-edits.ts'
import { changeBody, changeStored, changeStoredAndShown, publicationIn } from '../interceptors.ts'
import { ARCHIVE, CREATE, PATCH, PUT, SUSPEND } from '../route-patterns.ts'
import { type WrongVariant, wrong } from '../variant.ts'

const LEFT_BEHIND: readonly (readonly [Writing, 'member' | 'tag' | 'state' | 'count' | 'entry', string])[] = [
  ['put', 'member', 'PUB-34'],
  ['put', 'tag', 'PUB-33'],
  ['put', 'state', 'PUB-34'],
  ['put', 'count', 'AGE-08'],
  ['patch', 'member', 'PUB-34'],
  ['patch', 'tag', 'PUB-33'],
  ['patch', 'state', 'PUB-28'],
  ['suspender', 'tag', 'PUB-33'],
  ['suspender', 'state', 'PUB-34'],
  ['archivar', 'member', 'PUB-34'],
  ['create', 'entry', 'PUB-01'],
  ['create', 'count', 'AGE-08'],
]

const LEFT_WORDS = {
  member: 'a changed member',
  tag: 'another tag',
  state: 'another state',
  count: 'a place taken',
  entry: 'a listing',
}

const leftBehind = LEFT_BEHIND.map(([on, leaves, id]) =>
  wrong(`refused ${on} leaves ${LEFT_WORDS[leaves]}`, id, 'What is refused changes nothing.', {
    refusedLeaves: { on, leaves },
  }),
)

const races = (['create', 'put', 'patch', 'suspender'] as const).map((writing) =>
  wrong(
    `two ${writing} at once both win`,
    writing === 'create' ? 'PUB-35' : 'PUB-34',
    writing === 'create' ? 'An id names one listing.' : 'A write with an old tag is refused.',
    { races: [writing] },
  ),
)

/** States, transitions, refused writes and writes at the same time that do not hold together. */
export const WRONG_PUBLICATION_STATES: readonly WrongVariant[] = [
  wrong('suspender touches Kilometraje', 'PUB-29', 'Suspension changes the state.', {
    editChangesToo: { on: 'suspender', member: 'Kilometraje' },
  }),
  wrong('archivar touches Color', 'PUB-30', 'Archiving changes the state.', {
    editChangesToo: { on: 'archivar', member: 'Color' },
  }),
  wrong('Activa null in PATCH flips the state', 'PUB-28', 'Null leaves the state.', {
    activaFault: 'patchNull',
  }),
  wrong('PUT without Activa keeps the pause', 'PUB-22', 'Activa defaults to true.', {
    activaFault: 'putAbsent',
  }),
  wrong('created active with Activa false', 'PUB-06', 'Activa false creates it suspended.', {
    activaFault: 'createFalse',
  }),
  wrong('PUT does not reactivate', 'PUB-37', 'Activa true reactivates.', { activaFault: 'putTrue' }),
  wrong('PATCH does not reactivate', 'PUB-37', 'Activa true reactivates.', { activaFault: 'patchTrue' }),
  wrong('PUT ignores Activa false', 'PUB-37', 'Activa false suspends.', { putIgnores: ['Activa'] }),
  ...leftBehind,
  ...races,
  wrong('corrected creation still refused', 'PUB-01', 'A valid creation succeeds.', {
    correctedRefused: 'create',
  }),
  wrong('corrected edit still refused', 'PUB-21', 'A valid edit succeeds.', { correctedRefused: 'put' }),
  wrong('archived reactivated', 'PUB-31', 'Archived is final.', { archivedFault: 'reactivates' }),
  wrong('archived edited', 'PUB-31', 'Archived is final.', { archivedFault: 'edits' }),
  wrong('archived suspended', 'PUB-31', 'Archived is final.', { archivedFault: 'suspends' }),
  wrong('suspended not archived', 'PUB-30', 'A suspended one can be archived.', {
    archivedFault: 'unfinished',
  }),
  wrong('suspended listed', 'PUB-32', 'A suspended one is not visible in listings.', {
    suspendedFault: 'listed',
  }),
  wrong('suspended receives inquiries', 'PUB-32', 'A suspended one receives none.', {
    suspendedFault: 'receives',
  }),
  wrong('suspended unreadable', 'PUB-20', 'A suspended one exists and can be read.', {
    suspendedFault: 'hidden',
  }),
  ...(
    ['suspend', 'reactivatePatch', 'reactivatePut', 'archive', 'archiveSuspended', 'createSuspended'] as const
  ).map((step) =>
    wrong(`package counts drift at ${step}`, 'AGE-08', 'Activas follows every transition.', {
      packageFault: step,
    }),
  ),
  wrong('suspender archives', 'PUB-29', 'Suspended is not archived.', {
    mistake: changeStored(SUSPEND, (publication) => {
      publication.phase = 'archived'
    }),
  }),
  wrong('archivar only suspends', 'PUB-30 PUB-31', 'Archived is final.', {
    mistake: changeStored(ARCHIVE, (publication) => {
      publication.phase = 'suspended'
    }),
  }),
  wrong('a refused PATCH still suspends', 'PUB-28 PUB-34', 'What is refused changes nothing.', {
    mistake: {
      at: PATCH,
      response: (answer, call) => {
        const found = publicationIn(call)
        const sent = call.body.kind === 'value' ? (call.body.value as { Activa?: unknown }) : {}
        if (answer.status === 400 && sent?.Activa === false && found?.phase === 'active') {
          found.phase = 'suspended'
          found.revision += 1
        }
        return answer
      },
    },
  }),
  wrong('PATCH without Activa reactivates', 'PUB-28', 'It changes the members that it sends.', {
    mistake: changeStored(PATCH, (publication, call) => {
      if (!('Activa' in bodyIn(call)) && publication.phase === 'suspended') publication.phase = 'active'
    }),
  }),
  wrong('edits of archived ones pretend success', 'PUB-31 PUB-21', 'An archived one is not modified.', {
    mistake: {
      at: PUT,
      response: (answer, call) => {
        const found = publicationIn(call)
        if (found?.phase !== 'archived' || answer.status !== 409) return answer
        const { Color, Descripcion } = bodyIn(call)
        const document = { ...found.members, Color, Descripcion, EstadoActual: 'Activa', _links: {} }
        return { status: 200, document, headers: { ETag: `"${found.serial}-${found.revision}"` } }
      },
    },
  }),
  wrong('suspender of a suspended one reactivates', 'PUB-29', 'It suspends.', {
    mistake: {
      at: SUSPEND,
      response: (answer, call) => {
        const found = publicationIn(call)
        if (answer.status !== 409 || found?.phase !== 'suspended') return answer
        found.phase = 'active'
        found.revision += 1
        return answer
      },
    },
  }),
  wrong('suspender clears the price', 'PUB-29', 'It changes the state.', {
    mistake: changeStoredAndShown(SUSPEND, () => ({ Precio: null })),
  }),
  wrong('archivar drops the photos', 'PUB-30', 'It changes the state.', {
    mistake: changeStoredAndShown(ARCHIVE, () => ({ Fotos: [] })),
  }),
  wrong('archivar gives the listing to the administrator', 'PUB-30', 'It changes the state.', {
    mistake: changeStoredAndShown(ARCHIVE, ({ agency }) => ({ OperadorResponsable: agency.mail })),
  }),
  wrong('reactivation forgets the level', 'PUB-37 AGE-09', 'A listing has a level.', {
    mistake: changeStoredAndShown(PATCH, (_found, call) =>
      bodyIn(call)['Activa'] === true ? { Exposicion: null } : {},
    ),
  }),
  wrong('created suspended when Activa is omitted', 'PUB-06', 'Omitted is active.', {
    mistake: changeBody(CREATE, (body) => ({ Activa: false, ...body })),
  }),
  wrong('created suspended in spite of Activa true', 'PUB-06', 'True is active.', {
    mistake: changeBody(CREATE, (body) => (body['Activa'] === true ? { ...body, Activa: false } : body)),
  }),
  wrong('PATCH reads Activa before its bounds', 'PUB-28 PUB-34', 'A refused edit changes nothing.', {
    mistake: {
      at: PATCH,
      response: (answer, call) => {
        const found = publicationIn(call)
        const { Activa } = bodyIn(call)
        if (answer.status === 400 && found && found.phase !== 'archived' && typeof Activa === 'boolean')
          found.phase = Activa ? 'active' : 'suspended'
        return answer
      },
    },
  }),
]
