import { assumption } from './assumption.ts'

/** Open questions of the description about conditional writes, and about what an edit leaves or removes. */
export const publicationEditAssumptions = [
  assumption({
    id: 'publications/precondition-header',
    question: 'Which header makes a write conditional?',
    options: {
      'if-match': { means: '`If-Match`, lists and `*` included.' },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'RFC 9110 defines this one for entity tags. Fixed: no other form is known.',
    statements: ['PUB-34'],
  }),
  assumption({
    id: 'publications/precondition-required',
    question: 'What is the response to a write without a precondition?',
    options: {
      allowed: { means: 'The write is performed.', default: true },
      '428': { means: 'A problem with status 428.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'The description never says that the header is required.',
    statements: ['PUB-34'],
  }),
  assumption({
    id: 'publications/etag-strength',
    question: 'Is the entity tag strong or weak?',
    options: {
      strong: { means: 'A strong tag, the same for all representations of the publication.' },
      weak: { means: 'A weak tag, `W/"..."`.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'RFC 9110 lets `If-Match` succeed on strong tags only.',
    statements: ['PUB-33', 'PUB-20'],
  }),
  assumption({
    id: 'publications/unquoted-if-match',
    question: 'What is the response to an `If-Match` whose tag has no quotes?',
    options: {
      '412': { means: 'It matches nothing: 412.', default: true },
      same: { means: 'The tag is compared as if it had them.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'Quotes are part of an entity tag in RFC 9110, but some servers and clients leave them out.',
    statements: ['PUB-34', 'ERR-05'],
  }),
  assumption({
    id: 'publications/uneditable-members',
    question: 'What happens to members in PUT or PATCH that are not editable there?',
    options: {
      ignored: { means: 'They have no effect.', default: true },
      '400': { means: 'A validation problem on each.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'Clients send back the whole publication that they read.',
    statements: ['PUB-27', 'PUB-28'],
  }),
  assumption({
    id: 'publications/put-absent',
    question: 'What happens to a member that is absent or null in PUT?',
    options: {
      'as-in-create': {
        means:
          'It becomes null or the stated default; `Fotos` and the operator stay; without `VersionYear` or `Kilometraje` the response is 400.',
      },
      unchanged: { means: 'It stays as it was, except that an absent `Activa` counts as true.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'PUT is a full edit with the types and bounds of create.',
    statements: ['PUB-21', 'PUB-22', 'PUB-23'],
  }),
  assumption({
    id: 'publications/photos-put',
    question: 'What does `Fotos` do in the PUT of a used car?',
    options: {
      'kept-when-absent': {
        means:
          'If it is absent or null, the photos stay; an empty list is 400; any other list must meet the rules of create.',
      },
      mandatory: { means: 'The same, but absent or null is 400 as well.' },
      'empty-ignored': { means: 'The same, but with an empty list the photos stay too.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'The list is mandatory for used cars, and the publication already has one.',
    statements: ['PUB-21', 'PUB-25', 'PUB-17'],
  }),
  assumption({
    id: 'publications/mileage-put',
    question: 'What happens to a lower `Kilometraje` in PUT?',
    options: {
      'not-to-zero': { means: '400 if it falls to 0, accepted otherwise.' },
      'rules-of-create': { means: 'Only the rules of create apply.' },
      'never-lower': { means: '400 for every lower value.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'A correction is plausible, a used car that becomes new is not.',
    statements: ['PUB-14', 'PUB-21'],
  }),
  assumption({
    id: 'publications/telefono-null',
    question: 'Which phone replaces a null `Telefono`?',
    options: {
      'when-written': {
        means: "The operator's first when the publication is written; null if there is none.",
      },
      'at-each-read': { means: "The operator's first at each read." },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'A publication records the state at the time it was written.',
    statements: ['PUB-19', 'PUB-24'],
  }),
  assumption({
    id: 'publications/location-header',
    question: 'Which form does `Location` have?',
    options: {
      'as-href': { means: 'The form of `href`.' },
      absolute: { means: 'A URL with scheme and host.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'A URL should have the same form in header and body.',
    statements: ['PUB-01', 'COM-02'],
  }),
  assumption({
    id: 'publications/ref-etag-form',
    question: 'Which form does `etag` have in the ref?',
    options: {
      'header-value': { means: 'The value of the header, quotes included.' },
      'opaque-part': { means: 'The part between the quotes.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'A client can then send it back unchanged.',
    statements: ['PUB-02', 'PUB-33'],
  }),
  assumption({
    id: 'publications/etag-unchanged-write',
    question: 'Which entity tag follows a successful write that changes nothing?',
    options: {
      same: { means: 'The one it had.' },
      new: { means: 'A new one.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'The tag changes when the publication does, and only then.',
    statements: ['PUB-33'],
  }),
  assumption({
    id: 'publications/patch-null-amounts',
    question: 'What does null mean for an amount in PATCH?',
    options: {
      cleared: { means: 'The amount is removed.' },
      unchanged: { means: 'The amount stays.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'The amounts are nullable, and absence already means unchanged.',
    statements: ['PUB-28', 'COM-07'],
  }),
  assumption({
    id: 'publications/patch-empty',
    question: 'What is the response to a PATCH with `{}`, or with the values that the publication has?',
    options: {
      '200': { means: 'The publication, unchanged.', default: true },
      '400': { means: '`{}` is a validation problem with the key `_`.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'A request for the current state succeeds.',
    statements: ['PUB-28', 'PUB-33'],
  }),
  assumption({
    id: 'publications/if-none-match-write',
    question: 'What does `If-None-Match` do on a write?',
    options: {
      honoured: { means: 'A matching tag or `*` is 412, as in RFC 9110.' },
      ignored: { means: 'It has no effect.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'RFC 9110 gives the header this meaning on every method but GET and HEAD.',
    statements: ['PUB-34'],
  }),
] as const
