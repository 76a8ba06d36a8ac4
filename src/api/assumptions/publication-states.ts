import { assumption } from './assumption.ts'

/** Open questions of the description about ids, states, lists and places of publications. */
export const publicationStateAssumptions = [
  assumption({
    id: 'publications/state-literals',
    question: 'Which values does `EstadoActual` have?',
    options: {
      'activa-suspendida-archivada': { means: '`Activa`, `Suspendida`, `Archivada`.' },
      words: {
        means: 'Three words, for active, suspended and archived.',
        value: {
          kind: 'words',
          count: 3,
          pattern: '\\p{L}[\\p{L}\\p{N}_-]*',
          example: ['Activa', 'Pausada', 'Cerrada'],
        },
      },
    },
    switchable: true,
    evidence: 'documented',
    why: 'The description shows the first word, public documentation names the other two states.',
    statements: ['PUB-36', 'PUB-29', 'PUB-30', 'PUB-02'],
  }),
  assumption({
    id: 'publications/duplicate',
    question: 'What is the response to a create with an `ExternalId` that is in use, compared without case?',
    options: {
      '409': { means: 'A conflict on `ExternalId`.' },
    },
    switchable: false,
    evidence: 'documented',
    why: 'A duplicate is the documented cause of 409. Fixed: no other form is known.',
    statements: ['PUB-01', 'PUB-03', 'PUB-35'],
  }),
  assumption({
    id: 'publications/external-id-reuse',
    question: 'What is the response to a create with the `ExternalId` of an archived publication?',
    options: {
      '409': { means: 'A conflict on `ExternalId`.', default: true },
      '201': { means: "The new publication takes the archived one's place." },
    },
    switchable: true,
    evidence: 'free',
    why: 'The archived one still exists and keeps its id.',
    statements: ['PUB-01', 'PUB-31', 'PUB-35'],
  }),
  assumption({
    id: 'publications/same-vehicle',
    question: 'What is the response to a create with the `Vin` of another active publication?',
    options: {
      accepted: { means: 'The publication is created.', default: true },
      '400': { means: 'A validation problem on `Vin`.' },
    },
    switchable: true,
    evidence: 'documented',
    why: 'Public documentation mentions the refusal as a possibility only.',
    statements: ['PUB-01', 'PUB-05'],
  }),
  assumption({
    id: 'publications/conflict-status-member',
    question: 'Which `Status` does the body of a 409 carry?',
    options: {
      '409': { means: '409, as in the status line.', default: true },
      '400': { means: '400, as in the example.' },
    },
    switchable: true,
    evidence: 'description',
    why: 'A problem should repeat its own status; the example of the description shows 400.',
    statements: ['ERR-02', 'ERR-03'],
  }),
  assumption({
    id: 'publications/write-to-archived',
    question: 'What is the response to an edit, a suspension or an archiving of an archived publication?',
    options: {
      '409': { means: 'A conflict of state.', default: true },
      '403': { means: 'A problem with status 403.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'RFC 9110 defines 409 for a conflict with the state of the target.',
    statements: ['PUB-31', 'PUB-21', 'PUB-28', 'PUB-29', 'PUB-30'],
  }),
  assumption({
    id: 'publications/suspend-twice',
    question: 'What is the response to the suspension of a suspended publication?',
    options: {
      '409': { means: 'A conflict of state.', default: true },
      '200': { means: 'The publication, unchanged.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'The transition is described only from the active state.',
    statements: ['PUB-29'],
  }),
  assumption({
    id: 'publications/suspend-refused',
    question: "What is the response to a suspension that the agency's product does not permit?",
    options: {
      '403': { means: 'A problem with status 403.', default: true },
      '409': { means: 'A conflict of state.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'What a contract forbids is a matter of permission, not of state.',
    statements: ['PUB-29', 'ERR-08'],
  }),
  assumption({
    id: 'publications/exposure-fallback',
    question: 'Which level is used when none is requested or the requested one is full?',
    options: {
      highest: { means: 'The highest free permitted level, in the order Alta, Media, Baja.' },
      'nearest-lower': { means: 'The nearest free level below the requested one, then the nearest above.' },
    },
    switchable: true,
    evidence: 'description',
    why: 'The description says: the best one that is permitted and available.',
    statements: ['PUB-07'],
  }),
  assumption({
    id: 'publications/package-exhausted',
    question: 'What is the response to a create or a reactivation when no level has a free place?',
    options: {
      '409': { means: 'A conflict on `Exposicion`.', default: true },
      '403': { means: 'A problem with status 403.' },
      suspended: { means: 'The publication is created suspended, or stays so.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'The package is state, which can change later.',
    statements: ['PUB-07', 'PUB-37', 'AGE-09'],
  }),
  assumption({
    id: 'publications/patch-nothing-archived',
    question: 'What is the response to a PATCH that changes nothing on an archived publication?',
    options: {
      '409': { means: 'A conflict of state.', default: true },
      '200': { means: 'The publication, unchanged.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'An archived publication refuses every edit, even one without effect.',
    statements: ['PUB-28', 'PUB-31'],
  }),
  assumption({
    id: 'publications/list',
    question: "How are an agency's publications listed, and which without a filter?",
    options: {
      'active-only': {
        means:
          '`GET /v3/publicaciones/{adminmail}?operador&estado&q&pagina` in pages (`inquiries/page-size`) with `Pagina`, `Total` and `PerPagina`; `estado` is a state in any case; without it only active ones are listed.',
      },
      'all-states': { means: 'The same, but without `estado` every state is listed.' },
    },
    switchable: true,
    evidence: 'documented',
    why: '`operador` is documented; suspended ones are not visible in listings.',
    statements: ['COM-05', 'AGE-06', 'PUB-32'],
  }),
  assumption({
    id: 'publications/exposure-unknown',
    question: 'What happens to an `Exposicion` that is not a level?',
    options: {
      '400': { means: 'A validation problem on `Exposicion`.', default: true },
      'as-null': { means: 'It counts as null.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'A word outside the list is not valid.',
    statements: ['PUB-07'],
  }),
  assumption({
    id: 'publications/exposure-permitted',
    question: 'Which levels are permitted to an agency?',
    options: {
      'pack-above-zero': { means: 'Those with a `Pack` above 0.' },
      'agency-list': { means: 'Those in a list that belongs to the agency.' },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'What was contracted is what is permitted. Fixed: a scenario has no list of levels beside its packs.',
    statements: ['PUB-07', 'AGE-07'],
  }),
  assumption({
    id: 'publications/exposure-later',
    question: 'Which level does a publication have after an edit, while suspended and when reactivated?',
    options: {
      'by-step': {
        means:
          "PUT decides as create does, counting the publication's own place as free; a suspended one keeps the level that was requested or last held, without a place; a reactivated one takes that level, or else the fallback.",
      },
    },
    switchable: false,
    evidence: 'free',
    why: 'Only active publications hold a place. Fixed: no other form is known.',
    statements: ['PUB-07', 'PUB-21', 'PUB-37', 'AGE-08'],
  }),
  assumption({
    id: 'publications/activa-null',
    question: 'What does a null `Activa` mean in create and PUT?',
    options: {
      true: { means: 'True.', default: true },
      '400': { means: 'A validation problem on `Activa`.' },
      'put-unchanged': { means: 'True in create; PUT leaves the state.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'Null counts as absent, and absent means true in both.',
    statements: ['PUB-06', 'PUB-22'],
  }),
  assumption({
    id: 'publications/suspend-by-edit',
    question: 'Do the conditions for a suspension apply to `Activa` false?',
    options: {
      'as-suspender': { means: 'In PATCH and PUT as for `suspender`, but not in create.' },
      none: { means: 'In no operation.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'The same transition should obey the same rules, and a create suspends nothing.',
    statements: ['PUB-06', 'PUB-29', 'PUB-37'],
  }),
  assumption({
    id: 'publications/read-archived',
    question: 'What is the response to a GET of an archived publication?',
    options: {
      '200': { means: 'The publication.', default: true },
      '404': { isSurvivable: false, means: '404 with a plain message.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'An archived publication is final, but not deleted.',
    statements: ['PUB-20', 'PUB-31'],
  }),
  assumption({
    id: 'publications/other-apps',
    question: "How does an app see another app's publication of the same agency?",
    options: {
      hidden: {
        means: 'As missing: 404 and not listed, but its `ExternalId` is taken and its place counts.',
      },
      shared: { means: 'Both apps read and write it.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: "What the app may not use appears to be missing, but the agency's ids and package are shared.",
    statements: ['PUB-35', 'ERR-07', 'AGE-08'],
  }),
  assumption({
    id: 'publications/exposure-null-put',
    question: 'Which level does a PUT request if `Exposicion` is null, empty or absent?',
    options: {
      keeps: { means: 'The one that the publication has.' },
      'as-in-create': { means: 'The best permitted and available one, as in create.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'An edit that names no level requests no change, although the rules of create would allow the other reading.',
    statements: ['PUB-07', 'PUB-21'],
  }),
  assumption({
    id: 'publications/order',
    question: 'In which order are publications listed?',
    options: {
      'oldest-first': { means: 'By creation, oldest first.' },
      'newest-first': { means: 'By creation, newest first.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'A page then stays the same while publications are added.',
    statements: ['COM-05', 'PUB-32'],
  }),
] as const
