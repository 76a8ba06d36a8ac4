import { assumption } from './assumption.ts'

/** Open questions of the description about the members of publications and their values. */
export const publicationMemberAssumptions = [
  assumption({
    id: 'publications/external-id-characters',
    question: 'Which characters may an `ExternalId` have?',
    options: {
      'path-segment': { means: "Letters, digits and `-._~!$'()*,=:@+`, but never `..`." },
      unreserved: { means: 'Only letters, digits and `-._~`.' },
    },
    switchable: true,
    evidence: 'documented',
    why: 'Exclusions are documented without a list; these characters need no escapes in a path, which proxies might undo.',
    statements: ['PUB-03'],
  }),
  assumption({
    id: 'publications/unknown-operator',
    question:
      'What is the response to a create with the e-mail of someone who is not an operator of the agency?',
    options: {
      '400': { means: 'A validation problem on `OperadorResponsable`.', default: true },
      administrator: { means: "The agency's administrator is responsible." },
    },
    switchable: true,
    evidence: 'free',
    why: 'A wrong address is more often a mistake than a request for the administrator.',
    statements: ['PUB-08'],
  }),
  assumption({
    id: 'publications/unresolvable',
    question: 'What happens to a brand or model without a match?',
    options: {
      '400': { means: 'A validation problem on the member.', default: true },
      kept: { means: 'A text without a match is kept as sent.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'Responses show resolved names, and without a match there is none.',
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
    why: 'They are abbreviations of the two full words in the list. Fixed: no other form is known.',
    statements: ['PUB-12'],
  }),
  assumption({
    id: 'publications/vin-check-digit',
    question: 'Is the check digit at position 9 of a `Vin` enforced?',
    options: {
      'not-enforced': { means: 'No: any permitted character may be there.' },
      enforced: { means: 'Yes: a wrong digit is a validation problem on `Vin`.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'ISO 3779 leaves the digit to regional rules, and only North America requires it.',
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
    why: "An unregistered car is rarely older than last year's.",
    statements: ['PUB-14'],
  }),
  assumption({
    id: 'publications/mileage-by-product',
    question: 'When does the contracted product not allow a `Kilometraje`?',
    options: {
      'agency-flag': {
        means: 'An agency flagged `soloNuevos` or `soloUsados` in the scenario gets 400 for the other kind.',
      },
    },
    switchable: false,
    evidence: 'description',
    why: 'Products only for new or only for used cars are the obvious reading. Fixed: no other form is known.',
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
          'Each is fetched and measured, within limits of size and time, and never from a private address unless that is allowed.',
      },
    },
    switchable: true,
    evidence: 'description',
    why: 'A sandbox must work without a network.',
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
    why: 'A nullable member with its own description is most likely an object.',
    statements: ['PUB-18'],
  }),
  assumption({
    id: 'publications/location-null',
    question: 'What does a null `Locacion` mean?',
    options: {
      'operator-address': { means: 'The first address of the responsible operator.' },
      null: { means: 'No address: the response shows null.' },
    },
    switchable: true,
    evidence: 'documented',
    why: "Public documentation names the operator's address.",
    statements: ['PUB-19', 'AGE-02'],
  }),
  assumption({
    id: 'publications/telefono-create',
    question: "What happens to a `Telefono` in a create that is not one of the operator's?",
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
        means: 'Only `ExternalId`, and `Fotos` for a used car, which are described as mandatory.',
      },
    },
    switchable: true,
    evidence: 'free',
    why: 'These identify the car; the description does not list the required members.',
    statements: ['PUB-01', 'PUB-03', 'PUB-09', 'PUB-11', 'PUB-14', 'PUB-17'],
  }),
  assumption({
    id: 'publications/optional-absent',
    question: 'How are optional members shown that were absent in the create?',
    options: {
      null: { means: 'As null, lists as `[]`.' },
      'empty-strings': { isSurvivable: false, means: 'As empty strings.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'The client gave no value, so none is shown.',
    statements: ['PUB-02', 'PUB-04'],
  }),
  assumption({
    id: 'publications/version-absent',
    question: 'What happens to a `Version` that is absent, null or empty?',
    options: {
      'known-or-null': {
        means: 'If model, year and technical data leave only one known version, that one; otherwise null.',
        default: true,
      },
      '400': { means: 'A validation problem on `Version`.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'Length 0 is allowed, so a missing version is not an error.',
    statements: ['PUB-10'],
  }),
  assumption({
    id: 'publications/version-match',
    question: 'What establishes a single known version?',
    options: {
      'text-first': {
        means:
          'An id, an api-url or the text; year, transmission, fuel and body style only break ties between texts.',
      },
      'technical-data-too': { means: 'The same, or technical data alone.' },
    },
    switchable: false,
    evidence: 'free',
    why: 'The text must name the version; technical data may only break ties. Fixed: resolutions are cached per catalogue, for all worlds.',
    statements: ['PUB-10'],
  }),
  assumption({
    id: 'publications/version-elsewhere',
    question: 'What happens to a `Version` that belongs to another brand or model than those given?',
    options: {
      '400': { means: 'A validation problem on `Version`.', default: true },
      'version-wins': { means: 'Brand and model follow the version.' },
    },
    switchable: false,
    evidence: 'free',
    why: 'Contradictory values are a mistake of the sender. Fixed: resolutions are cached per catalogue, for all worlds.',
    statements: ['PUB-09', 'PUB-10'],
  }),
  assumption({
    id: 'publications/derived-members',
    question:
      "What do `Transmision` and `Propulsion` show when they are absent, or differ from the known version's?",
    options: {
      'from-version': {
        means:
          "The version's own values; without a known version what was sent, or null; `VersionYear` is always as sent.",
        default: true,
      },
      'as-sent': { means: 'What was sent.' },
      '400': { means: 'A validation problem on the member.' },
    },
    switchable: false,
    evidence: 'inferred',
    why: "The service's own data describes a known version. Fixed: resolutions are cached per catalogue, for all worlds.",
    statements: ['PUB-10', 'PUB-12', 'PUB-13', 'PUB-11'],
  }),
  assumption({
    id: 'publications/transmission-spelling',
    question: 'What happens to a `Transmision` in another case or without its accent?',
    options: {
      accepted: { means: 'It is accepted.', default: true },
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
    why: 'An empty choice is not a choice, but an empty text is a text.',
    statements: ['PUB-04', 'PUB-07', 'PUB-08'],
  }),
  assumption({
    id: 'publications/vin-case',
    question: 'What happens to a `Vin` in lower case?',
    options: {
      'upper-case': { means: 'It is shown in upper case.', default: true },
      '400': { means: 'A validation problem on `Vin`.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'The standard allows only capitals, and both cases mean the same car.',
    statements: ['PUB-05'],
  }),
  assumption({
    id: 'publications/external-id-shown',
    question: 'In which case do responses show an `ExternalId`?',
    options: {
      'as-assigned': { means: 'As it was first assigned.' },
      'lower-case': { means: 'In lower case.' },
    },
    switchable: true,
    evidence: 'inferred',
    why: 'The client will compare it with its own spelling.',
    statements: ['PUB-03'],
  }),
  assumption({
    id: 'publications/photos-shown',
    question: 'Which photo URLs do responses show?',
    options: {
      'as-sent': { means: 'Those that were sent.' },
      'own-copies': { means: "Addresses of the service's own copies." },
    },
    switchable: false,
    evidence: 'free',
    why: 'The client recognizes its own URLs. Fixed: the sandbox keeps no copies.',
    statements: ['PUB-02', 'PUB-17'],
  }),
  assumption({
    id: 'publications/photo-refused',
    question: 'What happens to a photo that cannot be fetched or is too small?',
    options: {
      '400': { means: 'A validation problem on `Fotos[i]`.', default: true },
      'left-out': { means: 'The publication is written without it.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'A client should learn of a bad photo at once.',
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
    why: 'The custom rows are not used then.',
    statements: ['PUB-16'],
  }),
  assumption({
    id: 'publications/warranty-new-car',
    question: 'What happens to `AplicaCertificadoGarantiaUsado` true on a new car?',
    options: {
      ignored: { means: 'It has no effect.', default: true },
      '400': { means: 'A validation problem on the member.' },
    },
    switchable: true,
    evidence: 'free',
    why: 'A used-car certificate does not apply to a new car.',
    statements: ['PUB-18'],
  }),
  assumption({
    id: 'publications/amounts',
    question: 'Must `Precio`, `Adelanto` and `Cuota` agree with each other?',
    options: {
      accepted: {
        means:
          'Any combination is accepted, including a larger `Adelanto`, mixed currencies or a `Cuota` alone.',
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
    question: 'Which forms do the members of `Locacion` accept in requests?',
    options: {
      resolved: {
        means:
          "Each is optional and accepts the forms of the operator's edit, including the ISO code, in create and PUT; no match, or a city outside the region, is 400.",
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
    why: 'The table lists the members as strings and does not call them nullable.',
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
