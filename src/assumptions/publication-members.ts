import { assumption } from './assumption.ts'

/** Open questions of the description about the members of publications and their values. */
export const publicationMemberAssumptions = [
  assumption({
    id: 'publications/external-id-characters',
    question: 'Which characters may an `ExternalId` have?',
    options: {
      'path-segment': { means: "Letters, digits and `-._~!$'()*,=:@+`, but never `..`." },
      unreserved: { means: 'Letters, digits and `-._~` alone.' },
    },
    switchable: true,
    evidence: 'documented',
    why: 'Exclusions are documented without a list; these stay readable in a path without escapes that proxies undo.',
    statements: ['PUB-03'],
  }),
  assumption({
    id: 'publications/unknown-operator',
    question: 'What becomes of a create with an e-mail that is no operator of the agency?',
    options: {
      '400': { means: 'A validation problem on `OperadorResponsable`.', default: true },
      administrator: { means: "The agency's administrator is responsible." },
    },
    switchable: true,
    evidence: 'free',
    why: 'A wrong address is more often a mistake than a wish for the administrator.',
    statements: ['PUB-08'],
  }),
  assumption({
    id: 'publications/unresolvable',
    question: 'What becomes of a brand or model without a match?',
    options: {
      '400': { means: 'A validation problem on the member.', default: true },
      kept: { means: 'A text without a match is kept as sent.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'The answer shows resolved names, and there is none to show.',
    statements: ['PUB-09', 'COM-11'],
  }),
  assumption({
    id: 'publications/transmission-form',
    question: 'How are `A` and `M` shown?',
    options: {
      'spelled-out': { means: 'As `Automática` and `Manual`.' },
    },
    switchable: false,
    evidence: 'inferred',
    why: 'They abbreviate the two full words of the list. Fixed: no other form is known.',
    statements: ['PUB-12'],
  }),
  assumption({
    id: 'publications/vin-check-digit',
    question: 'Is the check digit at position 9 of a `Vin` enforced?',
    options: {
      'not-enforced': { means: 'Any permitted character may stand there.' },
      enforced: { means: 'A wrong digit is a validation problem on `Vin`.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'ISO 3779 leaves the digit to regional rules, and it is only law in North America.',
    statements: ['PUB-05'],
  }),
  assumption({
    id: 'publications/used',
    question: 'When is a car used?',
    options: {
      'mileage-above-zero': { means: 'When `Kilometraje` is above 0.' },
    },
    switchable: false,
    evidence: 'description',
    why: 'Zero is reserved for new cars. Fixed: no other form is known.',
    statements: ['PUB-14', 'PUB-17'],
  }),
  assumption({
    id: 'publications/suspicious-mileage',
    question: 'Which `Kilometraje` is refused as suspicious?',
    options: {
      'zero-km-age': { means: '0 with a `VersionYear` before last year is 400.' },
      'also-yearly-maximum': { means: 'More than 60,000 km for each year of age is 400 too.' },
      off: { means: 'Nothing is suspicious.' },
    },
    switchable: true,
    evidence: 'free',
    why: "An unregistered car is hardly older than last year's.",
    statements: ['PUB-14'],
  }),
  assumption({
    id: 'publications/mileage-by-product',
    question: 'When does the contracted product not allow a `Kilometraje`?',
    options: {
      'agency-flag': {
        means: 'An agency flagged `soloNuevos` or `soloUsados` in the scenario gets 400 on the other kind.',
      },
    },
    switchable: false,
    evidence: 'description',
    why: 'Products for new or for used cars only are the plain reading. Fixed: no other form is known.',
    statements: ['PUB-14'],
  }),
  assumption({
    id: 'publications/photos',
    question: 'How are photos checked?',
    options: {
      'url-only': {
        means:
          "Each must be an absolute http or https URL; the sandbox's own photo URLs are checked for their known size too.",
      },
      downloaded: {
        means:
          'Each is fetched and measured, within bounds of size and time, and never from a private address unless that is allowed.',
      },
    },
    switchable: true,
    evidence: 'description',
    why: 'A sandbox has to work without a network.',
    statements: ['PUB-17'],
  }),
  assumption({
    id: 'publications/custom-data-item',
    question: 'What is an item of `DatosTecnicosCustom`?',
    options: {
      object: { means: '`{Seccion, Valor, Datos}`.' },
      string: { means: 'A string.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'The technical data of a version has rows of this shape.',
    statements: ['PUB-16', 'CAT-05'],
  }),
  assumption({
    id: 'publications/warranty',
    question: 'What does `CertificadoDeGarantiaUsado` show?',
    options: {
      object: { means: 'Null, or `{Aplica: true, Titulo}`.' },
      boolean: { means: 'True or false.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'A nullable member that is a structure of its own is most likely an object.',
    statements: ['PUB-18'],
  }),
  assumption({
    id: 'publications/location-null',
    question: 'What does a null `Locacion` mean?',
    options: {
      'operator-address': { means: 'The first address of the responsible operator.' },
      null: { means: 'No address: the answer shows null.' },
    },
    switchable: true,
    evidence: 'documented',
    why: "Public documentation names the operator's address.",
    statements: ['PUB-19', 'AGE-02'],
  }),
  assumption({
    id: 'publications/telefono-create',
    question: "What becomes of a `Telefono` in a create that is none of the operator's?",
    options: {
      accepted: { means: 'It is kept as sent.', default: true },
      '400': { means: 'A validation problem on `Telefono`, as in PUT.' },
    },
    switchable: true,
    evidence: 'description',
    why: 'Only the edit is said to require a match.',
    statements: ['PUB-19', 'PUB-24'],
  }),
  assumption({
    id: 'publications/required-members',
    question: 'Which members must a create have?',
    options: {
      standard: {
        means:
          '`ExternalId`, `Marca` and `Modelo` unless `Version` establishes them, `VersionYear`, `Kilometraje`, and `Fotos` for a used car.',
      },
      'also-color-and-precio': { means: '`Color` and `Precio` too.' },
      'external-id-only': {
        means: '`ExternalId` alone, and `Fotos` for a used car, which are described as mandatory.',
      },
    },
    switchable: true,
    evidence: 'free',
    why: 'These tell which car it is; the description never says.',
    statements: ['PUB-01', 'PUB-03', 'PUB-09', 'PUB-11', 'PUB-14', 'PUB-17'],
  }),
  assumption({
    id: 'publications/optional-absent',
    question: 'How are optional members shown that a create left out?',
    options: {
      null: { means: 'As null, lists as `[]`.' },
      'empty-strings': { means: 'As empty strings.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'Nothing was said, so nothing is shown.',
    statements: ['PUB-02', 'PUB-04'],
  }),
  assumption({
    id: 'publications/version-absent',
    question: 'What becomes of a `Version` that is absent, null or empty?',
    options: {
      'known-or-null': {
        means: 'It is the one known version that model, year and technical data leave, else null.',
        default: true,
      },
      '400': { means: 'A validation problem on `Version`.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'Length 0 is allowed, so its absence is no error.',
    statements: ['PUB-10'],
  }),
  assumption({
    id: 'publications/version-match',
    question: 'What establishes a single known version?',
    options: {
      'text-first': {
        means:
          'An id, an api-url or the text does; year, transmission, fuel and body style break ties between texts.',
      },
      'technical-data-too': { means: 'Technical data alone may as well.' },
    },
    switchable: false,
    evidence: 'free',
    why: 'The text has to say it; technical data may only decide between equals. Fixed: resolutions are kept per catalogue, for all worlds.',
    statements: ['PUB-10'],
  }),
  assumption({
    id: 'publications/version-elsewhere',
    question: 'What becomes of a `Version` that belongs to another brand or model than those given?',
    options: {
      '400': { means: 'A validation problem on `Version`.', default: true },
      'version-wins': { means: 'Brand and model follow the version.' },
    },
    switchable: false,
    evidence: 'free',
    why: 'Two statements that contradict each other are a mistake of the sender. Fixed: resolutions are kept per catalogue, for all worlds.',
    statements: ['PUB-09', 'PUB-10'],
  }),
  assumption({
    id: 'publications/derived-members',
    question: "What do `Transmision` and `Propulsion` show when absent, or unlike the known version's?",
    options: {
      'from-version': {
        means:
          "The version's own, or without a known version what was sent, else null; `VersionYear` is always as sent.",
        default: true,
      },
      'as-sent': { means: 'What was sent.' },
      '400': { means: 'A validation problem on the member.' },
    },
    switchable: false,
    evidence: 'inferred',
    why: "A known version is described by the service's own data. Fixed: resolutions are kept per catalogue, for all worlds.",
    statements: ['PUB-10', 'PUB-12', 'PUB-13', 'PUB-11'],
  }),
  assumption({
    id: 'publications/transmission-spelling',
    question: 'What becomes of a `Transmision` in another case or without its accent?',
    options: {
      accepted: { means: 'It is understood.', default: true },
      '400': { means: 'A validation problem on `Transmision`.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'Names elsewhere are compared without case and accents.',
    statements: ['PUB-12'],
  }),
  assumption({
    id: 'publications/empty-strings',
    question: 'What does an empty string mean where length 0 is allowed?',
    options: {
      'by-member': {
        means:
          'Null for `Exposicion`, `OperadorResponsable`, `Version`, `Telefono`, `Propulsion`, `Carroceria` and the members of `Locacion`; kept for `RefStock` and `Descripcion`.',
      },
      null: { means: 'Null everywhere.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'An empty choice is no choice, an empty text is a text.',
    statements: ['PUB-04', 'PUB-07', 'PUB-08'],
  }),
  assumption({
    id: 'publications/vin-case',
    question: 'What becomes of a `Vin` in lower case?',
    options: {
      'upper-case': { means: 'It is shown in upper case.', default: true },
      '400': { means: 'A validation problem on `Vin`.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'The standard knows capitals only, and both cases mean one car.',
    statements: ['PUB-05'],
  }),
  assumption({
    id: 'publications/external-id-shown',
    question: 'In which case do answers show an `ExternalId`?',
    options: {
      'as-assigned': { means: 'As it was first assigned.' },
      'lower-case': { means: 'In lower case.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: "The client's own writing is what it will compare with.",
    statements: ['PUB-03'],
  }),
  assumption({
    id: 'publications/photos-shown',
    question: 'Which photo URLs do answers show?',
    options: {
      'as-sent': { means: 'Those that were sent.' },
      'own-copies': { means: "Addresses of the service's own copies." },
    },
    switchable: false,
    evidence: 'free',
    why: 'The client recognizes its own addresses. Fixed: the sandbox keeps no copies.',
    statements: ['PUB-02', 'PUB-17'],
  }),
  assumption({
    id: 'publications/photo-refused',
    question: 'What becomes of a photo that cannot be fetched or is too small?',
    options: {
      '400': { means: 'A validation problem on `Fotos[i]`.', default: true },
      'left-out': { means: 'The publication is written without it.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'A client should hear of a bad photo at once.',
    statements: ['PUB-17'],
  }),
  assumption({
    id: 'publications/photos-count',
    question: 'How many photos may a publication have?',
    options: {
      unbounded: { means: 'Any number.' },
      'at-most': {
        means: 'More than the given number is 400 on `Fotos`.',
        value: { kind: 'integer', min: 1, max: 1000, example: 20 },
      },
    },
    switchable: true,
    evidence: 'free',
    why: 'The description names no bound.',
    statements: ['PUB-17'],
  }),
  assumption({
    id: 'publications/custom-data-shown',
    question: 'What does `DatosTecnicosCustom` show when the version is known?',
    options: {
      empty: { means: 'An empty list.' },
      'own-rows': { means: "The service's own rows." },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'The custom rows are then not used.',
    statements: ['PUB-16'],
  }),
  assumption({
    id: 'publications/warranty-new-car',
    question: 'What becomes of `AplicaCertificadoGarantiaUsado` true on a new car?',
    options: {
      ignored: { means: 'It has no effect.', default: true },
      '400': { means: 'A validation problem on the member.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'A used-car certificate has nothing to say there.',
    statements: ['PUB-18'],
  }),
  assumption({
    id: 'publications/amounts',
    question: 'Must `Precio`, `Adelanto` and `Cuota` agree with each other?',
    options: {
      accepted: {
        means:
          'Any combination is accepted, a larger `Adelanto`, mixed currencies or a lone `Cuota` included.',
        default: true,
      },
      '400': { means: 'A validation problem on the amount that does not fit.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'No relation between them is described.',
    statements: ['COM-07', 'PUB-21', 'PUB-28'],
  }),
  assumption({
    id: 'publications/location-forms',
    question: 'Which forms do the members of `Locacion` take in requests?',
    options: {
      resolved: {
        means:
          "Each is optional and takes the forms of the operator's edit, the ISO code included, in create and PUT alike; no match, or a city outside the region, is 400.",
      },
      'iso-in-put-only': { means: 'The ISO code counts in PUT only.' },
      kept: { means: 'A text without a match is kept as sent.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: "The operator's edit has the same members and names their forms.",
    statements: ['PUB-19', 'PUB-26', 'COM-08', 'COM-11'],
  }),
  assumption({
    id: 'publications/location-absent-members',
    question: 'How are members of `Locacion` shown that the client did not send?',
    options: {
      'empty-strings': { means: 'As empty strings.' },
      null: { means: 'As null.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'The table gives the members as strings and does not call them nullable.',
    statements: ['COM-08', 'PUB-19'],
  }),
  assumption({
    id: 'publications/location-bounds',
    question: 'How long may the members of `Locacion` be?',
    options: {
      'as-operator': { means: "Up to 200 characters, as in the operator's edit." },
      unbounded: { means: 'As long as any text without a bound (`limits/texts`).' },
    },
    switchable: true,
    evidence: 'inferred',
    why: "The operator's edit bounds the same members, and the table of limits has no row for these.",
    statements: ['COM-08', 'PUB-19'],
  }),
] as const
