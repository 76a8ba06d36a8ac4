import { assumption } from './assumption.ts'

/**
 * Open questions of the description about agencies, operators, branches, visits, the package and the
 * settings.
 */
export const agencyAssumptions = [
  assumption({
    id: 'agencies/address',
    question: 'What are the paths of an agency and of the list of agencies?',
    options: {
      'by-adminmail': {
        means:
          "`GET /v3/agencias/{adminmail}` gives one, `GET /v3/agencias?q` those that the app can see, in the scenario's order.",
      },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'The PUT of an agency shows the address, and the entry point links to a list. Fixed: no other form is known.',
    statements: ['AGE-06', 'AGE-11', 'AGE-12', 'CAT-11'],
  }),
  assumption({
    id: 'agencies/operator-form',
    question: 'What does `?operador=` return?',
    options: {
      'collection-or-single': {
        means:
          'The collection with only that operator; on `GET /v3/operadores?operador=`, without the segment, the single Operador.',
      },
    },
    switchable: false,
    evidence: 'description',
    why: 'The description says collection; the path without the segment is documented to return a single one. Fixed: no other form is known.',
    statements: ['AGE-01'],
  }),
  assumption({
    id: 'agencies/operator-ref',
    question: 'Which `href` and `title` does the ref of an operator have?',
    options: {
      'name-and-email': {
        means: '`/v3/operadores/{adminmail}?operador={email}`, titled `Nombre Apellido (email)`.',
      },
    },
    switchable: false,
    evidence: 'documented',
    why: 'Both are publicly documented. Fixed: no other form is known.',
    statements: ['AGE-02', 'COM-06'],
  }),
  assumption({
    id: 'agencies/branches',
    question: 'What are the paths and members of branches?',
    options: {
      'documented-members': {
        means:
          '`/v3/sucursales/{adminmail}` to list and add, `/v3/sucursales/{adminmail}/{id}` to read and edit; contact and place, three service flags, three opening hours, and the operator who receives after-sales leads.',
      },
    },
    switchable: false,
    evidence: 'documented',
    why: 'Addresses and members are publicly documented. Fixed: no other form is known.',
    statements: ['AGE-11'],
  }),
  assumption({
    id: 'agencies/opening-hours',
    question: 'Which members do the opening hours of a branch have?',
    options: {
      'desde-hasta': { means: '`Desde` and `Hasta` as `HH:MM`, or null.' },
    },
    switchable: false,
    evidence: 'free',
    why: 'Two times of day are enough. Fixed: no other form is known.',
    statements: ['AGE-11'],
  }),
  assumption({
    id: 'agencies/visits',
    question: 'What are the path and members of visits?',
    options: {
      page: {
        means:
          '`GET /v3/visitas/{adminmail}?operador&externalid&desde&hasta&pagina` gives a page of `Fecha`, `ExternalId`, `Visitas` and `_links`.',
      },
    },
    switchable: false,
    evidence: 'free',
    why: 'The filters and the page are those of inquiries, with a count per day. Fixed: no other form is known.',
    statements: ['AGE-11', 'AGE-06'],
  }),
  assumption({
    id: 'agencies/notification-put',
    question: 'How are the notification settings edited?',
    options: {
      'absent-unchanged': {
        means:
          '`PUT /v3/notificaciones/{adminmail}` accepts the four members and leaves one that is absent or null as it was; a channel that was never configured becomes active only through `Activo`.',
      },
      replaced: {
        means:
          'The same, but an absent or null channel then counts as never configured, and so does each absent member of a channel.',
      },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'The body mirrors what the read shows.',
    statements: ['AGE-10', 'AGE-11'],
  }),
  assumption({
    id: 'agencies/package-counts',
    question: 'Which publications does `Activas` count?',
    options: {
      active: { means: 'The active ones.' },
      'active-and-suspended': {
        means:
          'The active and the suspended ones. When this option is chosen, a level gets as many places as it then uses.',
      },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'The name says active.',
    statements: ['AGE-07', 'AGE-08'],
  }),
  assumption({
    id: 'agencies/commercial-name',
    question: 'Who may edit the commercial name?',
    options: {
      'write-access': { means: 'An app with write access to the agency; any other is refused with 403.' },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'The operation lists 403 without saying for whom. Fixed: no other form is known.',
    statements: ['AGE-05', 'ERR-08'],
  }),
  assumption({
    id: 'agencies/commercial-name-absent',
    question: 'What is the response to a PUT of an agency if `NombreComercial` is absent or null?',
    options: {
      '400': { means: 'A validation problem on `NombreComercial`.', default: true },
      unchanged: { means: 'The name stays.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'It is the only member, so a body without it requests nothing.',
    statements: ['AGE-05'],
  }),
  assumption({
    id: 'agencies/operator-absent',
    question: 'What happens to a member that is absent or null in the PUT of the administrator?',
    options: {
      unchanged: { means: 'It stays as it was.', default: true },
      cleared: { means: 'It is emptied.' },
      '400': { means: 'A validation problem on the member.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'A client that knows only half of the data should not erase the rest.',
    statements: ['AGE-03'],
  }),
  assumption({
    id: 'agencies/operator-phones',
    question: 'What do `Telefonos` and `Direcciones` show after the PUT of an operator?',
    options: {
      'work-then-whatsapp': {
        means:
          '`TelefonoLaboral`, then `WhatsApp`, each once; the first address consists of `Region`, `Ciudad` and `Direccion`.',
      },
      'without-whatsapp': { means: 'The same, but without `WhatsApp`.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'The edit has two phones and one address, the read has lists of both.',
    statements: ['AGE-02', 'AGE-03'],
  }),
  assumption({
    id: 'agencies/phone-form',
    question: 'Which format must the two phones of an operator have?',
    options: {
      'whatsapp-checked': {
        means:
          '`WhatsApp` is `+` and digits, with spaces or `-` between them; of `TelefonoLaboral` only the length is checked.',
      },
      'length-only': { means: 'Only the length of both is checked.' },
    },
    switchable: false,
    evidence: 'description',
    why: 'The description gives a format for `WhatsApp` and only a length for the other. Fixed: the other option would contradict it.',
    statements: ['AGE-03'],
  }),
  assumption({
    id: 'agencies/place-no-match',
    question:
      "What happens to an operator's `Region` or `Ciudad` without a match, or to a city outside the region?",
    options: {
      '400': { means: 'A validation problem on the member.', default: true },
      kept: { means: 'A text without a match is kept as sent.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'A place that cannot be resolved cannot be shown by name.',
    statements: ['AGE-03', 'COM-11'],
  }),
  assumption({
    id: 'agencies/empty-place',
    question: 'What does an empty `Region` or `Ciudad` mean in the edit of an operator or a branch?',
    options: {
      cleared: {
        means:
          'None. It is shown as the member is without a value: an empty string in an address, null in a branch.',
        default: true,
      },
      '400': { means: 'A validation problem on the member.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'Both may have 0 characters in the table of the edit, and no other way clears them.',
    statements: ['AGE-03', 'COM-08'],
  }),
  assumption({
    id: 'agencies/unknown-operator',
    question:
      'What is the response to `?operador=` with the e-mail of someone who is not an operator of the agency?',
    options: {
      empty: { means: 'An empty collection, and 404 where a single Operador was requested.', default: true },
      '404': { means: '404 with a plain message.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'A filter without matches gives an empty list.',
    statements: ['AGE-01', 'ERR-04'],
  }),
  assumption({
    id: 'agencies/settings-unset',
    question: 'How is a channel shown that was never configured?',
    options: {
      'null-members': { means: 'Its members are null and `Activo` is false.' },
      null: { means: 'The channel itself is null.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'Every response then has the same members.',
    statements: ['AGE-10'],
  }),
  assumption({
    id: 'agencies/operator-in-several',
    question: 'Which agency is meant if the path names none and the operator belongs to several?',
    options: {
      first: { means: "The first that exists for the app, in the scenario's order.", default: true },
      '400': { means: 'A validation problem on `operador`.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'The path without the segment is documented to return one operator.',
    statements: ['INQ-08', 'AGE-01'],
  }),
  assumption({
    id: 'agencies/edit-of-collaborator',
    question:
      'What is the response to the PUT of an operator who is a collaborator, but not the administrator?',
    options: {
      '404': { means: '404, since the path names agencies by their administrator.', default: true },
      '403': { means: 'A problem with status 403, since only an administrator can be modified.' },
    },
    switchable: true,
    evidence: 'description',
    why: 'The segment is the e-mail of an administrator, and no agency has this one.',
    statements: ['AGE-03', 'AGE-04'],
  }),
] as const
