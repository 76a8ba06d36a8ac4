import type { Place, Writing } from '../../faults.ts'
import { type WrongVariant, wrong } from '../variant.ts'

const RESIDUES: readonly (readonly [Writing, 'member' | 'tag' | 'state' | 'count' | 'entry', string])[] = [
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

const WHAT = {
  ...{ member: 'a changed member', tag: 'another tag', state: 'another state' },
  ...{ count: 'a place taken', entry: 'a listing' },
}

const residues = RESIDUES.map(([on, leaves, id]) =>
  wrong(`refused ${on} leaves ${WHAT[leaves]}`, id, 'What is refused changes nothing.', {
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

const CASED: readonly Place[] = ['get', 'put', 'patch', 'suspender', 'archivar', 'consultas']

const cased = CASED.map((place) =>
  wrong(`${place} minds the case of ExternalId`, 'PUB-03', 'Case has no meaning.', {
    caseSensitive: [place],
  }),
)

const ENCODED: readonly Place[] = [
  ...(['get', 'put', 'patch', 'archivar', 'suspender', 'consultas', 'consulta'] as const),
  ...(['productos', 'operadores', 'create'] as const),
]

const encoded = ENCODED.map((place) =>
  wrong(
    `${place} does not decode its path or query`,
    'COM-13',
    'A percent-encoded segment is its decoded value.',
    {
      undecoded: [place],
    },
  ),
)

/** States, tags, counts and races that do not hold together. */
export const WRONG_STATES: readonly WrongVariant[] = [
  ...residues,
  ...races,
  ...cased,
  ...encoded,
  wrong('corrected creation still refused', 'PUB-01', 'A valid creation succeeds.', {
    correctedRefused: 'create',
  }),
  wrong('corrected edit still refused', 'PUB-21', 'A valid edit succeeds.', { correctedRefused: 'put' }),
  wrong('tag never changes', 'PUB-33', 'The tag changes with the listing.', { tagFault: 'stale' }),
  wrong('tag survives PATCH', 'PUB-33', 'The tag changes with the listing.', { tagFault: 'stalePatch' }),
  wrong('tag follows the state only', 'PUB-33', 'The tag changes with the listing.', {
    tagFault: 'stateOnly',
  }),
  wrong('tag changes with other listings', 'PUB-33', 'The tag changes only with the listing.', {
    tagFault: 'others',
  }),
  wrong('tag changes when read', 'PUB-33', 'The tag changes only with the listing.', { tagFault: 'reads' }),
  wrong('write answers another tag', 'PUB-33', 'The tag of an answer is the listing’s.', {
    tagFault: 'answer',
  }),
  wrong('etag member is not the tag', 'PUB-02', 'The ref form tells the tag.', { tagFault: 'ref' }),
  wrong('PUT without ETag', 'PUB-21 PUB-33', 'Every success carries ETag.', { tagFault: 'missing' }),
  wrong('If-Match ignored', 'PUB-34', 'A tag that does not match is 412.', { preconditionFault: 'ignored' }),
  wrong('If-Match ignored by suspender', 'PUB-34', 'A tag that does not match is 412.', {
    preconditionFault: 'suspender',
  }),
  wrong('412 that wrote', 'PUB-34', 'A refused write changes nothing.', { preconditionFault: 'writes' }),
  wrong('412 as text', 'ERR-05', '412 is in a JSON media type.', { preconditionFault: 'plain' }),
  wrong('409 for an old tag', 'PUB-34', 'A tag that does not match is 412.', { preconditionFault: 'status' }),
  wrong('never 304', 'PUB-20', 'A known tag is answered 304.', { notModifiedFault: 'never' }),
  wrong('304 for any tag', 'PUB-20', 'An unknown tag is answered 200.', { notModifiedFault: 'always' }),
  wrong('entry point never 304', 'CAT-02', 'A known tag is answered 304.', { notModifiedFault: 'entry' }),
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
  wrong('package does not add up', 'AGE-08', 'Activas and Disponibles make Pack.', { packageFault: 'sum' }),
]
